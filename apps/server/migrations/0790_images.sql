-- Pictures of mails, made anew from what was uploaded. The hash is keyed, so that nobody finds a picture, or learns that somebody has one.
create table images (
  account_id bigint not null references accounts (id),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/gif')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  byte_size integer not null check (byte_size > 0),
  bytes bytea not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  -- Whoever uploads one again begins its term anew.
  uploaded_at timestamptz not null,
  primary key (account_id, hash)
);
-- Packed already.
alter table images alter column bytes set storage external;
select protect_tenant_table('images');
-- Its address names no tenant.
select admit_system_reader('images');
