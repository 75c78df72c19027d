-- Booking engines use points and coupons themselves (docs/adr/0131).

-- What a key may do.
alter table partner_keys add column scopes text[] not null default '{customers,points,coupons}'
  constraint partner_keys_scopes_check check (cardinality(scopes) > 0 and scopes <@ '{customers,points,coupons}');

-- Which key made a use, and the engine's own code of the booking: the reservation may arrive later, or never.
alter table use_point_cases add column partner_key_id bigint, add column reservation_code text;
-- A code is good for who is no member, too.
alter table use_coupon_cases add column partner_key_id bigint, add column reservation_code text, alter column customer_id drop not null;
-- Who acted, where it was no person.
alter table audit_logs add column partner_key_id bigint;

-- The keys are asked of all rows, of whichever account.
alter table partner_keys no force row level security;
alter table use_point_cases no force row level security;
alter table use_coupon_cases no force row level security;
alter table use_point_cases add constraint use_point_cases_partner_key_fkey
  foreign key (account_id, partner_key_id) references partner_keys (account_id, id) not valid;
alter table use_coupon_cases add constraint use_coupon_cases_partner_key_fkey
  foreign key (account_id, partner_key_id) references partner_keys (account_id, id) not valid;
alter table audit_logs add constraint audit_logs_partner_key_fkey
  foreign key (account_id, partner_key_id) references partner_keys (account_id, id) not valid;
alter table partner_keys force row level security;
alter table use_point_cases force row level security;
alter table use_coupon_cases force row level security;
