-- By how much a demo's days are ahead of real time: at most one row, read by processes that run with demo data alone (docs/adr/0520).
create table demo_clocks (
  is_only boolean primary key default true check (is_only),
  ahead_ms bigint not null check (ahead_ms >= 0)
);
alter table demo_clocks enable row level security;
alter table demo_clocks force row level security;
create policy clock on demo_clocks for all using ((select app_is_system())) with check ((select app_is_system()));
