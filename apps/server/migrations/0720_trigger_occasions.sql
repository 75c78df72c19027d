-- Occasions of triggers (docs/adr/0500). Without an action: one that was judged, so that it is not judged again. With one: whom the action
-- met, so that what went is never repeated. Guests and reservations are kept as they were; whoever reads asks for those they are today.
create table trigger_occasions (
  account_id bigint not null references accounts (id),
  id bigint generated always as identity,
  campaign_id bigint not null,
  customer_id bigint not null,
  base text not null,
  offset_days smallint not null,
  -- The day of the base, and the moment that was planned for it.
  base_day date not null,
  planned_at timestamptz not null,
  stay_reservation_id bigint,
  campaign_action_id bigint,
  once_key text,
  created_at timestamptz not null default now(),
  primary key (account_id, id),
  foreign key (account_id, campaign_id) references campaigns (account_id, id) on delete cascade,
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id) on delete cascade,
  constraint trigger_occasions_once_key_check check (once_key <> ''),
  constraint trigger_occasions_met check ((campaign_action_id is null) = (once_key is null))
);
create unique index trigger_occasions_once on trigger_occasions (account_id, campaign_action_id, customer_id, once_key)
  where campaign_action_id is not null;
create index trigger_occasions_met_before on trigger_occasions (account_id, customer_id, campaign_id) where campaign_action_id is not null;
create index trigger_occasions_of_stay on trigger_occasions (account_id, stay_reservation_id)
  where campaign_action_id is not null and stay_reservation_id is not null;
create index trigger_occasions_judged on trigger_occasions (account_id, campaign_id, planned_at, customer_id)
  where campaign_action_id is null;
select protect_tenant_table('trigger_occasions');
