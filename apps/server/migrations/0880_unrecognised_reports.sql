-- Reports about mails, and a provider's events, that were not understood: counted by day, deleted after a week (docs/adr/0543).

create table unrecognised_reports (
  -- The programme of the return path; the provider's own account where no mail is named.
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  -- Day in Tokyo.
  received_on date not null,
  source text not null check (source in ('smtp', 'sendgrid')),
  -- The row that only counts what comes after the day's rows are used up.
  is_overflow boolean not null default false,
  -- The sending server's HELO name, or its address.
  server text not null,
  status_codes text[] not null,
  -- Addresses, telephone numbers and long tokens are masked.
  excerpt text not null,
  occurrences integer not null check (occurrences > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The guest of the return path. Null: none is named.
  customer_id bigint,
  -- The whole first report, sealed (session/sealed-places.ts). Null: not kept.
  sealed text,
  primary key (account_id, id),
  unique (account_id, received_on, source, is_overflow, server, status_codes, excerpt),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select protect_tenant_table('unrecognised_reports');
-- The provider lists those of all programmes.
select admit_system_reader('unrecognised_reports');
