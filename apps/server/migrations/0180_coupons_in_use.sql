-- Coupons are given out, used and cancelled (docs/adr/0122).

-- When a send first gave it out; empty for a coupon of a draft, which may be incomplete.
alter table coupons add column issued_at timestamptz;
alter table coupons drop constraint coupons_check, drop constraint coupons_check4, drop constraint coupons_check5,
  drop constraint coupons_name_check;
alter table coupons
  add constraint coupons_named check (issued_at is null or name <> ''),
  add constraint coupons_coded check (issued_at is null or type = 'acquire' or code is not null),
  add constraint coupons_yen check (issued_at is null or absolute_type is distinct from 'action' or discount_absolute is not null),
  add constraint coupons_percent check (issued_at is null or rate_type is distinct from 'action' or discount_rate is not null),
  add constraint coupons_limit_of_rates check (discount_type = 'rate' or discount_limit is null);

-- All uses of one coupon take turns at its counter, so that a guest's are counted where they stand.
drop table coupon_customer_counters;
alter table acquire_coupons drop column used_count;
