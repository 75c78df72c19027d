-- What keys ask about guests (docs/adr/0360): how much of its budget each caller has used, what each key asked in a minute until the job
-- write-key-lines makes a line of the audit log of it, and the same of keys that nobody has.
create table key_budgets (
  account_id bigint not null references accounts (id),
  -- The first of the keys that took each other's place.
  caller_id bigint not null,
  misses double precision not null default 0 check (misses >= 0),
  finds double precision not null default 0 check (finds >= 0),
  counted_at timestamptz not null,
  primary key (account_id, caller_id)
);
select protect_tenant_table('key_budgets');
-- A key is proven before its programme is known.
select admit_system_reader('key_budgets');

create table key_call_minutes (
  account_id bigint not null references accounts (id),
  kind text not null check (kind in ('feed', 'partner')),
  key_id bigint not null,
  -- Null: the key was refused.
  call text,
  minute timestamptz not null,
  last_at timestamptz not null,
  calls integer not null check (calls > 0),
  misses integer not null default 0,
  refused integer not null default 0,
  customer_ids bigint[] not null default '{}',
  ips inet[] not null default '{}',
  unique nulls not distinct (account_id, kind, key_id, call, minute)
);
select protect_tenant_table('key_call_minutes');
select admit_system_reader('key_call_minutes');

create table wrong_key_minutes (
  kind text not null check (kind in ('feed', 'partner')),
  ip inet not null,
  minute timestamptz not null,
  last_at timestamptz not null,
  calls integer not null check (calls > 0),
  hints text[] not null default '{}',
  primary key (kind, ip, minute)
);
alter table wrong_key_minutes enable row level security;
alter table wrong_key_minutes force row level security;
create policy product on wrong_key_minutes for all using ((select app_is_system())) with check ((select app_is_system()));

-- Whom a key may ask about: everybody of the programme, or the guests of its own facility.
alter table partner_keys add column reach text not null default 'programme' check (reach in ('programme', 'facility'));
