alter table stay_reservations no force row level security;
alter table stay_reservations validate constraint stay_reservations_linked_to_fkey;
alter table stay_reservations force row level security;
