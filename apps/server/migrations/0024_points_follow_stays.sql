-- What a stay earns follows from the stays and from the rules of its check-out day alone (docs/adr/0012).

-- The rules of a basic campaign, version by version. Rows are never changed: the version of a day is the latest row that begins on or
-- before it, so that what was in force at the end of a past day can always be told.
create table campaign_rule_versions (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  -- First check-out day in Asia/Tokyo.
  valid_from date not null,
  -- Last check-out day of an explicit payment of older stays; empty for what is in force until the next version.
  valid_to date,
  -- False from the day on which the campaign was stopped.
  pays boolean not null,
  -- The campaign's own period as it stood.
  start_on date,
  end_on date,
  -- By priority: [{"segment_id", "tree", "actions": [{"action_id", "point": {…the entity's fields…}}]}].
  segments jsonb not null check (jsonb_typeof(segments) = 'array'),
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  check (valid_to >= valid_from),
  check (valid_to is null or pays)
);
create index campaign_rule_versions_campaign on campaign_rule_versions (account_id, campaign_id, id);
select protect_tenant_table('campaign_rule_versions');

-- Campaigns that were switched on before versions were kept: their rules as they stand, from the day of activation.
insert into campaign_rule_versions (account_id, campaign_id, valid_from, pays, start_on, end_on, segments, created_by)
select c.account_id, c.id, (coalesce(c.activated_at, c.created_at) at time zone 'Asia/Tokyo')::date, c.status = 'active',
  c.campaign_start_dt, c.campaign_end_dt, coalesce((
    select jsonb_agg(jsonb_build_object('segment_id', s.id, 'tree',
      coalesce(s.target, case when s.lua_script = 'true' then '{"combinator": "and", "rules": []}'::jsonb end), 'actions', coalesce((
        select jsonb_agg(jsonb_build_object('action_id', a.id, 'point', to_jsonb(p)) order by a.seq)
        from campaign_actions a join points p on p.account_id = a.account_id and p.campaign_action_id = a.id and p.active_status = 'active'
        where a.account_id = s.account_id and a.campaign_segment_id = s.id and a.type = 'point' and a.active_status = 'active'), '[]'))
      order by s.priority_seq)
    from campaign_segments s where s.account_id = c.account_id and s.campaign_id = c.id and s.active_status = 'active'), '[]'),
  c.updated_by
from campaigns c where c.type = 'basic' and c.status <> 'inactive';

-- A correction books the difference: a grant may be taken back in part, and more than once. It carries the first grant's date, rule
-- version and expiry.
drop index grant_points_reversal;
create index grant_points_reversals on grant_points (account_id, reverses_grant_point_id) where reverses_grant_point_id is not null;
alter table grant_points add column rule_version_id bigint;
alter table grant_points add foreign key (account_id, rule_version_id) references campaign_rule_versions (account_id, id);

-- Points whose expiry turns out not to have happened: a stay came late, or what had expired was never earned.
alter table point_adjustments drop constraint point_adjustments_kind_check;
alter table point_adjustments add constraint point_adjustments_kind_check
  check (kind in ('expired', 'revived', 'reversed', 'debt_incurred', 'debt_paid'));
create index point_adjustments_debts on point_adjustments (account_id, customer_id) include (kind, point)
  where kind in ('debt_incurred', 'debt_paid');
-- Lots that stays roll, emptied ones too: a use that is cancelled later must not find a stale day.
create index point_lots_rolling on point_lots (account_id, customer_id, expires_on) where rolling_days is not null;
