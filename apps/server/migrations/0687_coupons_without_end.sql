-- A coupon that never ends is chosen to, not left so. What was there before without any end has none.
alter table coupons add column without_end boolean not null default false;
alter table coupons no force row level security;
update coupons
set without_end = true
where reservation_end_date is null and stay_end_date is null and valid_days_from_acquire is null and valid_months_from_acquire is null;
alter table coupons force row level security;
