-- Rows that wait for their reservation, by its code.
create index concurrently feed_rows_waiting on feed_rows (account_id, reservation_code) where fate = 'waiting';
