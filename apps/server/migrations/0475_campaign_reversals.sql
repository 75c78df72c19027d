-- What was taken back of a campaign's points, by send, and of its stays together (push_action_id null): kept with each entry, beside
-- campaign_stay_figures, so that lists and pages tell what a campaign granted and what of it went back.
create table campaign_reversals (
  account_id bigint not null,
  campaign_id bigint not null,
  push_action_id bigint,
  points bigint not null,
  unique nulls not distinct (account_id, campaign_id, push_action_id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  foreign key (account_id, campaign_id, push_action_id) references push_actions (account_id, campaign_id, id)
);
-- The owner sees no rows of others under the policies while they are forced.
alter table grant_points no force row level security;
insert into campaign_reversals (account_id, campaign_id, push_action_id, points)
select account_id, campaign_id, push_action_id, -sum(grant_point)
from grant_points where campaign_id is not null and reverses_grant_point_id is not null
group by account_id, campaign_id, push_action_id;
alter table grant_points force row level security;
select protect_tenant_table('campaign_reversals');
