-- Before 0885 an unknown amount was 0. `said_at` names the fields that were reported as 0.
update stay_reservations
set reserved_price = case when reserved_price = 0
      and not jsonb_path_exists(coalesce(said_at, '{}'), '$ ? (exists(@.at.*[*] ? (@ == "reserved_price")) && !exists(@.kept.reserved_price))')
    then null else reserved_price end,
  reserved_payment_price = case when reserved_payment_price = 0
      and not jsonb_path_exists(coalesce(said_at, '{}'), '$ ? (exists(@.at.*[*] ? (@ == "reserved_payment_price")) && !exists(@.kept.reserved_payment_price))')
    then null else reserved_payment_price end
where (account_id, id) in (select account_id, id
  from stay_reservations
  where reserved_price = 0
      and not jsonb_path_exists(coalesce(said_at, '{}'), '$ ? (exists(@.at.*[*] ? (@ == "reserved_price")) && !exists(@.kept.reserved_price))')
    or reserved_payment_price = 0
      and not jsonb_path_exists(coalesce(said_at, '{}'), '$ ? (exists(@.at.*[*] ? (@ == "reserved_payment_price")) && !exists(@.kept.reserved_payment_price))')
  limit 5000);
