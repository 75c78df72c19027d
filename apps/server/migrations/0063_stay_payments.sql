-- Somebody asked to pay older stays: the work begins when a worker takes it up, and asks for that person's right again (docs/adr/0066).
create table stay_payments (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  -- The campaign as it was when the stays were counted.
  campaign_version integer not null,
  -- Check-out days in Asia/Tokyo, both inclusive.
  from_on date not null,
  to_on date not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'refused')),
  refused_because text,
  -- As counted when it was asked for.
  stays bigint not null,
  points bigint not null,
  created_by bigint not null references users (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id),
  check (to_on >= from_on),
  check ((state = 'refused') = (refused_because is not null))
);
create index stay_payments_campaign on stay_payments (account_id, campaign_id, id);
-- The same click twice is one payment.
create unique index stay_payments_once on stay_payments (account_id, campaign_id, from_on, to_on) where state in ('waiting', 'running');
select protect_tenant_table('stay_payments');
