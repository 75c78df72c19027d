-- A guest has a coupon once for each occasion.
create unique index concurrently acquire_coupons_once on acquire_coupons (account_id, coupon_id, customer_id, occasion)
where active_status = 'active';
