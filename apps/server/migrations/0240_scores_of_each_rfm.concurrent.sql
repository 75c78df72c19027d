-- A guest has scores in the account's own RFM and in each that an account group shares (docs/adr/0147).
create unique index concurrently customer_rfms_of_each on customer_rfms (account_id, customer_id, rfm_id);
create unique index concurrently customer_rfm_histories_of_each on customer_rfm_histories (account_id, customer_id, rfm_id, held_since);
