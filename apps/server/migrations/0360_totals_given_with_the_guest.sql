-- Whoever inserts guests by the thousand writes their totals in the same statement, whole, so that they need not be updated right after. The
-- totals of all others are made here, as before.
create or replace function customers_inserted() returns trigger language plpgsql as $$
begin
  insert into customer_totals (account_id, customer_id, is_listed, last_stay_on, stay_count, use_price_total)
  select account_id, id, active_status = 'active' and merged_into is null, last_stay_on, stay_count, use_price_total from added
  on conflict do nothing;
  perform count_customers(account_id, count(*))
  from added where active_status = 'active' and merged_into is null group by account_id;
  return null;
end $$;
