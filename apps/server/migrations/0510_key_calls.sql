-- The last calls of each key, for the page of the key: no body, no query, nothing of a guest. They are pruned by the job tend-feeds.
create table key_calls (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  feed_key_id bigint,
  partner_key_id bigint,
  called_at timestamptz not null,
  method text not null,
  path text not null,
  status integer not null,
  import_batch_id bigint,
  reasons jsonb,
  primary key (account_id, id),
  -- A facility without data may still be given to another programme, with its keys.
  foreign key (account_id, feed_key_id) references feed_keys (account_id, id) on update cascade,
  foreign key (account_id, partner_key_id) references partner_keys (account_id, id) on update cascade,
  check (num_nonnulls(feed_key_id, partner_key_id) = 1)
);
create index key_calls_of_feed_key on key_calls (account_id, feed_key_id, id desc) where feed_key_id is not null;
create index key_calls_of_partner_key on key_calls (account_id, partner_key_id, id desc) where partner_key_id is not null;
select protect_tenant_table('key_calls');

-- A key that takes another one's place is the same caller: what was asked with the old one is not done again with the new one.
alter table feed_keys add column first_key_id bigint;
alter table partner_keys add column first_key_id bigint;
