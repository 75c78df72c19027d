-- What a file is about and how it is read, the check of the whole file before it starts, and undoing it afterwards.

alter table import_batches
  add column kind text not null default 'reservations' check (kind in ('reservations', 'stays', 'customers')),
  add column sheet text,
  add column date_order text check (date_order in ('mdy', 'dmy')),
  add column overwrite_blanks boolean not null default false,
  -- {"state": {"CXL": "cancelled"}}: what the words of the file mean, as the person matched them.
  add column field_values jsonb not null default '{}',
  add column check_state text check (check_state in ('waiting', 'doing', 'done', 'failed')),
  -- The mapping and choices that the check is about; another question is another check.
  add column check_settings jsonb,
  add column check_result jsonb,
  add column rows_checked bigint not null default 0,
  add column undo_state text check (undo_state in ('waiting', 'doing', 'done', 'failed')),
  add column undo_result jsonb,
  add column undone_by bigint,
  add column undone_at timestamptz;

-- What the words of a column mean, offered again when the facility brings a column of that heading.
create table import_values (
  account_id bigint not null,
  facility_account_id bigint not null,
  field text not null,
  heading text not null,
  meanings jsonb not null default '{}',
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, facility_account_id, field, heading),
  foreign key (account_id, facility_account_id) references accounts (programme_account_id, id)
);
select protect_tenant_table('import_values');

-- What a line changed, as it was before: an undone import puts it back.
create table import_rows (
  account_id bigint not null,
  import_batch_id bigint not null,
  line_no bigint not null check (line_no > 0),
  entity text not null check (entity in ('stay_reservations', 'customers', 'customer_consents', 'customer_types')),
  entity_id bigint not null,
  before jsonb not null,
  -- The row's version after the line: another one says that something changed it since.
  version integer not null,
  primary key (account_id, import_batch_id, entity, entity_id, line_no),
  foreign key (account_id, import_batch_id) references import_batches (account_id, id) on delete cascade
);
select protect_tenant_table('import_rows');
