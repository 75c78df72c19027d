-- Whom a day of a trigger's base means: reservations and stays of a check-out, booking or cancelling day.
create index concurrently stay_reservations_check_out on stay_reservations (account_id, check_out_date);
create index concurrently stay_reservations_reserved on stay_reservations (account_id, reserved_date) where reserved_date is not null;
create index concurrently stay_reservations_cancelled on stay_reservations (account_id, cancel_date) where cancel_date is not null;
create index concurrently stay_transactions_check_out on stay_transactions (account_id, check_out_date) where reversed_at is null;
-- Birthdays as month × 100 + day.
create index concurrently customers_birthday on customers (account_id, ((extract(month from birthday) * 100 + extract(day from birthday))::int))
where birthday is not null;
-- The day of registration. It leads, so that nobody who only names the account takes this index for each guest of a house whose statistics
-- are still of others.
create index concurrently customers_registered on customers (((created_at at time zone 'Asia/Tokyo')::date), account_id);
