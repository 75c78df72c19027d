-- Campaigns: what is offered to whom, and when. How sends run is in 0010.

create table campaigns (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  name text not null check (name <> ''),
  -- First and last day, inclusive, Asia/Tokyo. A draft may be incomplete; activating asks for everything.
  campaign_start_dt date,
  campaign_end_dt date,
  type text not null check (type in ('basic', 'customer_service', 'repeat_promotion')),
  preset_type text check (preset_type in (
    'birthmonth_benefit', 'weekday_benefit', 'good_customer_benefit', 'fixed_customer_benefit', 'customer_defection_benefit',
    'potential_good_customer_benefit', 'online_check_in_promotion', 'online_check_out_promotion', 'information',
    'vip_treatment', 'birthday'
  )),
  -- Stands in for active_status; a new campaign is inactive until activated.
  status text not null default 'inactive' check (status in ('active', 'inactive', 'stopped')),
  -- Share of the audience, in percent, that is left out on purpose and compared on stays that happened.
  control_rate numeric(6,3) not null default 0 check (control_rate between 0 and 50),
  -- Second person's approval of audience and content: void when the hash of both no longer matches.
  approved_by bigint references users (id),
  approved_at timestamptz,
  approved_hash bytea,
  copied_from_id bigint,
  activated_at timestamptz,
  stopped_at timestamptz,
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, copied_from_id) references campaigns (account_id, id),
  check (campaign_end_dt >= campaign_start_dt),
  check (num_nonnulls(approved_by, approved_at, approved_hash) in (0, 3))
);
create index campaigns_list on campaigns (account_id, updated_at desc, id desc);
select protect_tenant_table('campaigns');
select admit_system_reader('campaigns');

create table campaign_segments (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  -- A customer falls into the first segment that matches, 1 first.
  priority_seq integer not null check (priority_seq > 0),
  name text not null default '',
  -- The condition tree of the visual builder; empty when the script was written by hand.
  target jsonb,
  -- What the tree says, as the Lua expression that is compiled to SQL. 'true' is everybody.
  lua_script text not null default 'true' check (length(lua_script) <= 100000),
  target_count integer check (target_count >= 0),
  target_counted_at timestamptz,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_id, priority_seq) deferrable initially deferred,
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
select protect_tenant_table('campaign_segments');

create table campaign_actions (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_segment_id bigint not null,
  seq integer not null check (seq > 0),
  type text not null check (type in ('point', 'coupon', 'line', 'mail')),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_segment_id, seq) deferrable initially deferred,
  foreign key (account_id, campaign_segment_id) references campaign_segments (account_id, id)
);
select protect_tenant_table('campaign_actions');
select admit_system_reader('campaign_actions');

-- Of a draft a figure may still be missing, never one of another type.
create table points (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_action_id bigint not null,
  -- Minimum use_price of the stay, in yen; empty means any.
  grant_condition bigint check (grant_condition >= 0),
  -- Stays of these plans only; empty means all.
  plan_code text[] not null default '{}',
  expiration_type text not null check (expiration_type in ('none', 'date', 'days_from_grant', 'days_from_last_stay')),
  expiration_days_from_grant integer check (expiration_days_from_grant > 0),
  expiration_days_from_last_stay integer check (expiration_days_from_last_stay > 0),
  expiration_date date,
  grant_type text not null check (grant_type in ('absolute', 'rate')),
  grant_absolute bigint check (grant_absolute between 1 and 1000000000),
  -- Percent of use_price, floored once on the stay's total.
  grant_rate numeric(6,3) check (grant_rate > 0 and grant_rate <= 100),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_action_id),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id),
  check (grant_type = 'absolute' or grant_absolute is null),
  check (grant_type = 'rate' or grant_rate is null),
  check (expiration_type = 'date' or expiration_date is null),
  check (expiration_type = 'days_from_grant' or expiration_days_from_grant is null),
  check (expiration_type = 'days_from_last_stay' or expiration_days_from_last_stay is null)
);
select protect_tenant_table('points');

create table coupons (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  -- Empty for a coupon that is given by hand only.
  campaign_action_id bigint,
  name text not null check (name <> ''),
  description text not null default '',
  type text not null check (type in ('code', 'acquire')),
  -- Typed when booking; also what a partner names an acquired coupon by.
  code text check (code <> ''),
  -- Limits: of all acquisitions, of all uses, of uses by one customer, and per reservation. Empty means none.
  acquire_amount_limit integer check (acquire_amount_limit > 0),
  use_amount_limit integer check (use_amount_limit > 0),
  use_times_limit integer check (use_times_limit > 0),
  use_quantity_limit integer check (use_quantity_limit > 0),
  -- Book by.
  reservation_end_date date,
  -- 1 to 12; empty means all.
  available_months smallint[] not null default '{}'
    check (available_months <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
  stay_start_date date,
  stay_end_date date,
  -- 0 = Sunday; empty means all.
  day_of_week smallint[] not null default '{}' check (day_of_week <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  -- Inclusive: [{"from", "to"}].
  unavailable_period jsonb not null default '[]' check (jsonb_typeof(unavailable_period) = 'array'),
  -- Minimum yen.
  use_condition bigint not null default 0 check (use_condition >= 0),
  plan_code text[] not null default '{}',
  discount_type text not null check (discount_type in ('absolute', 'rate')),
  -- Whether the figure is the action's own or the plan's.
  absolute_type text check (absolute_type in ('action', 'plan')),
  rate_type text check (rate_type in ('action', 'plan')),
  discount_absolute bigint check (discount_absolute > 0),
  discount_rate numeric(6,3) check (discount_rate > 0 and discount_rate <= 100),
  discount_limit bigint check (discount_limit > 0),
  can_use_together boolean not null default false,
  includes_free boolean not null default false,
  cancellation_includes_discount boolean not null default false,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_action_id),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id),
  check (type = 'acquire' or code is not null),
  check (stay_end_date >= stay_start_date),
  check ((discount_type = 'absolute') = (absolute_type is not null)),
  check ((discount_type = 'rate') = (rate_type is not null)),
  check (absolute_type is distinct from 'action' or discount_absolute is not null),
  check (rate_type is distinct from 'action' or discount_rate is not null)
);
create unique index coupons_code on coupons (account_id, code) where code is not null and active_status = 'active';
select protect_tenant_table('coupons');

-- Unix cron syntax as text, Asia/Tokyo, plus a year (product.md §11).
create table schedules (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_action_id bigint not null,
  minute text not null default '0',
  hour text not null default '10',
  day_of_month text not null default '*',
  month text not null default '*',
  day_of_week text not null default '*',
  year text not null default '*',
  -- Worked out when saved and after each run; the scheduler looks at nothing else.
  next_run_at timestamptz,
  last_run_at timestamptz,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_action_id),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id)
);
create index schedules_due on schedules (next_run_at) where next_run_at is not null and active_status = 'active';
select protect_tenant_table('schedules');
select admit_system_reader('schedules');
