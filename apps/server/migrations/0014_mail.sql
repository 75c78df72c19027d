-- Mail: templates, the mail of a campaign action with its blocks, events, statistics, and single messages.

create table mail_templates (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  name text not null check (name <> ''),
  label text not null default '',
  feature_type text not null check (feature_type in ('campaign', 'registration_card')),
  -- Which message jobs may use it.
  message_types text[] not null default '{mail}' check (message_types <@ array['mail']),
  title text not null,
  body text not null,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index mail_templates_list on mail_templates (account_id, feature_type, id);
select protect_tenant_table('mail_templates');

create table mails (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_action_id bigint not null,
  mail_template_id bigint,
  title text not null default '',
  body text not null default '',
  signature text not null default '',
  -- Empty: the account's own sender.
  from_address text not null default '',
  from_name text not null default '',
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_action_id),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id),
  foreign key (account_id, mail_template_id) references mail_templates (account_id, id)
);
create index mails_template on mails (account_id, mail_template_id) where mail_template_id is not null;
select protect_tenant_table('mails');

-- The blocks of a mail share one order: seq runs over texts, images and buttons together.
create table mail_texts (
  account_id bigint not null,
  id bigint generated always as identity,
  mail_id bigint not null,
  seq smallint not null check (seq > 0),
  style text not null default 'text' check (style in ('heading', 'text')),
  text text not null,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, mail_id, seq) deferrable initially deferred,
  foreign key (account_id, mail_id) references mails (account_id, id)
);
select protect_tenant_table('mail_texts');

create table mail_images (
  account_id bigint not null,
  id bigint generated always as identity,
  mail_id bigint not null,
  seq smallint not null check (seq > 0),
  image_url text not null check (image_url <> ''),
  alt_text text not null default '',
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, mail_id, seq) deferrable initially deferred,
  foreign key (account_id, mail_id) references mails (account_id, id)
);
select protect_tenant_table('mail_images');

-- A button; the guest's link goes through the product's own redirect to this stored target only.
create table mail_urls (
  account_id bigint not null,
  id bigint generated always as identity,
  mail_id bigint not null,
  seq smallint not null check (seq > 0),
  label text not null check (label <> ''),
  url text not null check (url <> ''),
  click_count integer not null default 0 check (click_count >= 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, mail_id, seq) deferrable initially deferred,
  foreign key (account_id, mail_id) references mails (account_id, id)
);
select protect_tenant_table('mail_urls');

create table mail_stats (
  account_id bigint not null,
  id bigint generated always as identity,
  mail_id bigint not null,
  stat_date date not null,
  delivered integer not null default 0 check (delivered >= 0),
  machine_open_false integer not null default 0 check (machine_open_false >= 0),
  machine_open_true integer not null default 0 check (machine_open_true >= 0),
  bounced integer not null default 0 check (bounced >= 0),
  unsubscribed integer not null default 0 check (unsubscribed >= 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, mail_id, stat_date),
  foreign key (account_id, mail_id) references mails (account_id, id)
);
create index mail_stats_day on mail_stats (account_id, stat_date);
select protect_tenant_table('mail_stats');

-- What happened to a mail, from the provider's webhook, the pixel and the redirect; append-only, each event once.
create table mail_events (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  provider_event_id text not null,
  kind text not null check (kind in ('delivered', 'deferred', 'bounced', 'dropped', 'opened', 'clicked', 'complained', 'unsubscribed')),
  is_machine_open boolean not null default false,
  push_action_id bigint,
  customer_id bigint,
  mail_url_id bigint,
  message_job_id bigint,
  happened_at timestamptz not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, provider_event_id),
  foreign key (account_id, push_action_id) references push_actions (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, mail_url_id) references mail_urls (account_id, id)
);
create index mail_events_customer on mail_events (account_id, customer_id, happened_at desc) where customer_id is not null;
create index mail_events_push on mail_events (account_id, push_action_id, kind) where push_action_id is not null;
select protect_tenant_table('mail_events');

-- Single messages: test sends and registration cards.
create table message_jobs (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  -- Empty for a test send to a member of staff.
  customer_id bigint,
  type text not null check (type in ('mail')),
  feature_type text not null check (feature_type in ('test', 'registration_card')),
  push_status text not null default 'standby' check (push_status in ('standby', 'doing', 'done', 'failure')),
  failure_reason text check (failure_reason in ('invalid_email', 'other')),
  push_scheduled_time timestamptz not null default now(),
  push_sent_time timestamptz,
  -- The connection broke after the message was handed over: shown, not sent again by itself.
  is_outcome_unknown boolean not null default false,
  attempt_count smallint not null default 0 check (attempt_count >= 0),
  claimed_by text,
  claimed_at timestamptz,
  idempotency_key text not null check (idempotency_key <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, idempotency_key),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check (failure_reason is null or push_status = 'failure')
);
create index message_jobs_due on message_jobs (account_id, push_scheduled_time) where push_status in ('standby', 'doing');
create index message_jobs_customer on message_jobs (account_id, customer_id, push_sent_time desc) where customer_id is not null;
select protect_tenant_table('message_jobs');

alter table mail_events add foreign key (account_id, message_job_id) references message_jobs (account_id, id);

-- What a mail job sends, as rendered when it was made.
create table message_jobs_mails (
  account_id bigint not null,
  message_job_id bigint not null,
  mail_template_id bigint,
  mail_id bigint,
  to_address text not null check (to_address <> ''),
  from_address text not null check (from_address <> ''),
  title text not null,
  body text not null,
  provider_message_id text,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, message_job_id),
  foreign key (account_id, message_job_id) references message_jobs (account_id, id),
  foreign key (account_id, mail_template_id) references mail_templates (account_id, id),
  foreign key (account_id, mail_id) references mails (account_id, id)
);
select protect_tenant_table('message_jobs_mails');
