-- What a line says of a guest who is no customer yet (docs/adr/0081): the fields a customer has, and consent. Emptied when the guest
-- becomes or joins a customer, who has them then.
alter table stay_reservation_customers add column waiting_details jsonb;
alter table stay_reservation_customers add constraint stay_reservation_customers_waiting
  check (waiting_details is null or (jsonb_typeof(waiting_details) = 'object' and customer_id is null)) not valid;

-- Which import made the customer: undoing it must tell them from those who were there before.
alter table customers add column import_batch_id bigint;
