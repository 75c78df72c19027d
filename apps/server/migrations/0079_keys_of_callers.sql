-- The same idempotency key from two callers is two requests (docs/adr/0078). No call has saved an answer yet, and answers live 48 hours.
drop table idempotency_keys;
create table idempotency_keys (
  account_id bigint not null references accounts (id),
  -- Whose key it is: a facility's feed, a booking engine, or a person.
  caller_kind text not null check (caller_kind in ('feed', 'partner', 'user')),
  -- feed_keys.id, partner_keys.id or users.id.
  caller_id bigint not null,
  key text not null check (key <> ''),
  request_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, caller_kind, caller_id, key)
);
create index idempotency_keys_age on idempotency_keys (account_id, created_at);
select protect_tenant_table('idempotency_keys');
