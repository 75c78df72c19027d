-- Consent, customer types, merging and saved views.

-- A ledger, not a flag: the newest row of a channel and purpose counts. Proof is kept three years after the last message
-- (特定電子メール法, 特定商取引法). Append-only for the application's role.
create table customer_consents (
  account_id bigint not null,
  id bigint generated always as identity,
  customer_id bigint not null,
  channel text not null check (channel in ('mail', 'line', 'post')),
  purpose text not null default 'marketing' check (purpose in ('marketing', 'service')),
  state text not null check (state in ('given', 'withdrawn')),
  happened_at timestamptz not null default now(),
  source text not null check (source in ('import', 'feed', 'staff', 'guest', 'unsubscribe', 'line_follow', 'line_unfollow', 'bounce', 'complaint')),
  -- Which wording was agreed to.
  text_version text not null default '',
  remarks text not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create index customer_consents_latest on customer_consents (account_id, customer_id, channel, purpose, id desc) include (state);
select protect_tenant_table('customer_consents');

-- Addresses that must get nothing more. Keyed by the address and not by the customer, so that a merge, an undone merge or a
-- new customer with the same address stays suppressed.
create table suppressions (
  account_id bigint not null references accounts (id),
  channel text not null check (channel in ('mail', 'line', 'post')),
  address text not null,
  reason text not null check (reason in ('bounced', 'complained', 'opted_out', 'blocked')),
  customer_id bigint,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, channel, address),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
select protect_tenant_table('suppressions');

create table account_customer_types (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  code text not null check (code <> ''),
  name text not null check (name <> ''),
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
select protect_tenant_table('account_customer_types');

-- What a feed calls the type.
create table account_customer_type_linkages (
  account_id bigint not null,
  id bigint generated always as identity,
  account_customer_type_id bigint not null,
  feed_channel text not null check (feed_channel in ('dynalution', 's4')),
  external_code text not null check (external_code <> ''),
  active_status text not null default 'active' check (active_status in ('active', 'inactive')),
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, feed_channel, external_code),
  foreign key (account_id, account_customer_type_id) references account_customer_types (account_id, id)
);
create index account_customer_type_linkages_type on account_customer_type_linkages (account_id, account_customer_type_id);
select protect_tenant_table('account_customer_type_linkages');

create table customer_types (
  account_id bigint not null,
  customer_id bigint not null,
  account_customer_type_id bigint not null,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, customer_id, account_customer_type_id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, account_customer_type_id) references account_customer_types (account_id, id)
);
create index customer_types_type on customer_types (account_id, account_customer_type_id, customer_id);
select protect_tenant_table('customer_types');

-- The merge queue: two customers, or a guest who is nobody yet, that may be one person, with the reasons of the score.
create table customer_merge_candidates (
  account_id bigint not null,
  id bigint generated always as identity,
  customer_id bigint not null,
  other_customer_id bigint,
  -- The guest of a reservation or stay who was not joined by himself (companions, agency contacts).
  stay_reservation_customer_id bigint,
  score smallint not null check (score between 0 and 100),
  reasons jsonb not null,
  decision text not null default 'open' check (decision in ('open', 'merged', 'kept_apart')),
  decided_by bigint,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, other_customer_id) references customers (account_id, id),
  check (num_nonnulls(other_customer_id, stay_reservation_customer_id) = 1)
);
create unique index customer_merge_candidates_pair on customer_merge_candidates
  (account_id, customer_id, other_customer_id, stay_reservation_customer_id) nulls not distinct;
create index customer_merge_candidates_open on customer_merge_candidates (account_id, score desc, id) where decision = 'open';
select protect_tenant_table('customer_merge_candidates');

-- A merge keeps the source row and lists what was moved, so that it can be undone exactly.
create table customer_merges (
  account_id bigint not null,
  id bigint generated always as identity,
  survivor_customer_id bigint not null,
  source_customer_id bigint not null,
  survivor_before jsonb not null,
  moved jsonb not null,
  merged_by bigint,
  merged_at timestamptz not null default now(),
  undone_by bigint,
  undone_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, survivor_customer_id) references customers (account_id, id),
  foreign key (account_id, source_customer_id) references customers (account_id, id)
);
create index customer_merges_survivor on customer_merges (account_id, survivor_customer_id);
create index customer_merges_source on customer_merges (account_id, source_customer_id);
select protect_tenant_table('customer_merges');

-- A person's saved filters, sort and columns of a list.
create table saved_views (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  user_id bigint not null references users (id),
  section text not null check (section in ('clients', 'accounts', 'users', 'ranks', 'rfms', 'customers', 'campaigns', 'reports')),
  name text not null check (name <> ''),
  query jsonb not null,
  is_shared boolean not null default false,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, user_id, section, name)
);
select protect_tenant_table('saved_views');
