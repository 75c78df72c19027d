-- RFM: definitions, and the scores of each customer.

-- One per account, or one shared by an account group.
create table rfms (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  group_id bigint references groups (id),
  frequency_aggregation_years integer not null default 2 check (frequency_aggregation_years between 1 and 20),
  monetary_aggregation_years integer not null default 2 check (monetary_aggregation_years between 1 and 20),
  scored_on date,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index rfms_one_per_account on rfms (account_id, group_id) nulls not distinct where active_status = 'active';
create index rfms_group on rfms (group_id) where group_id is not null;
select protect_tenant_table('rfms');

-- The lower bound of each score, inclusive; the next row's bound ends it. Recency counts days, so its best score has the
-- smallest bound; a value below every bound gets the nearest score.
create table rfm_details (
  account_id bigint not null,
  id bigint generated always as identity,
  rfm_id bigint not null,
  score smallint not null check (score between 1 and 5),
  recency integer not null check (recency >= 0),
  frequency integer not null check (frequency >= 0),
  monetary bigint not null check (monetary >= 0),
  priority smallint not null check (priority > 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, rfm_id, score),
  unique (account_id, rfm_id, priority) deferrable initially deferred,
  foreign key (account_id, rfm_id) references rfms (account_id, id)
);
select protect_tenant_table('rfm_details');

-- Names for combinations of scores; an empty score means any. Priority 1 is looked at first.
create table rfm_groups (
  account_id bigint not null,
  id bigint generated always as identity,
  rfm_id bigint not null,
  name text not null check (name <> ''),
  recency_score smallint check (recency_score between 1 and 5),
  frequency_score smallint check (frequency_score between 1 and 5),
  monetary_score smallint check (monetary_score between 1 and 5),
  priority smallint not null check (priority > 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, rfm_id) references rfms (account_id, id)
);
create index rfm_groups_rfm on rfm_groups (account_id, rfm_id, priority);
select protect_tenant_table('rfm_groups');

-- The scores as they stand. The nightly run joins them and writes only what differs. Derived rows, written by one set-based
-- statement that reads customers and groups of the same account: foreign keys would cost that statement several times itself.
create table customer_rfms (
  account_id bigint not null,
  customer_id bigint not null,
  rfm_id bigint not null,
  recency_days integer not null check (recency_days >= 0),
  frequency_count integer not null check (frequency_count >= 0),
  monetary_total bigint not null,
  recency_score smallint not null check (recency_score between 1 and 5),
  frequency_score smallint not null check (frequency_score between 1 and 5),
  monetary_score smallint not null check (monetary_score between 1 and 5),
  rfm_group_id bigint,
  scored_on date not null,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, customer_id)
) with (fillfactor = 80);
-- The list's filter and the heat map.
create index customer_rfms_group on customer_rfms (account_id, rfm_group_id);
select protect_tenant_table('customer_rfms');

-- Changes of score or group only, by date, so that movement between groups can be shown for any two days.
create table customer_rfm_histories (
  account_id bigint not null,
  customer_id bigint not null,
  scored_on date not null,
  rfm_id bigint not null,
  recency_score smallint not null check (recency_score between 1 and 5),
  frequency_score smallint not null check (frequency_score between 1 and 5),
  monetary_score smallint not null check (monetary_score between 1 and 5),
  rfm_group_id bigint,
  primary key (account_id, customer_id, scored_on)
);
create index customer_rfm_histories_day on customer_rfm_histories (account_id, scored_on);
select protect_tenant_table('customer_rfm_histories');
