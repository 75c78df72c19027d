-- Words for customer types and booking channels that feeds and files told and nobody knows: reported with counts, matched by a person,
-- and known from then on. `word_key` is what is compared; `is_set_aside`: it shall stand for nothing.
create table told_words (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  code_space text not null check (code_space in ('none', 'dynalution', 's4')),
  field text not null check (field in ('customer_type', 'booking_channel')),
  word text not null check (word <> ''),
  word_key text not null,
  last_told_at timestamptz not null,
  account_customer_type_id bigint,
  account_booking_channel_id bigint,
  is_set_aside boolean not null default false,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, code_space, field, word_key),
  foreign key (account_id, account_customer_type_id) references account_customer_types (account_id, id),
  foreign key (account_id, account_booking_channel_id) references account_booking_channels (account_id, id),
  check (account_customer_type_id is null or field = 'customer_type'),
  check (account_booking_channel_id is null or field = 'booking_channel')
);
select protect_tenant_table('told_words');

-- In how many rows of a batch or file it stood.
create table told_word_batches (
  account_id bigint not null,
  told_word_id bigint not null,
  import_batch_id bigint not null,
  facility_account_id bigint not null,
  row_count integer not null,
  primary key (account_id, told_word_id, import_batch_id),
  foreign key (account_id, told_word_id) references told_words (account_id, id) on delete cascade,
  foreign key (account_id, import_batch_id) references import_batches (account_id, id) on delete cascade
);
create index told_word_batches_of_batch on told_word_batches (account_id, import_batch_id);
select protect_tenant_table('told_word_batches');

-- Which reservations wait for its meaning.
create table told_word_reservations (
  account_id bigint not null,
  told_word_id bigint not null,
  stay_reservation_id bigint not null,
  primary key (account_id, told_word_id, stay_reservation_id),
  foreign key (account_id, told_word_id) references told_words (account_id, id) on delete cascade,
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id) on delete cascade
);
create index told_word_reservations_of_reservation on told_word_reservations (account_id, stay_reservation_id);
select protect_tenant_table('told_word_reservations');
