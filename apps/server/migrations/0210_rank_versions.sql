-- Rank definitions with the day from which they count (docs/adr/0135). `ranks` and `rank_details` are what is in force; a tier keeps its
-- id from version to version, so that campaigns, views and held ranks go on naming it.

create table rank_versions (
  account_id bigint not null,
  id bigint generated always as identity,
  rank_id bigint not null,
  valid_from date not null,
  definition text not null check (definition in ('stay', 'use_price', 'get_point')),
  use_point_unit integer not null check (use_point_unit > 0),
  active_month integer not null check (active_month between 1 and 120),
  base_month integer not null check (base_month between 1 and 120),
  base_date smallint not null check (base_date between 1 and 31),
  -- The tiers, the best first: id, name, total_stay, total_use_price, total_get_point, priority, min_use_point, max_use_point.
  details jsonb not null check (jsonb_typeof(details) = 'array'),
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, rank_id, valid_from),
  foreign key (account_id, rank_id) references ranks (account_id, id)
);
select protect_tenant_table('rank_versions');

-- Days are days in Japan.
alter table ranks add column valid_from date not null default ((now() at time zone 'Asia/Tokyo')::date);
alter table ranks no force row level security;
update ranks set valid_from = (created_at at time zone 'Asia/Tokyo')::date;

alter table rank_details no force row level security;
alter table rank_versions no force row level security;
insert into rank_versions (account_id, rank_id, valid_from, definition, use_point_unit, active_month, base_month, base_date, details, created_by)
select r.account_id, r.id, r.valid_from, r.definition, r.use_point_unit, r.active_month, r.base_month, r.base_date,
  coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'total_stay', d.total_stay,
      'total_use_price', d.total_use_price, 'total_get_point', d.total_get_point, 'priority', d.priority,
      'min_use_point', d.min_use_point, 'max_use_point', d.max_use_point) order by d.priority)
    from rank_details d where d.account_id = r.account_id and d.rank_id = r.id and d.active_status = 'active'), '[]'),
  r.created_by
from ranks r;
alter table ranks force row level security;
alter table rank_details force row level security;
alter table rank_versions force row level security;
