-- Foreign keys of the tables that imports and feeds fill are asked once a statement, not once a row (docs/adr/0125): per row they were
-- two fifths of what the database spends on a stay. The keys stay in the catalogue, not enforced; these triggers read them there.

create function parents_are_known() returns trigger language plpgsql as $$
declare
  held record;
  missing bigint;
begin
  for held in select c.conname, c.confrelid::regclass as parent, a.attname as col from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.conrelid = tg_relid and c.contype = 'f' and not c.conenforced
  loop
    execute format('select r.id from (select distinct account_id, %1$I as id from added where %1$I is not null) r
      where not exists (select from %2$s p where p.account_id = r.account_id and p.id = r.id) limit 1', held.col, held.parent)
      into missing;
    if missing is not null then
      raise exception '%: no % %', tg_table_name, held.parent, missing
        using errcode = 'foreign_key_violation', table = tg_table_name, constraint = held.conname;
    end if;
  end loop;
  return null;
end $$;

-- For a row that is given another parent. The argument is the column.
create function parent_is_known() returns trigger language plpgsql as $$
declare
  key constant bigint := (to_jsonb(new) ->> tg_argv[0])::bigint;
  held record;
  found boolean;
begin
  select c.conname, c.confrelid::regclass as parent into held from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.conrelid = tg_relid and c.contype = 'f' and not c.conenforced and a.attname = tg_argv[0];
  execute format('select exists (select from %s where account_id = $1 and id = $2)', held.parent)
    into found using new.account_id, key;
  if not found then
    raise exception '%: no % %', tg_table_name, held.parent, key
      using errcode = 'foreign_key_violation', table = tg_table_name, constraint = held.conname;
  end if;
  return null;
end $$;

create function children_are_gone() returns trigger language plpgsql as $$
declare
  held record;
  used boolean;
begin
  for held in select c.conname, c.conrelid::regclass as child, a.attname as col from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.confrelid = tg_relid and c.contype = 'f' and not c.conenforced
  loop
    execute format('select exists (select from removed r join %s c on c.account_id = r.account_id and c.%I = r.id)', held.child, held.col)
      into used;
    if used then
      raise exception '%: still named by %', tg_table_name, held.child
        using errcode = 'foreign_key_violation', table = tg_table_name, constraint = held.conname;
    end if;
  end loop;
  return null;
end $$;

do $$
declare
  held record;
  parent regclass;
begin
  for held in select c.conrelid::regclass as child, c.conname, a.attname as col from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.conname in (
      'stay_reservations_account_id_customer_id_fkey',
      'stay_reservation_customers_account_id_customer_id_fkey', 'stay_reservation_customers_account_id_stay_reservation_id_fkey',
      'stay_rooms_account_id_stay_reservation_id_fkey', 'stay_rooms_account_id_stay_transaction_id_fkey',
      'stay_transactions_account_id_customer_id_fkey', 'stay_transactions_account_id_stay_reservation_id_fkey',
      'stay_customers_account_id_customer_id_fkey', 'stay_customers_account_id_stay_transaction_id_fkey',
      'stay_effects_account_id_stay_transaction_id_fkey', 'import_rows_account_id_import_batch_id_fkey')
  loop
    execute format('alter table %s alter constraint %I not enforced', held.child, held.conname);
    execute format('create trigger %I after update of account_id, %I on %s for each row
      when (new.%2$I is not null and (old.account_id, old.%2$I) is distinct from (new.account_id, new.%2$I))
      execute function parent_is_known(%2$L)', held.col || '_is_known', held.col, held.child);
  end loop;
  for held in select distinct conrelid::regclass as child from pg_constraint where contype = 'f' and not conenforced loop
    execute format('create trigger parents_are_known after insert on %s referencing new table as added
      for each statement execute function parents_are_known()', held.child);
  end loop;
  for parent in select distinct confrelid::regclass from pg_constraint where contype = 'f' and not conenforced loop
    execute format('create trigger children_are_gone after delete on %s referencing old table as removed
      for each statement execute function children_are_gone()', parent);
  end loop;
end $$;
