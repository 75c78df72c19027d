-- Migration 0024 was to keep the rules of campaigns that were switched on before versions were kept; as the owner it saw no row, for the
-- policies hold for it too. The same, with them lifted, for campaigns that still have no version (docs/adr/0076).
alter table campaigns no force row level security;
alter table campaign_segments no force row level security;
alter table campaign_actions no force row level security;
alter table points no force row level security;
alter table campaign_rule_versions no force row level security;
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
from campaigns c where c.type = 'basic' and c.status <> 'inactive'
  and not exists (select from campaign_rule_versions v where v.account_id = c.account_id and v.campaign_id = c.id);
alter table campaigns force row level security;
alter table campaign_segments force row level security;
alter table campaign_actions force row level security;
alter table points force row level security;
alter table campaign_rule_versions force row level security;
