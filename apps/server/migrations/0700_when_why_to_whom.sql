-- The document of a campaign says when each action happens, why, and to whom it counts (docs/adr/0490). Nothing has written schedules yet,
-- and no campaign a control group.
alter table campaigns no force row level security;
alter table campaigns
  add column purpose text not null default 'marketing',
  add column priority smallint not null default 5,
  add constraint campaigns_purpose_check check (purpose in ('marketing', 'service')
    and (purpose <> 'service' or (type = 'customer_service' and control_rate = 0))),
  add constraint campaigns_priority_check check (priority between 1 and 9),
  drop constraint campaigns_control_rate_check,
  alter column control_rate type smallint,
  add constraint campaigns_control_rate_check check (control_rate between 0 and 50);
alter table campaigns force row level security;

alter table schedules no force row level security;
alter table campaign_actions no force row level security;
alter table schedules
  alter column minute drop default,
  alter column hour drop default,
  alter column day_of_month drop default,
  alter column month drop default,
  alter column day_of_week drop default,
  alter column year drop default,
  add column once_per text,
  add column once_days smallint,
  add constraint schedules_once_per_check check (once_per in ('year', 'days', 'ever')),
  add constraint schedules_once_days_check check (once_days > 0),
  add constraint schedules_once_check check ((once_per is not distinct from 'days') = (once_days is not null)),
  drop constraint schedules_account_id_campaign_action_id_fkey,
  add constraint schedules_action_fkey foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id)
    on delete cascade;

create table triggers (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_action_id bigint not null,
  base text not null,
  offset_days smallint not null,
  "time" time not null,
  once_per text not null,
  once_days smallint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_action_id),
  constraint triggers_action_fkey foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id)
    on delete cascade,
  constraint triggers_base_check check (base in ('before_check_in', 'check_in', 'before_check_out', 'after_check_out', 'reserved',
    'cancelled', 'birthday', 'last_stay', 'points_expire', 'rank_gained', 'rank_ends', 'first_stay', 'registered')),
  constraint triggers_offset_days_check check (offset_days between 0 and 730),
  constraint triggers_once_per_check check (once_per in ('stay', 'year', 'days', 'ever')),
  constraint triggers_once_days_check check (once_days > 0),
  constraint triggers_once_check check ((once_per = 'days') = (once_days is not null))
);
select protect_tenant_table('triggers');
select admit_system_reader('triggers');
alter table campaign_actions force row level security;
alter table schedules force row level security;

-- What could be put back for an hour was said in documents without these fields.
truncate campaign_edits;
