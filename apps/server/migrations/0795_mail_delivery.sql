-- How a programme's mails leave, and the keys they are signed with (docs/adr/0538, 0540).

-- A webhook names its row before the account is known, hence the system reader.
create table mail_deliveries (
  account_id bigint not null references accounts (id),
  via text not null default 'smtp' check (via in ('smtp', 'sendgrid')),
  -- Sealed; null: there is none.
  sendgrid_api_key text check (sendgrid_api_key <> ''),
  -- What the provider signs its events with, as it shows it.
  sendgrid_webhook_public_key text not null default '',
  -- The last part of the address that the provider sends its events to.
  webhook_key text not null check (webhook_key <> ''),
  -- Null: as fast as the other side takes them.
  mails_per_minute integer check (mails_per_minute > 0),
  domain_mails_per_minute integer check (domain_mails_per_minute > 0),
  version integer not null default 1,
  created_by bigint,
  updated_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id),
  unique (webhook_key),
  check (via <> 'sendgrid' or sendgrid_api_key is not null)
);
select protect_tenant_table('mail_deliveries');
select admit_system_reader('mail_deliveries');

create table dkim_keys (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  domain text not null check (domain <> ''),
  selector text not null check (selector <> ''),
  -- Sealed.
  private_key text not null check (private_key <> ''),
  public_key text not null check (public_key <> ''),
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  unique (account_id, domain, selector)
);
select protect_tenant_table('dkim_keys');

-- The address that mails come from: the set one, once it was confirmed (docs/adr/0539). Those that are in use stay so.
alter table account_settings add column mail_from_confirmed text not null default '', add column mail_from_asked_at timestamptz;
alter table account_settings no force row level security;
update account_settings set mail_from_confirmed = mail_from_address where mail_from_address <> '';
alter table account_settings force row level security;
