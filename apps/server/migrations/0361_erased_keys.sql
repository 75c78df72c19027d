-- Member numbers, and telephones with the reading of the name, of guests who asked to be forgotten: known by a keyed hash alone, so that a
-- file of customers does not bring them back unseen (docs/adr/0188). Their mail addresses stand in erased_addresses.
create table erased_keys (
  account_id bigint not null references accounts (id),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (account_id, key_hash)
);
select protect_tenant_table('erased_keys');
