-- Reservations and stays as the hotel's systems report them, and what applying a stay did.

create table account_booking_channels (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
  -- Agencies hide their guests behind their own mail domains: such an address joins nobody to a member.
  masked_email_domains text[] not null default '{}',
  sort_order integer not null default 0,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, code)
);
select protect_tenant_table('account_booking_channels');

-- What a feed calls the channel.
create table account_booking_channel_linkages (
  account_id bigint not null,
  id bigint generated always as identity,
  account_booking_channel_id bigint not null,
  feed_channel text not null check (feed_channel in ('dynalution', 's4')),
  external_code text not null check (external_code <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, feed_channel, external_code),
  foreign key (account_id, account_booking_channel_id) references account_booking_channels (account_id, id)
);
create index account_booking_channel_linkages_channel
  on account_booking_channel_linkages (account_id, account_booking_channel_id);
select protect_tenant_table('account_booking_channel_linkages');

create table stay_reservations (
  account_id bigint not null,
  id bigint generated always as identity,
  facility_account_id bigint not null,
  -- The representative, once identified: empty for agency and group bookings that wait in the merge queue. Held here and
  -- in stay_reservation_customers, because lists, points and conversions ask only for the representative.
  customer_id bigint,
  reservation_system text not null default 'NONE' check (reservation_system in ('NONE', 'DYN_DI')),
  reservation_system_virtual text not null default '',
  reservation_system_code text not null default '',
  reservation_system_name text not null default '',
  account_booking_channel_id bigint,
  original_reservation_code text not null check (original_reservation_code <> ''),
  plan_code text not null default '',
  reserved_price bigint not null default 0 check (reserved_price >= 0),
  reserved_payment_price bigint not null default 0 check (reserved_payment_price >= 0),
  reserved_date date,
  check_in_date date not null,
  check_out_date date not null,
  -- Days of the week, 0 = Sunday, and nights: what weekday and length-of-stay conditions ask for. Computed when read.
  check_in_day smallint generated always as (extract(dow from check_in_date)::smallint) virtual,
  check_out_day smallint generated always as (extract(dow from check_out_date)::smallint) virtual,
  stay_days integer generated always as (check_out_date - check_in_date) virtual,
  tel text,
  reservation_status text not null default 'reserved' check (reservation_status in ('reserved', 'go_show')),
  cancel_date date,
  -- A no-show is a reservation without a stay; with cancel_date it tells the derived states apart.
  is_no_show boolean not null default false,
  grant_status text not null default 'not_granted' check (grant_status in ('not_granted', 'granted', 'excluded')),
  reserved_min_room_count integer not null default 1 check (reserved_min_room_count >= 0),
  group_type text not null default 'individual' check (group_type in ('individual', 'group')),
  language_code text not null default 'ja' check (language_code in ('ja', 'en')),
  registration_card_status text not null default 'not_filled' check (registration_card_status in ('not_filled', 'filled')),
  -- Hash of the guest link's token.
  registration_card_url_params bytea,
  -- The newest source timestamp wins, whatever the order of arrival; an unchanged re-import writes nothing.
  source_updated_at timestamptz,
  content_hash bytea,
  -- import_batches.id; without a foreign key, like created_by.
  import_batch_id bigint,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  -- Codes are the facility's own: two facilities of one programme may both count from 1.
  unique (account_id, facility_account_id, reservation_system, original_reservation_code),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, account_booking_channel_id) references account_booking_channels (account_id, id),
  check (check_out_date >= check_in_date)
);
create index stay_reservations_customer on stay_reservations (account_id, customer_id, check_in_date desc);
create index stay_reservations_check_in on stay_reservations (account_id, check_in_date, facility_account_id);
create unique index stay_reservations_card on stay_reservations (account_id, registration_card_url_params)
  where registration_card_url_params is not null;
select protect_tenant_table('stay_reservations');
select require_facility('stay_reservations');

-- The same stay reported by two channels points at one reservation.
create table stay_reservation_linkages (
  account_id bigint not null,
  id bigint generated always as identity,
  facility_account_id bigint not null references accounts (id),
  stay_reservation_id bigint not null,
  feed_channel text not null check (feed_channel in ('dynalution', 's4')),
  reservation_code text not null check (reservation_code <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, facility_account_id, feed_channel, reservation_code),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id)
);
create index stay_reservation_linkages_reservation on stay_reservation_linkages (account_id, stay_reservation_id);
select protect_tenant_table('stay_reservation_linkages');

-- Guests named in a reservation. Those who are nobody's customer yet keep what was said of them.
create table stay_reservation_customers (
  account_id bigint not null,
  id bigint generated always as identity,
  stay_reservation_id bigint not null,
  customer_id bigint,
  guest_type text not null check (guest_type in ('representative', 'companion')),
  name text not null default '',
  name_kana text,
  email text,
  tel text,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create unique index stay_reservation_customers_representative on stay_reservation_customers (account_id, stay_reservation_id)
  where guest_type = 'representative';
create index stay_reservation_customers_reservation on stay_reservation_customers (account_id, stay_reservation_id)
  where guest_type = 'companion';
create index stay_reservation_customers_customer on stay_reservation_customers (account_id, customer_id)
  where customer_id is not null and guest_type = 'companion';
select protect_tenant_table('stay_reservation_customers');

-- A confirmed stay.
create table stay_transactions (
  account_id bigint not null,
  id bigint generated always as identity,
  facility_account_id bigint not null,
  stay_reservation_id bigint not null,
  -- The representative, repeated from stay_customers: RFM and totals read millions of stays by customer from one
  -- covering index and must not join for it.
  customer_id bigint,
  transaction_code text not null check (transaction_code <> ''),
  confirmed_date date not null,
  use_price bigint not null check (use_price >= 0),
  -- What the price is made of, as the source names it: [{"name", "price"}].
  use_price_detail jsonb not null default '[]' check (jsonb_typeof(use_price_detail) = 'array'),
  payment_price bigint not null default 0 check (payment_price >= 0),
  check_in_date date not null,
  check_out_date date not null,
  is_online_check_in boolean not null default false,
  is_online_check_out boolean not null default false,
  source_updated_at timestamptz,
  content_hash bytea,
  -- import_batches.id; without a foreign key, like created_by.
  import_batch_id bigint,
  -- Set when the stay was cancelled at the source; a corrected stay is reversed and applied again.
  reversed_at timestamptz,
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, facility_account_id, transaction_code),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  check (check_out_date >= check_in_date)
);
create index stay_transactions_rfm on stay_transactions (account_id, customer_id, check_in_date)
  include (check_out_date, use_price) where reversed_at is null;
create index stay_transactions_reservation on stay_transactions (account_id, stay_reservation_id);
create index stay_transactions_confirmed on stay_transactions (account_id, confirmed_date, facility_account_id);
select protect_tenant_table('stay_transactions');
select require_facility('stay_transactions');

create table stay_customers (
  account_id bigint not null,
  id bigint generated always as identity,
  stay_transaction_id bigint not null,
  customer_id bigint,
  guest_type text not null check (guest_type in ('representative', 'companion')),
  name text not null default '',
  name_kana text,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, stay_transaction_id) references stay_transactions (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create unique index stay_customers_representative on stay_customers (account_id, stay_transaction_id)
  where guest_type = 'representative';
create index stay_customers_transaction on stay_customers (account_id, stay_transaction_id) where guest_type = 'companion';
create index stay_customers_customer on stay_customers (account_id, customer_id)
  where customer_id is not null and guest_type = 'companion';
select protect_tenant_table('stay_customers');

-- Rooms of a reservation; a room keeps its row when the stay is confirmed.
create table stay_rooms (
  account_id bigint not null,
  id bigint generated always as identity,
  stay_reservation_id bigint not null,
  stay_transaction_id bigint,
  seq integer not null default 1 check (seq > 0),
  stay_start_date date not null,
  stay_end_date date not null,
  adult_count integer not null default 0 check (adult_count >= 0),
  child_count integer not null default 0 check (child_count >= 0),
  room_type text not null default '',
  room_code text not null default '',
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, stay_reservation_id, seq),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, stay_transaction_id) references stay_transactions (account_id, id),
  check (stay_end_date >= stay_start_date)
);
create index stay_rooms_transaction on stay_rooms (account_id, stay_transaction_id) where stay_transaction_id is not null;
select protect_tenant_table('stay_rooms');

-- What applyStay did for a stay, effect by effect, with what the exact reversal needs. A corrected stay adds a new round.
create table stay_effects (
  account_id bigint not null,
  id bigint generated always as identity,
  stay_transaction_id bigint not null,
  effect text not null check (effect <> ''),
  round integer not null default 1 check (round > 0),
  detail jsonb not null,
  applied_at timestamptz not null default now(),
  reversed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, stay_transaction_id, effect, round),
  foreign key (account_id, stay_transaction_id) references stay_transactions (account_id, id)
);
select protect_tenant_table('stay_effects');

alter table customer_merge_candidates
  add foreign key (account_id, stay_reservation_customer_id) references stay_reservation_customers (account_id, id);
