-- Whether guests wait because of an address: one look for each address of a batch (docs/adr/0100).
create index concurrently stay_reservation_customers_shared_mail on stay_reservation_customers (account_id, email)
  where waiting_reason = 'shared_mail';
