-- A coupon that an engine used before the hotel told of the booking is found by the code of the booking. So whose booking has to be settled
-- anew (0840) is asked by the code too when such a use is added or taken back.
create function coded_uses_unsettle_guests() returns trigger language plpgsql as $$
begin
  insert into public.unsettled_guests (account_id, customer_id)
  select distinct l.account_id, l.customer_id
  from now_is n
  join public.stay_reservations r on r.account_id = n.account_id and r.facility_account_id = n.facility_account_id
    and r.original_reservation_code = n.reservation_code
  join public.stay_reservations l on l.account_id = r.account_id and l.id in (r.id, r.linked_to_id)
  where n.stay_reservation_id is null and l.customer_id is not null;
  return null;
end $$;
create trigger guests_unsettled_by_code_added after insert on use_coupon_cases referencing new table as now_is
  for each statement execute function coded_uses_unsettle_guests();
create trigger guests_unsettled_by_code_changed after update on use_coupon_cases referencing new table as now_is
  for each statement execute function coded_uses_unsettle_guests();
