-- What a booking has of coupons, while it is known by the engine's code alone.
create index concurrently use_coupon_cases_code on use_coupon_cases (account_id, facility_account_id, reservation_code)
  where reservation_code is not null;
