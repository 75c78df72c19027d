-- A coupon may end so many days, or at the end of so many months, after the day on which its guest got it.
alter table coupons
  add column valid_days_from_acquire integer check (valid_days_from_acquire between 1 and 3650),
  add column valid_months_from_acquire integer check (valid_months_from_acquire between 0 and 120),
  add constraint coupons_days_or_months check (valid_days_from_acquire is null or valid_months_from_acquire is null);
