-- How reservations and stays come in: feed keys, uploaded files, their mapping, progress and refused rows.

-- The key of a feed is hashed; a feed proves itself before a scope is known, hence the system reader.
create table feed_keys (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  facility_account_id bigint not null references accounts (id),
  -- Empty for the plain JSON feed.
  feed_channel text check (feed_channel in ('dynalution', 's4')),
  name text not null check (name <> ''),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  -- The first characters, so that a person can tell keys apart.
  key_hint text not null,
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id)
);
select protect_tenant_table('feed_keys');
select admit_system_reader('feed_keys');

create table import_batches (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  facility_account_id bigint not null references accounts (id),
  source text not null check (source in ('csv', 'plain', 'dynalution', 's4')),
  feed_key_id bigint,
  state text not null default 'uploading'
    check (state in ('uploading', 'uploaded', 'queued', 'running', 'done', 'cancelled', 'failed')),
  file_name text not null default '',
  encoding text check (encoding in ('utf-8', 'utf-8-bom', 'shift_jis')),
  delimiter text,
  header_fingerprint text not null default '',
  -- {"field": "column heading"} as the person confirmed it.
  mapping jsonb not null default '{}',
  byte_size bigint not null default 0 check (byte_size >= 0),
  bytes_received bigint not null default 0 check (bytes_received >= 0),
  -- Committed together with the rows read so far: a restarted worker goes on from here.
  bytes_done bigint not null default 0 check (bytes_done >= 0),
  rows_read bigint not null default 0 check (rows_read >= 0),
  rows_new bigint not null default 0 check (rows_new >= 0),
  rows_changed bigint not null default 0 check (rows_changed >= 0),
  rows_unchanged bigint not null default 0 check (rows_unchanged >= 0),
  rows_refused bigint not null default 0 check (rows_refused >= 0),
  customers_new bigint not null default 0 check (customers_new >= 0),
  stays_applied bigint not null default 0 check (stays_applied >= 0),
  error text,
  -- Raised by each worker that takes the batch; a worker that finds another value stops writing.
  fencing_token bigint not null default 0,
  heartbeat_at timestamptz,
  cancel_requested boolean not null default false,
  started_at timestamptz,
  finished_at timestamptz,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, feed_key_id) references feed_keys (account_id, id),
  check (bytes_received <= byte_size and bytes_done <= bytes_received)
);
create index import_batches_open on import_batches (account_id, state) where state in ('queued', 'running');
select protect_tenant_table('import_batches');
select admit_system_reader('import_batches');

-- The uploaded bytes in pieces, so that any worker of any process can start or go on; removed when the batch has ended.
create table import_files (
  account_id bigint not null,
  import_batch_id bigint not null,
  seq integer not null check (seq >= 0),
  start_byte bigint not null check (start_byte >= 0),
  bytes bytea not null,
  primary key (account_id, import_batch_id, seq),
  foreign key (account_id, import_batch_id) references import_batches (account_id, id) on delete cascade
);
alter table import_files alter column bytes set storage external;
select protect_tenant_table('import_files');

-- The mapping last used for a heading row, offered again when a file with the same headings comes.
create table import_mappings (
  account_id bigint not null references accounts (id),
  header_fingerprint text not null,
  mapping jsonb not null,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, header_fingerprint)
);
select protect_tenant_table('import_mappings');

create table import_rejections (
  account_id bigint not null,
  import_batch_id bigint not null,
  line_no bigint not null check (line_no > 0),
  -- [{"code", "field", "value"}]: the texts belong to the reader's language.
  reasons jsonb not null,
  raw text not null,
  primary key (account_id, import_batch_id, line_no),
  foreign key (account_id, import_batch_id) references import_batches (account_id, id) on delete cascade
);
select protect_tenant_table('import_rejections');

-- One validated row on its way in. COPY is refused on tables under row-level security, so the staging table is a temporary
-- one of this type: create temp table import_rows of import_row on commit drop.
create type import_row as (
  line_no bigint,
  content_hash bytea,
  reservation_code text,
  reservation_status text,
  state text,
  reserved_date date,
  check_in_date date,
  check_out_date date,
  reserved_price bigint,
  use_price bigint,
  payment_price bigint,
  plan_code text,
  room_type text,
  room_code text,
  adult_count integer,
  child_count integer,
  group_type text,
  language_code text,
  guest_type text,
  member_number text,
  guest_name text,
  guest_name_kana text,
  email text,
  tel text,
  tel_national text,
  postcode text,
  address text,
  gender text,
  birthday date,
  nationality text,
  cancel_date date,
  transaction_code text,
  confirmed_date date,
  booking_channel text,
  source_updated_at timestamptz,
  -- What was typed, for the fields that normalising changed.
  typed jsonb
);
