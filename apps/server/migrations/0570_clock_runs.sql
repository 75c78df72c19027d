-- Work that comes by the clock: which hour of it was put into its queue last, and which is done, so that what a machine that was off has
-- missed is made up for, once (docs/adr/0350).
create table clock_runs (
  job text primary key,
  -- The newest hour that was put into the queue, and when.
  due_at timestamptz not null,
  queued_at timestamptz not null,
  -- Up to this hour the work is done.
  served_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  failed_at timestamptz,
  fault text,
  check ((failed_at is null) = (fault is null))
);
alter table clock_runs enable row level security;
alter table clock_runs force row level security;
create policy clock on clock_runs for all using ((select app_is_system())) with check ((select app_is_system()));
