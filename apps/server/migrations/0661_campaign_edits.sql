-- What a campaign said within the last hour: each row is a version that another one has replaced, so that it can be put back.
create table campaign_edits (
  account_id bigint not null,
  campaign_id bigint not null,
  version integer not null,
  document jsonb not null,
  saved_by bigint,
  saved_at timestamptz not null,
  replaced_at timestamptz not null,
  primary key (account_id, campaign_id, version),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  check (jsonb_typeof(document) = 'object')
);
alter table campaign_edits enable row level security;
alter table campaign_edits force row level security;
create policy tenant on campaign_edits for all
  using (account_id = any ((select app_account_ids())::bigint[])) with check (account_id = any ((select app_account_ids())::bigint[]));
