-- A deleted definition has no tiers from the day of its deletion on, so that evenings before it can still be told.
alter table ranks no force row level security;
alter table rank_versions no force row level security;
insert into rank_versions (account_id, rank_id, valid_from, definition, use_point_unit, active_month, base_month, base_date, details)
select account_id, id, (updated_at at time zone 'Asia/Tokyo')::date, definition, use_point_unit, active_month, base_month, base_date, '[]'
from ranks where active_status <> 'active'
on conflict (account_id, rank_id, valid_from) do update set details = excluded.details;
alter table ranks force row level security;
alter table rank_versions force row level security;
