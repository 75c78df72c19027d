-- Conditions that are kept under a name and put into other campaigns. A campaign takes a copy: what is sent or approved follows nothing.
create table saved_conditions (
  account_id bigint not null references accounts (id),
  id bigint not null generated always as identity,
  name text not null,
  target jsonb not null,
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, name),
  check (name <> '')
);
alter table saved_conditions enable row level security;
alter table saved_conditions force row level security;
create policy tenant on saved_conditions for all
  using (account_id = any ((select app_account_ids())::bigint[])) with check (account_id = any ((select app_account_ids())::bigint[]));
