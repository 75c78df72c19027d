-- Met occasions that somebody has to look at, and those whose gift was taken back.
create index concurrently trigger_occasions_changed on trigger_occasions (account_id, id) where stay_changed_at is not null;
create index concurrently trigger_occasions_taken_back on trigger_occasions (account_id, stay_reservation_id) where times_taken_back > 0;
