-- What staff write down of a guest: several notes, each with its day and its writer.
create table customer_notes (
  account_id bigint not null,
  id bigint generated always as identity,
  customer_id bigint not null,
  body text not null check (body <> ''),
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create index customer_notes_customer on customer_notes (account_id, customer_id, id desc);
select protect_tenant_table('customer_notes');

-- When a guest asked to be forgotten, and from when on what the guest register must keep goes too (docs/adr/0105).
alter table customers add column erased_at timestamptz, add column erase_rest_on date;
