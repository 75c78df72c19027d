-- What an import changed, so that it can be taken back (docs/adr/0111): one row for each thing, with what stood there before. Kept for as
-- long as the import may be undone.
create table import_rows (
  account_id bigint not null,
  import_batch_id bigint not null,
  entity text not null check (entity in ('reservation', 'companion', 'folio', 'candidate', 'customer')),
  entity_id bigint not null,
  -- unchanged: the import said again what is stored, so an older import that is undone leaves it.
  fate text not null check (fate in ('new', 'changed', 'unchanged')),
  before jsonb,
  after jsonb,
  -- The version that the import left; another one means that somebody changed it since.
  version_after integer,
  -- What undoing made of it: taken back, or why it was left.
  undone text check (undone in ('taken_back', 'later_import', 'by_hand', 'in_use')),
  primary key (account_id, import_batch_id, entity, entity_id),
  foreign key (account_id, import_batch_id) references import_batches (account_id, id) on delete cascade
);
select protect_tenant_table('import_rows');

-- Who is forgotten is forgotten here too; undoing an import leaves such a guest as he is.
create function forget_import_rows() returns trigger language plpgsql as $$
begin
  delete from import_rows i using import_batches b
    where b.account_id = new.account_id and i.account_id = b.account_id and i.import_batch_id = b.id
      and ((i.entity = 'customer' and i.entity_id = new.id)
        or (i.entity = 'reservation' and (i.before -> 'reservation' -> 'customer_id' = to_jsonb(new.id) or i.entity_id in (
          select r.id from stay_reservations r where r.account_id = new.account_id and r.customer_id = new.id))));
  return null;
end
$$;
create trigger forget_import_rows after update of erased_at on customers
  for each row when (new.erased_at is not null) execute function forget_import_rows();

alter table import_batches drop constraint import_batches_state_check;
alter table import_batches
  add constraint import_batches_state_check check
    (state in ('uploading', 'uploaded', 'queued', 'running', 'done', 'cancelled', 'failed', 'undoing', 'undone')) not valid,
  add column undo_total bigint not null default 0,
  add column rows_undone bigint not null default 0,
  -- Counts of what was taken back.
  add column undo_result jsonb,
  add column undone_by bigint,
  add column undone_at timestamptz;
alter table import_batches validate constraint import_batches_state_check;
