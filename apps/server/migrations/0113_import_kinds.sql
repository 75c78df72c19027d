-- What a file is about and how it is read, and the check of the whole file before it starts.

alter table import_batches
  add column kind text not null default 'reservations' check (kind in ('reservations', 'stays', 'customers')),
  add column date_order text check (date_order in ('mdy', 'dmy')),
  add column overwrite_blanks boolean not null default false,
  -- {"state": {"CXL": "cancelled"}}: what the words of the file mean, as the person matched them.
  add column field_values jsonb not null default '{}',
  add column check_state text check (check_state in ('waiting', 'doing', 'done', 'failed')),
  -- The mapping and choices that the check is about; another question is another check.
  add column check_settings jsonb,
  add column check_result jsonb,
  add column rows_checked bigint not null default 0;

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
