-- What a mail of one content is for everybody: made once, filled for each guest (docs/adr/0530).
create table mail_contents (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  compiled jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, hash)
);
select protect_tenant_table('mail_contents');
