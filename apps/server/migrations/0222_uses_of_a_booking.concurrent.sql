-- Uses of points of a booking that is known by its engine's code alone (docs/adr/0128), as of coupons in 0202.
create index concurrently use_point_cases_code on use_point_cases (account_id, facility_account_id, reservation_code)
  where reservation_code is not null;
