-- Coupons taken and used, exact under concurrency, and the keys of booking engines.

-- One narrow row per coupon: a limit is kept by one conditional update (… where acquired_count < limit), never by counting.
create table coupon_counters (
  account_id bigint not null,
  coupon_id bigint not null,
  acquired_count integer not null default 0 check (acquired_count >= 0),
  used_count integer not null default 0 check (used_count >= 0),
  primary key (account_id, coupon_id),
  foreign key (account_id, coupon_id) references coupons (account_id, id)
) with (fillfactor = 50);
select protect_tenant_table('coupon_counters');

create table acquire_coupons (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  coupon_id bigint not null,
  acquire_date date not null,
  -- Empty when given by hand or taken by the guest.
  push_action_id bigint,
  used_count integer not null default 0 check (used_count >= 0),
  remarks text not null default '',
  idempotency_key text not null check (idempotency_key <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, idempotency_key),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, coupon_id) references coupons (account_id, id),
  foreign key (account_id, push_action_id) references push_actions (account_id, id)
);
create index acquire_coupons_customer on acquire_coupons (account_id, customer_id, acquire_date desc, id desc);
create index acquire_coupons_coupon on acquire_coupons (account_id, coupon_id, acquire_date);
select protect_tenant_table('acquire_coupons');

create table use_coupon_cases (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  facility_account_id bigint not null references accounts (id),
  customer_id bigint not null,
  coupon_id bigint not null,
  acquire_coupon_id bigint,
  stay_reservation_id bigint,
  use_date date not null,
  quantity integer not null default 1 check (quantity > 0),
  -- Yen taken off, floored.
  discount bigint not null check (discount >= 0),
  cancel_date date,
  remarks text not null default '',
  idempotency_key text not null check (idempotency_key <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, idempotency_key),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, coupon_id) references coupons (account_id, id),
  foreign key (account_id, acquire_coupon_id) references acquire_coupons (account_id, id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id)
);
create index use_coupon_cases_customer on use_coupon_cases (account_id, customer_id, use_date desc, id desc);
create index use_coupon_cases_coupon on use_coupon_cases (account_id, coupon_id, use_date);
create index use_coupon_cases_reservation on use_coupon_cases (account_id, stay_reservation_id) where cancel_date is null;
select protect_tenant_table('use_coupon_cases');

-- Uses of a coupon by one customer (use_times_limit), kept like the counters above.
create table coupon_customer_counters (
  account_id bigint not null,
  coupon_id bigint not null,
  customer_id bigint not null,
  used_count integer not null default 0 check (used_count >= 0),
  primary key (account_id, coupon_id, customer_id),
  foreign key (account_id, coupon_id) references coupons (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade
);
select protect_tenant_table('coupon_customer_counters');

-- Keys of booking engines for the partner calls; proven before a scope is known, hence the system reader.
create table partner_keys (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  facility_account_id bigint not null references accounts (id),
  name text not null check (name <> ''),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  key_hint text not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
select protect_tenant_table('partner_keys');
select admit_system_reader('partner_keys');
