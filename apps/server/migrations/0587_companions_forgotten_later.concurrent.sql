create index concurrently stay_reservation_customers_forget on stay_reservation_customers (account_id, forget_on)
  where forget_on is not null;
