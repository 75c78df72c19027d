-- Who follows the reservation that counts.
create index concurrently stay_reservations_linked on stay_reservations (account_id, linked_to_id) where linked_to_id is not null;
