-- One stay that two systems tell (docs/adr/0117): of the reservations that are one, all but the one that counts name it.
alter table stay_reservations add column linked_to_id bigint;
alter table stay_reservations no force row level security;
alter table stay_reservations add constraint stay_reservations_linked_to_fkey
  foreign key (account_id, linked_to_id) references stay_reservations (account_id, id) not valid;
alter table stay_reservations force row level security;
-- Does not count, because another telling of it does. Not to be mistaken for one that its own system took back.
alter table stay_transactions add column is_told_elsewhere boolean not null default false;

-- Each reservation says for itself what it is called elsewhere: two may name the same third one.
alter table stay_reservation_linkages no force row level security;
delete from stay_reservation_linkages k using stay_reservation_linkages o
  where o.account_id = k.account_id and o.stay_reservation_id = k.stay_reservation_id and o.feed_channel = k.feed_channel and o.id > k.id;
alter table stay_reservation_linkages force row level security;
alter table stay_reservation_linkages drop constraint stay_reservation_linkages_account_id_facility_account_id_fe_key;
drop index stay_reservation_linkages_reservation;
alter table stay_reservation_linkages add constraint stay_reservation_linkages_one_each unique (account_id, stay_reservation_id, feed_channel);
create index stay_reservation_linkages_named on stay_reservation_linkages (account_id, facility_account_id, feed_channel, reservation_code);
