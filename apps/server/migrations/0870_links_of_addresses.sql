-- A mail's link acts for the address it was sent to, and its undo takes back that link's own opt-out alone (docs/adr/0545).
-- The mail whose link made the entry; null for every other source.
alter table customer_consents add column push_action_id bigint;
-- The link's entry that put the address on the list, while nothing else has stopped the address; and what had stopped it before.
alter table suppressions
  add column consent_id bigint,
  add column reason_before text check (reason_before = 'bounced');
