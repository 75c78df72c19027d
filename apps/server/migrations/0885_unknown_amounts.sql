-- Null: no source reported the amount or the number of guests. 0 is a reported 0 (docs/adr/0293).
alter table stay_reservations
  alter column reserved_price drop not null, alter column reserved_price drop default,
  alter column reserved_payment_price drop not null, alter column reserved_payment_price drop default;
alter table stay_rooms
  alter column adult_count drop not null, alter column adult_count drop default,
  alter column child_count drop not null, alter column child_count drop default;
alter table conversion_attributions
  alter column reserved_price drop not null, alter column reserved_price drop default;
