-- imports/undo/undo-verdicts.ts
-- imports/undo/import-rows.queries.ts
-- imports/turns.read.ts
-- database/first-not-null.ts

with
  import_row as materialized (
    select
      import_row.*,
      (
        select
          (
            case
              when import_batch.turn is null then import_batch.id
              else import_batch.turn
            end
          )
        from
          import_batches import_batch
        where
          import_batch.account_id = $1
          and import_batch.id = $2
      ) as turn
    from
      import_rows import_row
    where
      import_row.account_id = $3
      and import_row.import_batch_id = $4
      and import_row.entity = $5
      and import_row.entity_id = any ($6::bigint[])
  )
select
  import_row.entity_id as id,
  case
    when exists (
      select
      from
        import_rows later_import_row
        join import_batches import_batch on import_batch.account_id = later_import_row.account_id
        and import_batch.id = later_import_row.import_batch_id
      where
        later_import_row.account_id = import_row.account_id
        and later_import_row.entity = import_row.entity
        and later_import_row.entity_id = import_row.entity_id
        and case
          when "later_import_row"."version_after" <> import_row.version_after then "later_import_row"."version_after" > import_row.version_after
          else (
            case
              when import_batch.turn is null then import_batch.id
              else import_batch.turn
            end
          ) > import_row.turn
          or (
            "later_import_row"."version_after" is not null
            and "later_import_row"."row_outcome" = 'unchanged'
          )
        end
        and import_batch.id <> import_row.import_batch_id
        and import_batch.state <> 'undone'
    )
    or (reservation.original_reservation_code, reservation.facility_account_id) in (
      with
        since as materialized (
          select
            import_batch.account_id,
            import_batch.id,
            import_batch.facility_account_id
          from
            import_batches import_batch
          where
            import_batch.account_id = $7
            and import_batch.source <> 'csv'
            and (
              case
                when import_batch.turn is null then import_batch.id
                else import_batch.turn
              end
            ) > (
              select
                (
                  case
                    when import_batch.turn is null then import_batch.id
                    else import_batch.turn
                  end
                )
              from
                import_batches import_batch
              where
                import_batch.account_id = $8
                and import_batch.id = $9
            )
        )
      select
        feed_row.reservation_code,
        since.facility_account_id
      from
        since
        join feed_rows feed_row on feed_row.account_id = since.account_id
        and feed_row.import_batch_id = since.id
      where
        feed_row.account_id = $10
        and feed_row.import_batch_id >= (
          select
            min(id)
          from
            since
        )
        and feed_row.row_outcome in ('new', 'changed', 'unchanged')
    ) then 'later_import'
  end as reason
from
  import_row
  join stay_reservation_customers guest on guest.account_id = import_row.account_id
  and guest.id = import_row.entity_id
  join stay_reservations reservation on reservation.account_id = guest.account_id
  and reservation.id = guest.stay_reservation_id
