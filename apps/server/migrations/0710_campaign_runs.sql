-- Runs of campaigns by their schedules (docs/adr/0496). Only what differs from the schedule stands here, and what is past: one that is
-- moved or left out, that was made, or that was missed.
alter table campaigns no force row level security;
alter table campaign_actions no force row level security;
create table campaign_runs (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  campaign_id bigint not null,
  campaign_action_id bigint not null,
  -- As the schedule has it.
  planned_at timestamptz not null,
  state text not null,
  moved_to timestamptz,
  reason text,
  created_by bigint references users (id),
  updated_by bigint references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, campaign_action_id, planned_at),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade,
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id) on delete cascade,
  constraint campaign_runs_state_check check (state in ('moved', 'left_out', 'made', 'missed')),
  constraint campaign_runs_moved check (state <> 'moved' or moved_to is not null),
  constraint campaign_runs_missed check ((state = 'missed') = (reason is not null)),
  constraint campaign_runs_reason_check check (reason in ('late', 'newer', 'stopped', 'not_in_force', 'starter_lost_right',
    'incomplete'))
);
create index campaign_runs_of_campaign on campaign_runs (account_id, campaign_id, planned_at);
create index campaign_runs_by_day on campaign_runs (account_id, (coalesce(moved_to, planned_at)));
select protect_tenant_table('campaign_runs');
alter table campaign_actions force row level security;

-- Facilities of the person who switched it on or resumed it: they narrow whom its runs mean. Null: the whole programme.
alter table campaigns add column run_facility_ids bigint[];
create index campaigns_ending on campaigns (campaign_end_dt) where status in ('active', 'stopped') and type <> 'basic';
alter table campaigns force row level security;
select admit_system_reader('campaign_segments');

-- How long after its moment a run is still made up.
alter table account_settings no force row level security;
alter table account_settings
  add column missed_run_hours smallint not null default 6,
  add constraint account_settings_missed_run_hours_check check (missed_run_hours between 1 and 48);
alter table account_settings force row level security;
