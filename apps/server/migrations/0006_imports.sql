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
  kind text not null default 'reservations' check (kind in ('reservations', 'stays', 'customers')),
  feed_key_id bigint,
  status text not null default 'uploaded' check (status in ('uploaded', 'waiting', 'running', 'done', 'failed', 'cancelled')),
  file_name text not null default '',
  encoding text check (encoding in ('utf-8', 'utf-8-bom', 'shift_jis')),
  header_line text not null default '',
  header_fingerprint text not null default '',
  -- {"column heading": "field"} and what a field needs besides, as the person confirmed it.
  mapping jsonb not null default '{}',
  -- The first rows, for the preview.
  preview jsonb not null default '[]',
  content_hash bytea,
  bytes_total bigint not null default 0 check (bytes_total >= 0),
  -- Committed together with the rows read so far: a restarted worker goes on from here.
  bytes_done bigint not null default 0 check (bytes_done >= 0),
  read_count integer not null default 0 check (read_count >= 0),
  new_count integer not null default 0 check (new_count >= 0),
  changed_count integer not null default 0 check (changed_count >= 0),
  unchanged_count integer not null default 0 check (unchanged_count >= 0),
  refused_count integer not null default 0 check (refused_count >= 0),
  new_customer_count integer not null default 0 check (new_customer_count >= 0),
  stay_count integer not null default 0 check (stay_count >= 0),
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
  check (bytes_done <= bytes_total)
);
create index import_batches_open on import_batches (account_id, status) where status in ('waiting', 'running');
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
  kind text not null default 'reservations' check (kind in ('reservations', 'stays', 'customers')),
  mapping jsonb not null,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, header_fingerprint, kind)
);
select protect_tenant_table('import_mappings');

create table import_rejections (
  account_id bigint not null,
  import_batch_id bigint not null,
  line_no bigint not null check (line_no > 0),
  -- [{"code", "field"}]: the texts belong to the reader's language.
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
  reservation_system text,
  reservation_system_virtual text,
  reservation_system_code text,
  reservation_system_name text,
  original_reservation_code text,
  plan_code text,
  reserved_price bigint,
  reserved_payment_price bigint,
  reserved_date date,
  check_in_date date,
  check_out_date date,
  tel text,
  reservation_status text,
  cancel_date date,
  is_no_show boolean,
  reserved_min_room_count integer,
  group_type text,
  language_code text,
  adult_count integer,
  child_count integer,
  room_type text,
  room_code text,
  transaction_code text,
  confirmed_date date,
  use_price bigint,
  use_price_detail jsonb,
  payment_price bigint,
  is_online_check_in boolean,
  is_online_check_out boolean,
  member_number text,
  name text,
  name_kana text,
  gender text,
  birthday date,
  email text,
  guest_tel text,
  guest_tel_national text,
  postcode text,
  address text,
  nationality text,
  customer_type_code text,
  booking_channel_code text,
  typed jsonb,
  source_updated_at timestamptz,
  content_hash bytea
);
