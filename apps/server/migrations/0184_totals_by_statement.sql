-- The copies of totals on customers follow once a statement, not once a row: an import moves thousands of totals at a time. Planned
-- anew each time: the plan of an import would read all customers for a single stay.
create or replace function customer_totals_changed() returns trigger language plpgsql as $$
begin
  execute 'update customers c
    set last_stay_on = moved.last_stay_on, stay_count = moved.stay_count, use_price_total = moved.use_price_total
    from (
      select n.* from now_total n join was_total w on w.account_id = n.account_id and w.customer_id = n.customer_id
      where (n.last_stay_on, n.stay_count, n.use_price_total) is distinct from (w.last_stay_on, w.stay_count, w.use_price_total)
    ) moved
    where c.account_id = moved.account_id and c.id = moved.customer_id';
  return null;
end $$;

drop trigger customer_totals_changed on customer_totals;
create trigger customer_totals_changed after update on customer_totals
  referencing old table as was_total new table as now_total
  for each statement execute function customer_totals_changed();
