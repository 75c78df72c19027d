-- Keys of the two largest tables, built while they are worked with.
create unique index concurrently stay_reservations_code on stay_reservations (account_id, facility_account_id, code_space, original_reservation_code);
create unique index concurrently stay_transactions_code on stay_transactions (account_id, facility_account_id, code_space, transaction_code);
