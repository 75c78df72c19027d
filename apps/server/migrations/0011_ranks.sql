-- Customer ranks.

create table ranks (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  definition text not null check (definition in ('stay', 'use_price', 'get_point')),
  -- Points are used in multiples of this; the rank's details bound the amount.
  use_point_unit integer not null default 1 check (use_point_unit > 0),
  -- How many months a won rank holds.
  active_month integer not null check (active_month between 1 and 120),
  -- How many months before the evaluation count.
  base_month integer not null check (base_month between 1 and 120),
  -- Day of month of the regular evaluation; past a month's end it means the last day.
  base_date smallint not null default 1 check (base_date between 1 and 31),
  evaluated_on date,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index ranks_one_per_account on ranks (account_id) where active_status = 'active';
select protect_tenant_table('ranks');

create table rank_details (
  account_id bigint not null,
  id bigint generated always as identity,
  rank_id bigint not null,
  name text not null check (name <> ''),
  -- Thresholds; the one of the rank's definition counts.
  total_stay integer not null default 0 check (total_stay >= 0),
  total_use_price bigint not null default 0 check (total_use_price >= 0),
  total_get_point bigint not null default 0 check (total_get_point >= 0),
  -- 1 is best; the best one met wins.
  priority smallint not null check (priority > 0),
  min_use_point bigint not null default 0 check (min_use_point >= 0),
  max_use_point bigint check (max_use_point >= min_use_point),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, rank_id) references ranks (account_id, id)
);
create unique index rank_details_priority on rank_details (account_id, rank_id, priority) where active_status = 'active';
select protect_tenant_table('rank_details');

-- The rank a customer holds.
create table customer_ranks (
  account_id bigint not null,
  customer_id bigint not null,
  rank_detail_id bigint not null,
  rank_type text not null check (rank_type in ('auto', 'manual')),
  -- The last day it holds; empty holds until changed.
  expiration_date date,
  since_date date not null,
  remarks text not null default '',
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, rank_detail_id) references rank_details (account_id, id)
) with (fillfactor = 80);
create index customer_ranks_detail on customer_ranks (account_id, rank_detail_id);
create index customer_ranks_expiration on customer_ranks (account_id, expiration_date) where expiration_date is not null;
select protect_tenant_table('customer_ranks');

-- Every change of a rank; append-only.
create table customer_rank_histories (
  account_id bigint not null,
  id bigint generated always as identity,
  customer_id bigint not null,
  rank_detail_id bigint,
  previous_rank_detail_id bigint,
  rank_type text not null check (rank_type in ('auto', 'manual')),
  expiration_date date,
  cause text not null check (cause in ('stay', 'evaluation', 'expiry', 'manual', 'reversal', 'definition', 'merge')),
  changed_on date not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  foreign key (account_id, rank_detail_id) references rank_details (account_id, id),
  foreign key (account_id, previous_rank_detail_id) references rank_details (account_id, id)
);
create index customer_rank_histories_customer on customer_rank_histories (account_id, customer_id, id desc);
create index customer_rank_histories_day on customer_rank_histories (account_id, changed_on);
select protect_tenant_table('customer_rank_histories');

-- How many customers held each rank on a day: the distribution over time.
create table rank_stats (
  account_id bigint not null,
  rank_detail_id bigint not null,
  stat_date date not null,
  customer_count integer not null check (customer_count >= 0),
  primary key (account_id, stat_date, rank_detail_id),
  foreign key (account_id, rank_detail_id) references rank_details (account_id, id)
);
select protect_tenant_table('rank_stats');
