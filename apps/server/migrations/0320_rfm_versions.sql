-- RFM definitions with the day from which they count, so that the evening of any day can be told by what was in force then
-- (docs/adr/0172). rfms, rfm_details and rfm_groups are what is in force; a group keeps its id from version to version.
create table rfm_versions (
  account_id bigint not null,
  rfm_id bigint not null,
  valid_from date not null,
  frequency_aggregation_years integer not null check (frequency_aggregation_years between 1 and 20),
  monetary_aggregation_years integer not null check (monetary_aggregation_years between 1 and 20),
  -- The five thresholds; none from the day on which the RFM was taken out of use.
  details jsonb not null check (jsonb_typeof(details) = 'array'),
  groups jsonb not null check (jsonb_typeof(groups) = 'array'),
  -- The accounts of its account group; null: the account's own RFM, which counts all stays.
  facility_ids bigint[],
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, rfm_id, valid_from),
  foreign key (account_id, rfm_id) references rfms (account_id, id)
);
select protect_tenant_table('rfm_versions');

alter table rfms no force row level security;
alter table rfm_details no force row level security;
alter table rfm_groups no force row level security;
alter table rfm_versions no force row level security;
alter table account_groups no force row level security;
alter table audit_logs no force row level security;

-- The log of changes holds what stood before each: so every version that was ever in force is known. What an account starts with has
-- no first day; what a group shares begins when it was made. Who was in the group earlier is not known: as today.
insert into rfm_versions (account_id, rfm_id, valid_from, frequency_aggregation_years, monetary_aggregation_years, details, groups,
  facility_ids, created_by)
with saved as (
  select r.account_id, r.id as rfm_id, l.id as line, (l.at at time zone 'Asia/Tokyo')::date as day,
    (l.before ->> 'frequency_aggregation_years')::integer as frequency_years,
    (l.before ->> 'monetary_aggregation_years')::integer as monetary_years, l.before -> 'details' as details, l.before -> 'groups' as groups
  from rfms r join audit_logs l on l.account_id = r.account_id and l.entity = 'rfms' and l.entity_id = r.id and l.action = 'update'
  where jsonb_typeof(l.before -> 'details') = 'array' and jsonb_typeof(l.before -> 'groups') = 'array'
    and l.before ? 'frequency_aggregation_years' and l.before ? 'monetary_aggregation_years'
), standing as (
  select s.* from saved s
  union all
  select r.account_id, r.id, null, null, r.frequency_aggregation_years, r.monetary_aggregation_years,
    coalesce((select jsonb_agg(jsonb_build_object('score', d.score, 'recency', d.recency, 'frequency', d.frequency,
        'monetary', d.monetary, 'priority', d.priority) order by d.score)
      from rfm_details d where d.account_id = r.account_id and d.rfm_id = r.id), '[]'),
    coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'recency_score', g.recency_score,
        'frequency_score', g.frequency_score, 'monetary_score', g.monetary_score, 'priority', g.priority) order by g.priority, g.id)
      from rfm_groups g where g.account_id = r.account_id and g.rfm_id = r.id and g.active_status = 'active'), '[]')
  from rfms r
), dated as (
  select s.*, r.group_id, r.created_by,
    coalesce(lag(s.day) over w, case when r.group_id is null then date '0001-01-01'
      else (r.created_at at time zone 'Asia/Tokyo')::date end) as valid_from
  from standing s join rfms r on r.account_id = s.account_id and r.id = s.rfm_id
  window w as (partition by s.account_id, s.rfm_id order by s.line nulls last)
)
-- Of several changes on one day the last one stood on its evening.
select distinct on (account_id, rfm_id, valid_from) account_id, rfm_id, valid_from, frequency_years, monetary_years, details, groups,
  case when group_id is not null then coalesce((select array_agg(m.account_id order by m.account_id) from account_groups m
    where m.group_id = dated.group_id and m.active_status = 'active'), '{}') end, created_by
from dated order by account_id, rfm_id, valid_from, line desc nulls first;

insert into rfm_versions (account_id, rfm_id, valid_from, frequency_aggregation_years, monetary_aggregation_years, details, groups)
select account_id, id, (updated_at at time zone 'Asia/Tokyo')::date, frequency_aggregation_years, monetary_aggregation_years, '[]', '[]'
from rfms where active_status <> 'active'
on conflict (account_id, rfm_id, valid_from) do update set details = '[]', groups = '[]';

alter table rfms force row level security;
alter table rfm_details force row level security;
alter table rfm_groups force row level security;
alter table rfm_versions force row level security;
alter table account_groups force row level security;
alter table audit_logs force row level security;
