-- What an import keeps of a guest who is forgotten, found by index: it was looked for in all rows of the programme's imports. Also at the
-- end of the guest register (erase-customer.queries.ts names the column), when a file may have told the guest's stays again.
create or replace function forget_import_rows() returns trigger language plpgsql as $$
begin
  delete from import_rows i where i.account_id = new.account_id and i.entity = 'customer' and i.entity_id = new.id;
  delete from import_rows i using stay_reservations r
    where r.account_id = new.account_id and r.customer_id = new.id and i.account_id = r.account_id and i.entity = 'reservation' and i.entity_id = r.id;
  -- Whose it was before the import made it somebody else's.
  delete from import_rows i where i.account_id = new.account_id and i.entity = 'reservation'
    and i.before is not null and (i.before -> 'reservation' ->> 'customer_id')::bigint = new.id;
  return null;
end
$$;
