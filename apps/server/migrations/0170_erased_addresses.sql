-- Addresses whose guests asked to be forgotten: known by a keyed hash alone, so that nothing is sent there when one comes again
-- without a new consent (docs/adr/0115).
create table erased_addresses (
  account_id bigint not null references accounts (id),
  address_hash bytea not null check (octet_length(address_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (account_id, address_hash)
);
select protect_tenant_table('erased_addresses');

-- A merge of somebody who was erased keeps that it happened and nothing of the two; it cannot be undone.
alter table customer_merges add column erased_at timestamptz;
