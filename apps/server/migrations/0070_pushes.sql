-- A push stands on its own (docs/adr/0070): whose it is, through which channel it goes and what started it are columns of it, so that no
-- statement goes through segments and actions to find its campaign. Its figures are kept as recipients change.
-- Rows are moved by the owner, who is under the policies too while they are forced.
-- (Checking a key reads both tables.)
alter table campaigns no force row level security;
alter table campaign_segments no force row level security;
alter table campaign_actions no force row level security;
alter table push_actions no force row level security;
alter table push_action_targets no force row level security;
alter table grant_points no force row level security;
-- Looked at by the keys below: a key that is added asks only for rows that the owner sees.
alter table campaigns no force row level security;

alter table push_actions
  add campaign_id bigint,
  add campaign_segment_id bigint,
  add channel text check (channel in ('point', 'coupon', 'line', 'mail')),
  -- What its recipients got in points.
  add granted_points bigint not null default 0,
  -- By hand; a schedule; the date rules birthday and days since the last stay; a reservation or a stay, so many days before or after.
  add started_by text not null default 'by_hand'
    check (started_by in ('by_hand', 'schedule', 'birthday', 'days_since_last_stay', 'stay_reservation', 'stay_transaction')),
  add stay_reservation_id bigint,
  add offset_days smallint,
  add foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  add constraint push_actions_started_by_names_its_cause check (
    (stay_reservation_id is not null) = (started_by = 'stay_reservation')
    and (stay_transaction_id is not null) = (started_by = 'stay_transaction')
    and (offset_days is not null) = (started_by in ('birthday', 'days_since_last_stay', 'stay_reservation', 'stay_transaction')));
update push_actions p set campaign_id = s.campaign_id, campaign_segment_id = s.id, channel = a.type,
    granted_points = coalesce((select sum(g.grant_point) from grant_points g
      where g.account_id = p.account_id and g.action_id = p.campaign_action_id and g.push_action_id = p.id), 0)
  from campaign_actions a join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
  where a.account_id = p.account_id and a.id = p.campaign_action_id;
-- Until now the figures of a push under way were written every few seconds.
update push_actions p set target_count = n.targets, sent_count = n.sent, skipped_count = n.skipped, failed_count = n.failed,
    unknown_count = n.unknown
  from (select account_id, push_action_id, count(*) as targets, count(*) filter (where outcome = 'sent') as sent,
      count(*) filter (where outcome = 'skipped') as skipped, count(*) filter (where outcome = 'failed') as failed,
      count(*) filter (where outcome = 'unknown') as unknown
    from push_action_targets group by account_id, push_action_id) n
  where n.account_id = p.account_id and n.push_action_id = p.id and p.push_status in ('standby', 'doing');
alter table push_actions
  alter campaign_id set not null,
  alter campaign_segment_id set not null,
  alter channel set not null,
  alter started_by drop default,
  add unique (account_id, campaign_id, id),
  add foreign key (account_id, campaign_id) references campaigns (account_id, id),
  add foreign key (account_id, campaign_segment_id) references campaign_segments (account_id, id);

alter table push_action_targets
  add campaign_id bigint,
  add granted_points bigint check (granted_points > 0);
update push_action_targets t set campaign_id = p.campaign_id, granted_points = (select sum(g.grant_point) from grant_points g
    where p.channel = 'point' and g.account_id = t.account_id and g.push_action_id = t.push_action_id and g.customer_id = t.customer_id
      and g.action_id = p.campaign_action_id)
  from push_actions p where p.account_id = t.account_id and p.id = t.push_action_id;
alter table push_action_targets
  alter campaign_id set not null,
  drop constraint push_action_targets_account_id_push_action_id_fkey,
  add foreign key (account_id, campaign_id, push_action_id) references push_actions (account_id, campaign_id, id);

alter table grant_points add campaign_id bigint;
update grant_points g set campaign_id = s.campaign_id
  from campaign_actions a join campaign_segments s on s.account_id = a.account_id and s.id = a.campaign_segment_id
  where g.action_id is not null and a.account_id = g.account_id and a.id = g.action_id;
alter table grant_points
  add check (num_nonnulls(action_id, campaign_id) in (0, 2)),
  add check (push_action_id is null or campaign_id is not null),
  drop constraint grant_points_account_id_push_action_id_fkey,
  add foreign key (account_id, campaign_id) references campaigns (account_id, id),
  add foreign key (account_id, campaign_id, push_action_id) references push_actions (account_id, campaign_id, id);
-- What a basic campaign has paid for stays, in its list and on its page. (What pushes gave is kept on them.)
create index grant_points_campaign on grant_points (account_id, campaign_id) include (grant_point, customer_id)
  where campaign_id is not null and push_action_id is null;

alter table campaigns force row level security;
alter table campaign_segments force row level security;
alter table campaign_actions force row level security;
alter table push_actions force row level security;
alter table push_action_targets force row level security;
alter table grant_points force row level security;
alter table campaigns force row level security;
