-- Pools of codes, each for one guest (docs/adr/0142).
create table coupon_codes (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  coupon_id bigint not null,
  code text not null check (code <> ''),
  -- Empty until a guest has it. It stays with the acquisition for good: what somebody has seen is nobody else's.
  acquire_coupon_id bigint,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, code),
  foreign key (account_id, coupon_id) references coupons (account_id, id),
  foreign key (account_id, acquire_coupon_id) references acquire_coupons (account_id, id)
);
-- The next code of a pool: those that nobody has come first, in the order in which they were added.
create index coupon_codes_pool on coupon_codes (account_id, coupon_id, acquire_coupon_id, id);
create unique index coupon_codes_given on coupon_codes (account_id, acquire_coupon_id) where acquire_coupon_id is not null;
select protect_tenant_table('coupon_codes');

alter table coupon_counters
  add column code_count integer not null default 0,
  add column codes_left integer not null default 0,
  add constraint coupon_counters_codes check (codes_left between 0 and code_count);
-- Staff are told once no more codes than this are left; empty: never.
alter table coupons add column codes_alarm_at integer check (codes_alarm_at >= 0);

-- A coupon with codes of its guests has none of its own.
alter table coupons drop constraint coupons_coded;

-- Why a guest got none. What is there is looked through by the next file, which locks nobody out.
alter table push_action_targets drop constraint push_action_targets_reason_check,
  add constraint push_action_targets_reason_check check (reason in (
    'control_group', 'no_consent', 'no_address', 'bounced', 'opted_out', 'blocked', 'capped', 'inactive', 'merged', 'quiet_hours', 'stopped',
    'coupon_exhausted', 'coupon_held', 'coupon_refused', 'coupon_no_code', 'render_error', 'refused', 'connection', 'timeout',
    'expired_at_once', 'points_not_granted', 'grant_refused')) not valid;
