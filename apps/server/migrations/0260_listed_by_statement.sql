-- Whether customers are listed is followed once a statement, not once a row: undoing an import takes thousands off the list at a time, and
-- each of them wrote the same counter anew. What most statements need, that nobody's place changed, is asked without a join, so that one
-- plan serves a single customer and thousands alike.
create or replace function customers_listed() returns trigger language plpgsql as $$
begin
  if exists (
    (select account_id, id from now_customer where active_status = 'active' and merged_into is null
      except select account_id, id from was_customer where active_status = 'active' and merged_into is null)
    union all
    (select account_id, id from was_customer where active_status = 'active' and merged_into is null
      except select account_id, id from now_customer where active_status = 'active' and merged_into is null)
  ) then
    execute 'with moved as materialized (
        select n.account_id, n.id, n.active_status = ''active'' and n.merged_into is null as is_listed
        from now_customer n join was_customer w on w.account_id = n.account_id and w.id = n.id
        where (n.active_status = ''active'' and n.merged_into is null) <> (w.active_status = ''active'' and w.merged_into is null)
      ), listed as (
        update customer_totals t set is_listed = m.is_listed from moved m
        where t.account_id = m.account_id and t.customer_id = m.id and t.is_listed <> m.is_listed
      )
      select count_customers(account_id, sum(case when is_listed then 1 else -1 end)) from moved group by account_id';
  end if;
  return null;
end $$;

drop trigger customers_listed on customers;
create trigger customers_listed after update on customers
  referencing old table as was_customer new table as now_customer
  for each statement execute function customers_listed();
