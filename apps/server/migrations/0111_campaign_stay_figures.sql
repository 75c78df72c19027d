-- What stays earned by a basic campaign, kept with each booking: lists and pages read this, not the ledger (docs/adr/0070).
create table campaign_stay_figures (
  account_id bigint not null,
  campaign_id bigint not null,
  -- Entries of the ledger, those that took something back included.
  entries bigint not null,
  -- Guests with at least one entry.
  customers bigint not null,
  points bigint not null,
  primary key (account_id, campaign_id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
-- The owner sees no rows of others under the policies while they are forced.
alter table grant_points no force row level security;
insert into campaign_stay_figures (account_id, campaign_id, entries, customers, points)
select account_id, campaign_id, count(*), count(distinct customer_id), sum(grant_point)
from grant_points where campaign_id is not null and push_action_id is null group by account_id, campaign_id;
alter table grant_points force row level security;
select protect_tenant_table('campaign_stay_figures');
