-- Whether a guest has a coupon is asked for each recipient of a send.
drop index acquire_coupons_coupon;
create index acquire_coupons_held on acquire_coupons (account_id, coupon_id, customer_id);
