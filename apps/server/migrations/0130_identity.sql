-- Who is who (docs/adr/0100). What a customer's reservations named beside the customer's own columns, so that it does not matter which of
-- them came first; who waits and why, also a guest who resembles nobody.
create table customer_keys (
  account_id bigint not null,
  customer_id bigint not null,
  kind text not null check (kind in ('member', 'email', 'tel')),
  value text not null check (value <> ''),
  -- Of a telephone number: the kana name it was given with, without spaces.
  kana_key text not null default '',
  created_at timestamptz not null default now(),
  primary key (account_id, kind, value, kana_key, customer_id),
  foreign key (account_id, customer_id) references customers (account_id, id)
);
create index customer_keys_customer on customer_keys (account_id, customer_id);
select protect_tenant_table('customer_keys');

alter table stay_reservation_customers
  add column waiting_reason text check (waiting_reason in ('group_contact', 'companion', 'masked_mail', 'shared_tel', 'keys_disagree'));

alter table customer_merge_candidates alter column customer_id drop not null;
alter table customer_merge_candidates drop constraint customer_merge_candidates_decision_check;
alter table customer_merge_candidates add constraint customer_merge_candidates_decision_check
  check (decision in ('open', 'merged', 'kept_apart', 'new_customer', 'set_aside'));
alter table customer_merge_candidates add constraint customer_merge_candidates_somebody
  check (customer_id is not null or stay_reservation_customer_id is not null);
create index customer_merge_candidates_guest on customer_merge_candidates (account_id, stay_reservation_customer_id)
  where stay_reservation_customer_id is not null;
create index customer_merge_candidates_other on customer_merge_candidates (account_id, other_customer_id)
  where other_customer_id is not null;

-- The older name of the reason, split in two.
alter table customer_merge_candidates no force row level security;
alter table stay_reservation_customers no force row level security;
alter table stay_reservations no force row level security;
update customer_merge_candidates set reasons = replace(reasons::text, '"group_or_companion"', '"group_contact"')::jsonb
  where reasons ? 'group_or_companion';
-- Guests who resembled nobody waited without a line in the queue.
insert into customer_merge_candidates (account_id, stay_reservation_customer_id, score, reasons)
select g.account_id, g.id, 0, case when g.guest_type = 'companion' then '["companion"]'::jsonb
    when r.group_type = 'group' then '["group_contact"]' else '[]' end
from stay_reservation_customers g
join stay_reservations r on r.account_id = g.account_id and r.id = g.stay_reservation_id
where g.customer_id is null and g.name <> '' and not exists (select from customer_merge_candidates m
  where m.account_id = g.account_id and m.stay_reservation_customer_id = g.id);
alter table stay_reservations force row level security;
alter table stay_reservation_customers force row level security;
alter table customer_merge_candidates force row level security;

alter table customer_consents drop constraint customer_consents_source_check;
alter table customer_consents add constraint customer_consents_source_check check (source in ('import', 'feed', 'staff', 'guest',
  'unsubscribe', 'line_follow', 'line_unfollow', 'bounce', 'complaint', 'merge')) not valid;
