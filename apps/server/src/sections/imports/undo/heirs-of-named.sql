-- imports/undo/hand-over.queries.ts
-- database/given-ids.ts
-- database/first-not-null.ts
-- imports/turns.read.ts

with
  given as materialized (
    select
      $1::bigint as account_id,
      id
    from
      unnest($2::bigint[]) as id
  )
select distinct
  on (reservation.id) reservation.id,
  named_import_batch.id as "from",
  import_batch.id as "to"
from
  given
  join stay_reservations reservation on reservation.account_id = given.account_id
  and reservation.id = given.id
  join import_batches named_import_batch on named_import_batch.account_id = reservation.account_id
  and named_import_batch.id = reservation.import_batch_id
  join import_rows import_row on import_row.account_id = reservation.account_id
  and import_row.entity = 'reservation'
  and import_row.entity_id = reservation.id
  join import_batches import_batch on import_batch.account_id = import_row.account_id
  and import_batch.id = import_row.import_batch_id
where
  (
    named_import_batch.state = 'undone'
    or named_import_batch.id = $3
  )
  and import_batch.id <> $4
  and import_batch.state <> 'undone'
  and import_row.version_after = reservation.version
order by
  reservation.id,
  (
    case
      when import_batch.turn is null then import_batch.id
      else import_batch.turn
    end
  )
