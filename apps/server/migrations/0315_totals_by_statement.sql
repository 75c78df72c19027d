-- The guests of totals and of facilities seen are asked once a statement, too (docs/adr/0170). A key by row is asked again at every update
-- of a row that the same transaction made, which is what an import does with the totals of a new guest, up to twice.

do $$
declare
  child text;
begin
  foreach child in array array['customer_totals', 'customer_facilities'] loop
    execute format('alter table %I alter constraint %I not enforced', child, child || '_account_id_customer_id_fkey');
    execute format('create trigger customer_id_is_known after update of account_id, customer_id on %I for each row
      when (new.customer_id is not null and (old.account_id, old.customer_id) is distinct from (new.account_id, new.customer_id))
      execute function parent_is_known(''customer_id'')', child);
    execute format('create trigger parents_are_known after insert on %I referencing new table as added
      for each statement execute function parents_are_known()', child);
  end loop;
end $$;
