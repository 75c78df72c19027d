-- Which campaign a booking is credited to (docs/adr/0560). Nothing wrote these tables before; `conversions` stays as it is.
drop table conversion_attributions;

-- One row a booking that a campaign brought: the last touch before it, as the facts say now.
create table conversion_attributions (
  account_id bigint not null,
  stay_reservation_id bigint not null,
  -- Whose booking it is; the touch is that of this guest or of one who was merged into them.
  customer_id bigint not null,
  facility_account_id bigint not null,
  campaign_action_id bigint not null,
  touch text not null check (touch in ('use', 'click', 'delivery')),
  touched_at timestamptz not null,
  -- The evidence: the message that was delivered, or clicked in, to whom; or the coupon's use.
  push_action_id bigint,
  sent_to_id bigint,
  mail_event_id bigint,
  use_coupon_case_id bigint,
  -- Null: the booking was cancelled.
  reserved_on date,
  reserved_price bigint not null default 0,
  -- Null: nobody stayed.
  transacted_on date,
  use_price bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, stay_reservation_id),
  foreign key (account_id, stay_reservation_id) references stay_reservations (account_id, id),
  foreign key (account_id, facility_account_id) references accounts (programme_account_id, id),
  foreign key (account_id, campaign_action_id) references campaign_actions (account_id, id),
  foreign key (account_id, customer_id) references customers (account_id, id),
  foreign key (account_id, sent_to_id) references customers (account_id, id),
  foreign key (account_id, push_action_id) references push_actions (account_id, id),
  foreign key (account_id, use_coupon_case_id) references use_coupon_cases (account_id, id),
  constraint conversion_attributions_evidence check (case touch
    when 'use' then use_coupon_case_id is not null and num_nonnulls(push_action_id, sent_to_id, mail_event_id) = 0
    when 'click' then use_coupon_case_id is null and num_nonnulls(push_action_id, sent_to_id, mail_event_id) = 3
    else use_coupon_case_id is null and mail_event_id is null and num_nonnulls(push_action_id, sent_to_id) = 2 end),
  constraint conversion_attributions_count check (num_nonnulls(reserved_on, transacted_on) > 0)
);
create index conversion_attributions_action on conversion_attributions (account_id, campaign_action_id, reserved_on);
create index conversion_attributions_customer on conversion_attributions (account_id, customer_id);
select protect_tenant_table('conversion_attributions');

-- Guests of whom something was told that may change what a campaign brought; settled within a minute, and gone then.
create table unsettled_guests (
  account_id bigint not null,
  id bigint generated always as identity,
  customer_id bigint not null,
  primary key (account_id, id)
);
select protect_tenant_table('unsettled_guests');
select admit_system_reader('unsettled_guests');

-- The functions name where their tables are: some writers run without that of the application (docs/adr/0365).

-- Of bookings: whose they were and are, and whose the booking is that they are another report of.
create function bookings_unsettle_guests() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into public.unsettled_guests (account_id, customer_id)
    select distinct w.account_id, w.customer_id from was w where w.customer_id is not null
    union select r.account_id, r.customer_id
    from was w join public.stay_reservations r on r.account_id = w.account_id and r.id = w.linked_to_id where r.customer_id is not null;
  end if;
  insert into public.unsettled_guests (account_id, customer_id)
  select distinct n.account_id, n.customer_id from now_is n where n.customer_id is not null
  union select r.account_id, r.customer_id
  from now_is n join public.stay_reservations r on r.account_id = n.account_id and r.id = n.linked_to_id where r.customer_id is not null;
  return null;
end $$;
create trigger guests_unsettled_added after insert on stay_reservations referencing new table as now_is
  for each statement execute function bookings_unsettle_guests();
create trigger guests_unsettled_changed after update on stay_reservations referencing old table as was new table as now_is
  for each statement execute function bookings_unsettle_guests();

-- Of stays and of coupons used: whose the booking is.
create function stays_and_uses_unsettle_guests() returns trigger language plpgsql as $$
begin
  insert into public.unsettled_guests (account_id, customer_id)
  select distinct l.account_id, l.customer_id
  from now_is n
  join public.stay_reservations r on r.account_id = n.account_id and r.id = n.stay_reservation_id
  join public.stay_reservations l on l.account_id = r.account_id and l.id in (r.id, r.linked_to_id)
  where l.customer_id is not null;
  return null;
end $$;
create trigger guests_unsettled_added after insert on stay_transactions referencing new table as now_is
  for each statement execute function stays_and_uses_unsettle_guests();
create trigger guests_unsettled_changed after update on stay_transactions referencing new table as now_is
  for each statement execute function stays_and_uses_unsettle_guests();
create trigger guests_unsettled_added after insert on use_coupon_cases referencing new table as now_is
  for each statement execute function stays_and_uses_unsettle_guests();
create trigger guests_unsettled_changed after update on use_coupon_cases referencing new table as now_is
  for each statement execute function stays_and_uses_unsettle_guests();

-- Of merges and partings: the touches of one are those of the other.
create function merges_unsettle_guests() returns trigger language plpgsql as $$
begin
  insert into public.unsettled_guests (account_id, customer_id)
  select new.account_id, m.id from unnest(array[new.id, old.merged_into, new.merged_into]) m (id) where m.id is not null;
  return null;
end $$;
create trigger guests_unsettled_merged after update of merged_into on customers for each row
  when (old.merged_into is distinct from new.merged_into) execute function merges_unsettle_guests();

-- Of a message that went, or did not after all: who had booked by then, or on that day.
create function messages_unsettle_guests() returns trigger language plpgsql as $$
begin
  insert into public.unsettled_guests (account_id, customer_id)
  select c.account_id, coalesce(c.merged_into, c.id)
  from public.customers c
  where c.account_id = new.account_id and c.id = new.customer_id and exists (
    select from public.stay_reservations r
    where r.account_id = c.account_id and r.customer_id = coalesce(c.merged_into, c.id)
      and r.reserved_date >= (coalesce(new.sent_at, old.sent_at) at time zone 'Asia/Tokyo')::date
  );
  return null;
end $$;
create trigger guests_unsettled_sent after update on push_action_targets for each row
  when (new.outcome is distinct from old.outcome and (new.outcome = 'sent' or old.outcome = 'sent'))
  execute function messages_unsettle_guests();

-- Of clicks, and of a delivery that is told after a click: it may have been a machine's.
create function clicks_unsettle_guests() returns trigger language plpgsql as $$
begin
  insert into public.unsettled_guests (account_id, customer_id)
  select distinct c.account_id, coalesce(c.merged_into, c.id)
  from now_is n
  join public.customers c on c.account_id = n.account_id and c.id = n.customer_id
  where n.kind = 'clicked' or (n.kind = 'delivered' and exists (
    select from public.mail_events e
    where e.account_id = n.account_id and e.push_action_id = n.push_action_id and e.customer_id = n.customer_id and e.kind = 'clicked'
  ));
  return null;
end $$;
create trigger guests_unsettled_clicked after insert on mail_events referencing new table as now_is
  for each statement execute function clicks_unsettle_guests();

-- Of the rule for how many days a message or a click counts: everybody.
create function rules_unsettle_guests() returns trigger language plpgsql as $$
begin
  insert into public.unsettled_guests (account_id, customer_id)
  select account_id, id from public.customers where account_id = new.account_id and merged_into is null;
  return null;
end $$;
create trigger guests_unsettled_ruled after update of conversion_days on account_settings for each row
  when (new.conversion_days is distinct from old.conversion_days) execute function rules_unsettle_guests();
