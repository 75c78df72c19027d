-- The point ledger, and the projection that makes it fast. Ledger tables are append-only for the application's role; the
-- projection may change and is reconciled with the ledger.

-- Grants; a negative one takes back what a reversed stay had earned.
create table grant_points (
  account_id bigint not null,
  id bigint generated always as identity,
  facility_account_id bigint not null,
  customer_id bigint not null,
  grant_point bigint not null check (grant_point <> 0 and grant_point between -1000000000 and 1000000000),
  grant_date date not null,
  expiration_type text not null check (expiration_type in ('none', 'date', 'days_from_grant', 'days_from_last_stay')),
  -- The last valid day as it stood when granted, Asia/Tokyo, inclusive; point_lots holds where it has rolled to.
  expiration_date date,
  expiration_days_from_grant integer check (expiration_days_from_grant > 0),
  expiration_days_from_last_stay integer check (expiration_days_from_last_stay > 0),
  remarks text not null default '',
  -- campaign_actions.id; empty for grants by hand.
  action_id bigint,
  push_action_id bigint,
  stay_reservation_id bigint,
  stay_transaction_id bigint,
  reverses_grant_point_id bigint,
  -- The same grant asked for twice is granted once.
  idempotency_key text not null check (idempotency_key <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, idempotency_key),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, stay_transaction_id) references stay_transactions (account_id, id),
  foreign key (account_id, reverses_grant_point_id) references grant_points (account_id, id),
  check ((grant_point < 0) = (reverses_grant_point_id is not null)),
  check (expiration_type <> 'none' or expiration_date is null),
  check (expiration_type = 'none' or expiration_type = 'days_from_last_stay' or expiration_date is not null)
);
create index grant_points_customer on grant_points (account_id, customer_id, grant_date desc, id desc);
create index grant_points_date on grant_points (account_id, grant_date);
create index grant_points_stay on grant_points (account_id, stay_transaction_id) where stay_transaction_id is not null;
-- A grant is reversed at most once.
create unique index grant_points_reversal on grant_points (account_id, reverses_grant_point_id)
  where reverses_grant_point_id is not null;
select protect_tenant_table('grant_points');
select require_facility('grant_points');

-- One use of points. Only the cancel columns may be written later, once (grants.sql gives the role those columns alone).
create table use_point_cases (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  facility_account_id bigint not null references accounts (id),
  customer_id bigint not null,
  stay_reservation_id bigint,
  use_date date not null,
  use_point bigint not null check (use_point > 0),
  remarks text not null default '',
  cancel_date date,
  cancel_remarks text not null default '',
  idempotency_key text not null check (idempotency_key <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, idempotency_key),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id)
);
create index use_point_cases_customer on use_point_cases (account_id, customer_id, use_date desc, id desc);
create index use_point_cases_date on use_point_cases (account_id, use_date);
create index use_point_cases_reservation on use_point_cases (account_id, stay_reservation_id) where stay_reservation_id is not null;
select protect_tenant_table('use_point_cases');

-- How a use is spread over grants: earliest expiry first, then the lowest grant id.
create table use_points (
  account_id bigint not null,
  id bigint generated always as identity,
  use_point_case_id bigint not null,
  grant_point_id bigint not null,
  use_point bigint not null check (use_point > 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, use_point_case_id, grant_point_id),
  foreign key (account_id, use_point_case_id) references use_point_cases (account_id, id),
  foreign key (account_id, grant_point_id) references grant_points (account_id, id)
);
create index use_points_grant on use_points (account_id, grant_point_id);
select protect_tenant_table('use_points');

-- What left a lot without being used: points that expired, and what a reversal or a debt took out of it. With these
-- grants = balance + used + expired + reversed can be checked by adding up.
create table point_adjustments (
  account_id bigint not null,
  id bigint generated always as identity,
  customer_id bigint not null,
  grant_point_id bigint not null,
  kind text not null check (kind in ('expired', 'reversed', 'debt_incurred', 'debt_paid')),
  -- debt_incurred names the reversing grant and is the shortfall; all others leave the lot of grant_point_id.
  point bigint not null check (point > 0),
  happened_on date not null,
  -- The negative grant on whose account it happened.
  cause_grant_point_id bigint,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, grant_point_id) references grant_points (account_id, id),
  foreign key (account_id, cause_grant_point_id) references grant_points (account_id, id)
);
create index point_adjustments_customer on point_adjustments (account_id, customer_id, happened_on desc);
create index point_adjustments_grant on point_adjustments (account_id, grant_point_id);
create index point_adjustments_date on point_adjustments (account_id, happened_on);
select protect_tenant_table('point_adjustments');

-- Projection: what is left of each positive grant, and until when.
create table point_lots (
  account_id bigint not null,
  grant_point_id bigint not null,
  customer_id bigint not null,
  granted bigint not null check (granted > 0),
  remaining bigint not null check (remaining >= 0),
  -- The last valid day, inclusive; null never expires.
  expires_on date,
  -- Days of days_from_last_stay: each stay moves expires_on forward while the lot is unexpired.
  rolling_days integer check (rolling_days > 0),
  updated_at timestamptz not null default now(),
  primary key (account_id, grant_point_id),
  foreign key (account_id, grant_point_id) references grant_points (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check (remaining <= granted)
) with (fillfactor = 80);
create index point_lots_spend on point_lots (account_id, customer_id, expires_on, grant_point_id) include (remaining)
  where remaining > 0;
create index point_lots_expiry on point_lots (account_id, expires_on) where remaining > 0 and expires_on is not null;
select protect_tenant_table('point_lots');

-- Projection: the one row a use locks, in its own statement, before it looks at the lots. In no index but its key, so every
-- update is HOT; lists that sort by balance join it.
create table point_accounts (
  account_id bigint not null,
  customer_id bigint not null,
  balance bigint not null default 0 check (balance >= 0),
  debt bigint not null default 0 check (debt >= 0),
  updated_at timestamptz not null default now(),
  primary key (account_id, customer_id),
  foreign key (account_id, customer_id) references customers (account_id, id) on delete cascade,
  check (balance = 0 or debt = 0)
) with (fillfactor = 70);
select protect_tenant_table('point_accounts');

-- Saved answers of money-moving calls: the same key and body answer the same, another body is refused. Kept 48 hours.
create table idempotency_keys (
  account_id bigint not null references accounts (id),
  key text not null check (key <> ''),
  request_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_keys_age on idempotency_keys (account_id, created_at);
select protect_tenant_table('idempotency_keys');
