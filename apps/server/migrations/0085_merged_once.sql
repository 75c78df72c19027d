-- A merged customer names the one who lives on, in one step: what belongs to a customer is what belongs to the id or to whom names it
-- (docs/adr/0082). Ledgers and histories keep the ids they were written with.
create function customers_merge_flat() returns trigger language plpgsql as $$
begin
  -- Of two merges in a circle or a chain at once, the second waits here and then sees the first.
  perform from customers where account_id = new.account_id and id in (new.id, new.merged_into) order by id for update;
  if exists (select from customers where account_id = new.account_id and id = new.merged_into and merged_into is not null)
    or exists (select from customers where account_id = new.account_id and merged_into = new.id) then
    raise exception 'customer % is merged into one who lives on, and nobody is merged into it', new.id
      using errcode = 'check_violation', constraint = 'customers_merge_flat';
  end if;
  return null;
end
$$;
create trigger customers_merge_flat after insert or update of merged_into on customers
  for each row when (new.merged_into is not null) execute function customers_merge_flat();
