-- Migration 0075 asked its keys of rows that the owner could not see. Now all of them are looked through; a row of another programme's
-- facility is named and stops the start, for only a person can tell where it belongs.
do $$
declare
  held record;
  strays bigint;
begin
  for held in
    select c.conrelid::regclass as tab, a.attname from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = 'accounts'::regclass and a.attname like '%facility_account_id'
  loop
    execute format('alter table %s no force row level security', held.tab);
    execute format('select count(*) from %s t where t.%I is not null and not exists (
      select from accounts a where a.id = t.%2$I and a.programme_account_id = t.account_id)', held.tab, held.attname) into strays;
    execute format('alter table %s force row level security', held.tab);
    if strays > 0 then
      raise exception '%: % rows name a facility of another programme', held.tab, strays using errcode = 'foreign_key_violation';
    end if;
  end loop;
end $$;
