-- What a send gave is taken back: points by entries of the ledger, and coupons that nobody used. A job goes through its guests.
create table send_take_backs (
  account_id bigint not null,
  id bigint generated always as identity,
  campaign_id bigint not null,
  -- The send: all pushes of the campaign with this key.
  trigger_key text not null,
  remarks text not null check (remarks <> ''),
  state text not null default 'running' check (state in ('running', 'done')),
  -- Guests to go through, how many are done, and the last of them.
  guests integer not null check (guests >= 0),
  done integer not null default 0 check (done >= 0),
  done_until bigint not null default 0,
  -- What was taken: the points of so many guests, and so many coupons.
  customers integer not null default 0,
  points bigint not null default 0,
  coupons integer not null default 0,
  created_by bigint not null references users (id),
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id)
);
create index send_take_backs_campaign on send_take_backs (account_id, campaign_id, id);
-- The same click twice is one.
create unique index send_take_backs_once on send_take_backs (account_id, campaign_id, trigger_key) where state = 'running';
select protect_tenant_table('send_take_backs');
