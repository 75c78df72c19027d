-- The push pipeline (product.md §8), and what came of it.

create table push_actions (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_action_id bigint not null,
  -- The stay that set off a customer_service send.
  stay_transaction_id bigint,
  line_message_id bigint,
  -- The retry keys of its batches are derived from this one.
  line_retry_key uuid not null default gen_random_uuid(),
  -- One per action and month.
  custom_aggregation_unit text check (custom_aggregation_unit ~ '^[A-Za-z0-9_]{1,30}$'),
  mail_api_id text,
  push_status text not null default 'standby' check (push_status in ('standby', 'doing', 'done', 'failure')),
  push_scheduled_time timestamptz not null default now(),
  push_sent_time timestamptz,
  -- The same due moment makes one send, whatever the number of schedulers.
  trigger_key text not null check (trigger_key <> ''),
  -- Targets are fixed from here on.
  frozen_at timestamptz,
  -- matched, consented, reachable, not_capped, will_receive, and why the others dropped out.
  funnel jsonb not null default '{}',
  target_count integer not null default 0 check (target_count >= 0),
  sent_count integer not null default 0 check (sent_count >= 0),
  skipped_count integer not null default 0 check (skipped_count >= 0),
  failed_count integer not null default 0 check (failed_count >= 0),
  unknown_count integer not null default 0 check (unknown_count >= 0),
  -- The first wave is one percent; the rest goes when it ended without a failure.
  wave smallint not null default 0 check (wave between 0 and 2),
  grace_until timestamptz,
  stop_requested boolean not null default false,
  stopped_by bigint references users (id),
  stopped_at timestamptz,
  -- Raised by each worker that takes the send; a worker that finds another value stops.
  fencing_token bigint not null default 0,
  heartbeat_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  error text,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_action_id, trigger_key),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id),
  foreign key (account_id, stay_transaction_id) references stay_transactions (account_id, id)
);
create index push_actions_open on push_actions (push_scheduled_time) where push_status in ('standby', 'doing');
select protect_tenant_table('push_actions');
select admit_system_reader('push_actions');

-- A LINE multicast of at most 500, with its own retry key: a key reused for another batch would drop guests silently.
create table push_batches (
  account_id bigint not null,
  id bigint generated always as identity,
  push_action_id bigint not null,
  seq integer not null check (seq >= 0),
  target_count integer not null check (target_count between 1 and 500),
  retry_key uuid not null,
  request_id text,
  outcome text not null default 'waiting' check (outcome in ('waiting', 'sending', 'sent', 'failed', 'unknown')),
  attempt_count integer not null default 0 check (attempt_count >= 0),
  first_tried_at timestamptz,
  sent_at timestamptz,
  error text,
  primary key (account_id, id),
  unique (account_id, push_action_id, seq),
  unique (account_id, retry_key),
  foreign key (account_id, push_action_id) references push_actions (account_id, id)
);
select protect_tenant_table('push_batches');

-- One recipient. An unknown outcome (the connection broke after the message was handed over) is never sent again by itself.
create table push_action_targets (
  account_id bigint not null,
  push_action_id bigint not null,
  customer_id bigint not null,
  wave smallint not null default 2 check (wave between 1 and 2),
  outcome text not null default 'waiting' check (outcome in ('waiting', 'sending', 'sent', 'skipped', 'failed', 'unknown')),
  reason text check (reason in (
    'control_group', 'no_consent', 'no_address', 'bounced', 'opted_out', 'blocked', 'capped', 'inactive', 'merged', 'quiet_hours',
    'stopped', 'coupon_exhausted', 'render_error', 'refused', 'connection', 'timeout'
  )),
  -- What the other side said, without personal data.
  detail text,
  -- Why this guest was picked: the segment that matched first.
  campaign_segment_id bigint,
  push_batch_id bigint,
  claimed_by text,
  claimed_at timestamptz,
  sent_at timestamptz,
  provider_message_id text,
  attempt_count smallint not null default 0 check (attempt_count >= 0),
  delivered_at timestamptz,
  opened_at timestamptz,
  clicked_at timestamptz,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, push_action_id, customer_id),
  foreign key (account_id, push_action_id) references push_actions (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, campaign_segment_id) references campaign_segments (account_id, id),
  foreign key (account_id, push_batch_id) references push_batches (account_id, id),
  check (outcome <> 'sent' or sent_at is not null)
) with (fillfactor = 80);
create index push_action_targets_waiting on push_action_targets (account_id, push_action_id, wave, customer_id)
  where outcome = 'waiting';
create index push_action_targets_sending on push_action_targets (account_id, push_action_id, claimed_at) where outcome = 'sending';
-- The frequency cap, the customer's timeline and attribution ask what a customer got lately.
create index push_action_targets_customer on push_action_targets (account_id, customer_id, sent_at desc) where sent_at is not null;
create index push_action_targets_outcome on push_action_targets (account_id, push_action_id, outcome, customer_id)
  where outcome in ('skipped', 'failed', 'unknown');
create index push_action_targets_provider on push_action_targets (account_id, provider_message_id)
  where provider_message_id is not null;
select protect_tenant_table('push_action_targets');

-- A customer gets the points of an action once per send, also when a send is taken up again.
alter table grant_points
  add foreign key (account_id, action_id) references campaign_actions (account_id, id),
  add foreign key (account_id, push_action_id) references push_actions (account_id, id);
create unique index grant_points_once_per_send on grant_points (account_id, action_id, push_action_id, customer_id)
  where push_action_id is not null and grant_point > 0;

-- Which campaign a reservation is credited to: last touch wins, and only one campaign at a time.
create table conversion_attributions (
  account_id bigint not null,
  stay_reservation_id bigint not null,
  campaign_action_id bigint not null,
  push_action_id bigint,
  customer_id bigint not null,
  facility_account_id bigint not null references accounts (id),
  touch text not null check (touch in ('delivery', 'click', 'coupon')),
  touched_at timestamptz not null,
  reserved_on date not null,
  reserved_price bigint not null,
  transacted_on date,
  use_price bigint,
  reversed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, stay_reservation_id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id),
  foreign key (account_id, push_action_id) references push_actions (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create index conversion_attributions_action on conversion_attributions (account_id, campaign_action_id, reserved_on);
create index conversion_attributions_customer on conversion_attributions (account_id, customer_id);
select protect_tenant_table('conversion_attributions');

-- Sums per day for the reports; kept by the effects, reversals subtract.
create table conversions (
  account_id bigint not null,
  campaign_action_id bigint not null,
  facility_account_id bigint not null references accounts (id),
  stat_date date not null,
  reserved integer not null default 0,
  reserved_price bigint not null default 0,
  transacted integer not null default 0,
  use_price bigint not null default 0,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, campaign_action_id, facility_account_id, stat_date),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id)
);
create index conversions_day on conversions (account_id, stat_date);
select protect_tenant_table('conversions');

create table conversion_clicks (
  account_id bigint not null,
  campaign_action_id bigint not null,
  stat_date date not null,
  clicked integer not null default 0 check (clicked >= 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, campaign_action_id, stat_date),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id)
);
create index conversion_clicks_day on conversion_clicks (account_id, stat_date);
select protect_tenant_table('conversion_clicks');
