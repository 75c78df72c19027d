-- Batches of the feeds (docs/adr/0097): an import_batches row each, what was sent until it is worked off, and the fate of every row.

create table feed_batches (
  account_id bigint not null,
  import_batch_id bigint not null,
  kind text not null check (kind in ('reservations', 'stays')),
  row_count integer not null check (row_count between 1 and 1000),
  -- The rows as JSON text; empty once every row has its fate. Text, because it may hold escapes that jsonb refuses.
  payload text,
  primary key (account_id, import_batch_id),
  foreign key (account_id, import_batch_id) references import_batches (account_id, id) on delete cascade
);
select protect_tenant_table('feed_batches');

create table feed_rows (
  account_id bigint not null,
  import_batch_id bigint not null,
  -- Place in the batch, from 0.
  row_index integer not null check (row_index >= 0),
  fate text not null check (fate in ('new', 'changed', 'unchanged', 'refused', 'dismissed')),
  reservation_code text not null default '',
  -- [{"code", "field"}] of a row that was refused.
  reasons jsonb,
  -- What was sent, of a row that is held: until it is taken in or dismissed.
  raw text,
  version integer not null default 1,
  -- Who fixed or dismissed it.
  updated_by bigint,
  updated_at timestamptz,
  primary key (account_id, import_batch_id, row_index),
  foreign key (account_id, import_batch_id) references feed_batches (account_id, import_batch_id) on delete cascade,
  check ((fate = 'refused') = (raw is not null))
);
create index feed_rows_held on feed_rows (account_id, import_batch_id) where fate = 'refused';
select protect_tenant_table('feed_rows');

create index import_batches_feeds on import_batches (account_id, id) where source <> 'csv';
