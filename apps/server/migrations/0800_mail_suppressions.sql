-- What came back about an address (docs/adr/0541): failed deliveries, complaints and refusals, and who lifted a stop. Nothing in it is
-- changed; where nothing is sent any more stands in suppressions.
create table mail_suppressions (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  customer_id bigint not null,
  -- In small letters, as in suppressions.
  address text not null check (address <> ''),
  -- hard: the address takes no mail; soft: it did not this time.
  kind text not null check (kind in ('hard', 'soft', 'complaint', 'refusal', 'lift')),
  source text not null check (source in ('send', 'report', 'sendgrid', 'staff')),
  -- RFC 3463, such as 5.1.1; empty where nothing said it.
  status_code text not null default '',
  -- What the other side said.
  detail text not null default '',
  -- Why a person lifted the stop.
  remarks text not null default '',
  push_action_id bigint,
  happened_at timestamptz not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, push_action_id) references push_actions (account_id, id),
  check ((kind = 'lift') = (remarks <> ''))
);
create index mail_suppressions_customer on mail_suppressions (account_id, customer_id, id desc);
create index mail_suppressions_address on mail_suppressions (account_id, address, happened_at) where kind in ('soft', 'lift');
create index mail_suppressions_soft on mail_suppressions (account_id, happened_at) where kind = 'soft';
select protect_tenant_table('mail_suppressions');
