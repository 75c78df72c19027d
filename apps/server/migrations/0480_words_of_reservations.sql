-- Who said what when, as far as the columns do not show it (packages/domain/src/stays/said-at.ts); null: they show all of it.
alter table stay_reservations add column said_at jsonb;
-- Rows of feeds that say nothing of whose stay it was or when, and whose reservation has not come yet: they wait for it.
alter table feed_rows drop constraint feed_rows_check, drop constraint feed_rows_fate_check;
alter table feed_rows
  add constraint feed_rows_check check ((fate in ('refused', 'waiting')) = (raw is not null)) not valid,
  add constraint feed_rows_fate_check check (fate in ('new', 'changed', 'unchanged', 'refused', 'waiting', 'dismissed')) not valid;
