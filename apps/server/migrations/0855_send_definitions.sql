-- Whom a campaign meant when it was sent (docs/adr/0567): once for all sends that meant the same, found by a hash.
create table send_definitions (
  account_id bigint not null references accounts (id),
  campaign_id bigint not null,
  digest bytea not null,
  -- Its segments in their order: id, target, and whether it means occasions of reservations.
  segments jsonb not null,
  created_at timestamptz not null default now(),
  primary key (account_id, campaign_id, digest),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
select protect_tenant_table('send_definitions');

-- Null: of an event, or from before this was kept. No key: definitions never end, and its check would read a large table whole.
alter table push_actions add column definition_digest bytea;
