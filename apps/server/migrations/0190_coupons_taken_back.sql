-- When and why a coupon was taken back stands beside why it was given (docs/adr/0128).
alter table acquire_coupons add column cancel_date date, add column cancel_remarks text not null default '';
alter table acquire_coupons no force row level security;
update acquire_coupons set cancel_date = (updated_at at time zone 'Asia/Tokyo')::date, cancel_remarks = remarks, remarks = ''
  where active_status = 'inactive';
alter table acquire_coupons force row level security;
alter table acquire_coupons
  add constraint acquire_coupons_taken_back check ((active_status = 'inactive') = (cancel_date is not null));
