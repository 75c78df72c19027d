-- Guests who wait because many family names use their mail address (docs/adr/0100).
alter table stay_reservation_customers
  drop constraint stay_reservation_customers_waiting_reason_check,
  add constraint stay_reservation_customers_waiting_reason_check
    check (waiting_reason in ('group_contact', 'companion', 'masked_mail', 'shared_mail', 'shared_tel', 'keys_disagree')) not valid;
