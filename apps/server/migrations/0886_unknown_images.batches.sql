-- What an undo puts back (docs/adr/0111): an image without an amount or a number of guests puts back null, as 0886_unknown_prices and
-- 0886_unknown_counts do for rows.
update import_rows import_row
set before = jsonb_set(import_row.before
    #- case when jsonb_path_exists(import_row.before, '$.reservation ? (!exists(@.said_at.at.*[*] ? (@ == "reserved_price")) || exists(@.said_at.kept.reserved_price)).reserved_price ? (@ == 0)')
      then '{reservation,reserved_price}'::text[] else '{}' end
    #- case when jsonb_path_exists(import_row.before, '$.reservation ? (!exists(@.said_at.at.*[*] ? (@ == "reserved_payment_price")) || exists(@.said_at.kept.reserved_payment_price)).reserved_payment_price ? (@ == 0)')
      then '{reservation,reserved_payment_price}'::text[] else '{}' end
    #- case when jsonb_path_exists(import_row.before, '$ ? (!exists(@.reservation.said_at.at.*[*] ? (@ == "adult_count")) || exists(@.reservation.said_at.kept.adult_count)).room.adult_count ? (@ == 0)')
      then '{room,adult_count}'::text[] else '{}' end
    #- case when jsonb_path_exists(import_row.before, '$ ? (!exists(@.reservation.said_at.at.*[*] ? (@ == "child_count")) || exists(@.reservation.said_at.kept.child_count)).room.child_count ? (@ == 0)')
      then '{room,child_count}'::text[] else '{}' end,
  '{further_rooms}', (select coalesce(jsonb_agg(room - array(select n from unnest('{adult_count,child_count}'::text[]) n where room -> n = '0')), '[]')
    from jsonb_array_elements(import_row.before -> 'further_rooms') room), false)
where (import_row.account_id, import_row.import_batch_id, import_row.entity, import_row.entity_id) in (
  select unknown.account_id, unknown.import_batch_id, unknown.entity, unknown.entity_id
  from import_rows unknown
  where unknown.entity = 'reservation' and unknown.before is not null and (
    jsonb_path_exists(unknown.before, '$.reservation ? (!exists(@.said_at.at.*[*] ? (@ == "reserved_price")) || exists(@.said_at.kept.reserved_price)).reserved_price ? (@ == 0)')
    or jsonb_path_exists(unknown.before, '$.reservation ? (!exists(@.said_at.at.*[*] ? (@ == "reserved_payment_price")) || exists(@.said_at.kept.reserved_payment_price)).reserved_payment_price ? (@ == 0)')
    or jsonb_path_exists(unknown.before, '$ ? (!exists(@.reservation.said_at.at.*[*] ? (@ == "adult_count")) || exists(@.reservation.said_at.kept.adult_count)).room.adult_count ? (@ == 0)')
    or jsonb_path_exists(unknown.before, '$ ? (!exists(@.reservation.said_at.at.*[*] ? (@ == "child_count")) || exists(@.reservation.said_at.kept.child_count)).room.child_count ? (@ == 0)')
    or jsonb_path_exists(unknown.before, '$.further_rooms[*] ? (@.adult_count == 0 || @.child_count == 0)'))
  limit 2000);
