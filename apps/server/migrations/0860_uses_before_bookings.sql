-- A coupon that an engine used before the hotel told of the booking is found by the code of the booking. So whose booking has to be settled
-- anew (0840) is asked by the code too when such a use is added or taken back.

-- Of coupons used: whose the booking is.
create function uses_unsettle_guests() returns trigger language plpgsql as $$
begin
  insert into public.unsettled_guests (account_id, customer_id)
  select distinct l.account_id, l.customer_id
  from (
    select n.account_id, n.stay_reservation_id as id
    from now_is n
    where n.stay_reservation_id is not null
    union all
    select r.account_id, r.id
    from now_is n
    join public.stay_reservations r on r.account_id = n.account_id and r.facility_account_id = n.facility_account_id
      and r.original_reservation_code = n.reservation_code
    where n.stay_reservation_id is null
  ) used
  join public.stay_reservations r on r.account_id = used.account_id and r.id = used.id
  join public.stay_reservations l on l.account_id = r.account_id and l.id in (r.id, r.linked_to_id)
  where l.customer_id is not null;
  return null;
end $$;
drop trigger guests_unsettled_added on use_coupon_cases;
drop trigger guests_unsettled_changed on use_coupon_cases;
create trigger guests_unsettled_added after insert on use_coupon_cases referencing new table as now_is
  for each statement execute function uses_unsettle_guests();
create trigger guests_unsettled_changed after update on use_coupon_cases referencing new table as now_is
  for each statement execute function uses_unsettle_guests();
alter function stays_and_uses_unsettle_guests() rename to stays_unsettle_guests;
