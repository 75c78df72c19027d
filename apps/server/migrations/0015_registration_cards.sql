-- Online registration cards: when they are asked for, and what guests entered. Kept apart from marketing data, so that either
-- can be deleted without the other; cards are kept three years from making (旅館業法).

-- Which law's fields the facility's card has, and its own extra ones.
create table registration_card_profiles (
  account_id bigint not null references accounts (id),
  facility_account_id bigint not null references accounts (id),
  legal_profile text not null default 'ryokan' check (legal_profile in ('ryokan', 'minpaku')),
  asks_passport_photo boolean not null default false,
  -- [{"key", "label_ja", "label_en", "is_required"}]
  extra_fields jsonb not null default '[]' check (jsonb_typeof(extra_fields) = 'array'),
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, facility_account_id)
);
select protect_tenant_table('registration_card_profiles');

create table registration_card_auto_send_settings (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  facility_account_id bigint not null references accounts (id),
  name text not null check (name <> ''),
  -- Message job types.
  types text[] not null default '{mail}' check (types <@ array['mail'] and types <> '{}'),
  mail_template_id bigint not null,
  -- A condition tree, and what it says in Lua.
  target jsonb,
  lua_script text not null default 'true' check (length(lua_script) <= 100000),
  version integer not null default 1,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, mail_template_id) references mail_templates (account_id, id)
);
create index registration_card_auto_send_settings_facility on registration_card_auto_send_settings (account_id, facility_account_id);
select protect_tenant_table('registration_card_auto_send_settings');

create table registration_card_auto_send_setting_schedules (
  account_id bigint not null,
  id bigint generated always as identity,
  registration_card_auto_send_setting_id bigint not null,
  sort_order integer not null check (sort_order > 0),
  days_before_reserved_check_in integer not null check (days_before_reserved_check_in between 0 and 365),
  -- Asia/Tokyo.
  time time not null,
  target text not null default 'registration_card_not_filled'
    check (target in ('all', 'registration_card_not_filled', 'registration_card_unsent')),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, registration_card_auto_send_setting_id, sort_order) deferrable initially deferred,
  foreign key (account_id, registration_card_auto_send_setting_id)
    references registration_card_auto_send_settings (account_id, id)
);
select protect_tenant_table('registration_card_auto_send_setting_schedules');

-- One reservation due under one schedule: sent at most once.
create table registration_card_auto_send_targets (
  account_id bigint not null,
  id bigint generated always as identity,
  registration_card_auto_send_setting_schedule_id bigint not null,
  stay_reservation_id bigint not null,
  send_on date not null,
  message_job_id bigint,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, registration_card_auto_send_setting_schedule_id, stay_reservation_id),
  foreign key (account_id, registration_card_auto_send_setting_schedule_id)
    references registration_card_auto_send_setting_schedules (account_id, id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, message_job_id) references message_jobs (account_id, id)
);
create index registration_card_auto_send_targets_reservation on registration_card_auto_send_targets (account_id, stay_reservation_id);
select protect_tenant_table('registration_card_auto_send_targets');

create table message_jobs_registration_cards (
  account_id bigint not null,
  message_job_id bigint not null,
  stay_reservation_id bigint not null,
  registration_card_auto_send_setting_id bigint,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, message_job_id),
  foreign key (account_id, message_job_id) references message_jobs (account_id, id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, registration_card_auto_send_setting_id)
    references registration_card_auto_send_settings (account_id, id)
);
create index message_jobs_registration_cards_reservation on message_jobs_registration_cards (account_id, stay_reservation_id);
select protect_tenant_table('message_jobs_registration_cards');

create table registration_card_messages_stats (
  account_id bigint not null references accounts (id),
  facility_account_id bigint not null references accounts (id),
  year smallint not null check (year between 2000 and 2200),
  month smallint not null check (month between 1 and 12),
  day smallint not null check (day between 1 and 31),
  type text not null check (type in ('mail')),
  success_count integer not null default 0 check (success_count >= 0),
  failure_count integer not null default 0 check (failure_count >= 0),
  total_count integer not null default 0 check (total_count >= 0),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, facility_account_id, year, month, day, type),
  check (total_count >= success_count + failure_count)
);
select protect_tenant_table('registration_card_messages_stats');

-- One entry per guest, companions too; saved once, then read-only.
create table registration_cards (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  facility_account_id bigint not null references accounts (id),
  stay_reservation_id bigint not null,
  guest_no smallint not null check (guest_no > 0),
  guest_type text not null check (guest_type in ('representative', 'companion')),
  language_code text not null check (language_code in ('ja', 'en')),
  name text not null check (name <> ''),
  name_kana text,
  address text not null,
  contact text not null,
  occupation text,
  nationality text,
  has_address_in_japan boolean not null default true,
  -- Encrypted, bound to this row; only the last characters are shown without a reason.
  passport_number text,
  passport_number_tail text check (length(passport_number_tail) <= 3),
  extra jsonb not null default '{}',
  made_at timestamptz not null default now(),
  -- Three years from making; the purge goes by it.
  keep_until date not null,
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, stay_reservation_id, guest_no),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id)
);
create index registration_cards_purge on registration_cards (account_id, keep_until);
select protect_tenant_table('registration_cards');

create table registration_card_photos (
  account_id bigint not null,
  registration_card_id bigint not null,
  -- Encrypted picture of the passport page.
  encrypted bytea not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  created_at timestamptz not null default now(),
  primary key (account_id, registration_card_id),
  foreign key (account_id, registration_card_id) references registration_cards (account_id, id) on delete cascade
);
alter table registration_card_photos alter column encrypted set storage external;
select protect_tenant_table('registration_card_photos');

-- Who looked at a number or picture, and why; append-only and kept when the card is purged.
create table registration_card_disclosures (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  registration_card_id bigint not null,
  user_id bigint not null references users (id),
  field text not null check (field in ('passport_number', 'passport_photo')),
  reason text not null check (reason <> ''),
  happened_at timestamptz not null default now(),
  primary key (account_id, id)
);
create index registration_card_disclosures_card on registration_card_disclosures (account_id, registration_card_id);
select protect_tenant_table('registration_card_disclosures');
