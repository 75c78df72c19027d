-- Before 0885 an unknown number of guests was 0. `said_at` names the fields of the first room that were reported as 0.
update stay_rooms room
set adult_count = case when room.adult_count = 0 and (room.seq > 1
      or not jsonb_path_exists(coalesce(reservation.said_at, '{}'), '$ ? (exists(@.at.*[*] ? (@ == "adult_count")) && !exists(@.kept.adult_count))'))
    then null else room.adult_count end,
  child_count = case when room.child_count = 0 and (room.seq > 1
      or not jsonb_path_exists(coalesce(reservation.said_at, '{}'), '$ ? (exists(@.at.*[*] ? (@ == "child_count")) && !exists(@.kept.child_count))'))
    then null else room.child_count end
from stay_reservations reservation
where reservation.account_id = room.account_id and reservation.id = room.stay_reservation_id
  and (room.account_id, room.id) in (select unknown.account_id, unknown.id
    from stay_rooms unknown
    join stay_reservations told on told.account_id = unknown.account_id and told.id = unknown.stay_reservation_id
    where unknown.adult_count = 0 and (unknown.seq > 1
        or not jsonb_path_exists(coalesce(told.said_at, '{}'), '$ ? (exists(@.at.*[*] ? (@ == "adult_count")) && !exists(@.kept.adult_count))'))
      or unknown.child_count = 0 and (unknown.seq > 1
        or not jsonb_path_exists(coalesce(told.said_at, '{}'), '$ ? (exists(@.at.*[*] ? (@ == "child_count")) && !exists(@.kept.child_count))'))
    limit 5000);
