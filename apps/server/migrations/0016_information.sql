-- Notices the provider writes for everybody who signs in: not a tenant's rows, hence no policy.
create table information (
  id bigint generated always as identity primary key,
  headline text not null check (headline <> ''),
  text text not null default '',
  tag text not null default 'none' check (tag in ('none', 'important')),
  release_date date not null,
  expiration_date date,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expiration_date >= release_date)
);
create index information_released on information (release_date desc);
