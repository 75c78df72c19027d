-- Null: one use may be as small as the unit. 0 said the same and was told to booking engines as a minimum of none.
alter table rank_details alter column min_use_point drop not null, alter column min_use_point drop default;
alter table rank_details no force row level security;
update rank_details set min_use_point = null where min_use_point = 0;
alter table rank_details force row level security;
