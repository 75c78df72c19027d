-- imports/undo/undo-verdicts.ts
-- imports/undo/import-rows.queries.ts
-- imports/turns.read.ts
-- database/first-not-null.ts
-- merges/same-version.read.ts

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
    when import_row.row_outcome = 'new' then case
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
      ) then 'later_import'
      when (
        import_row.version_after + (
          select
            count(*)::int
          from
            customer_merges customer_merge
            cross join lateral (
              select
                case customer.id
                  when customer_merge.survivor_customer_id then (customer_merge.survivor_before ->> 'version')::int
                  when customer_merge.source_customer_id then (customer_merge.moved ->> 'sourceVersion')::int
                end as began_at,
                (customer_merge.moved -> 'undoneVersions' ->> customer.id::text)::int as ended_at
            ) m
            cross join lateral (
              values
                (m.began_at),
                (
                  case
                    when customer_merge.undone_at is not null then coalesce(m.ended_at, m.began_at)
                  end
                )
            ) step (version)
          where
            customer_merge.account_id = customer.account_id
            and customer.id in (customer_merge.survivor_customer_id, customer_merge.source_customer_id)
            and step.version >= import_row.version_after
            and step.version < customer.version
        ) = customer.version
      ) is not true
      or customer.merged_into is not null
      or customer.active_status <> 'active'
      or customer.line_user_id is not null
      or customer.notes <> ''
      or exists (
        select
        from
          customers merged_customer
        where
          merged_customer.account_id = customer.account_id
          and merged_customer.merged_into = customer.id
      )
      or exists (
        select
        from
          customer_notes note
        where
          note.account_id = customer.account_id
          and note.customer_id = customer.id
      )
      or exists (
        select
        from
          customer_consents consent
        where
          consent.account_id = customer.account_id
          and consent.customer_id = customer.id
          and consent.source not in ('import', 'feed', 'merge')
      ) then 'by_hand'
      when exists (
        select
        from
          use_point_cases point_use
        where
          point_use.account_id = customer.account_id
          and point_use.customer_id = customer.id
          and point_use.cancel_date is null
      )
      or exists (
        select
        from
          use_coupon_cases coupon_use
        where
          coupon_use.account_id = customer.account_id
          and coupon_use.customer_id = customer.id
          and coupon_use.cancel_date is null
      )
      or exists (
        select
        from
          acquire_coupons acquired
        where
          acquired.account_id = customer.account_id
          and acquired.customer_id = customer.id
      )
      or exists (
        select
        from
          grant_points point_grant
        where
          point_grant.account_id = customer.account_id
          and point_grant.customer_id = customer.id
          and point_grant.stay_transaction_id is null
      )
      or exists (
        select
        from
          message_jobs message_job
        where
          message_job.account_id = customer.account_id
          and message_job.customer_id = customer.id
      ) then 'in_use'
    end
    else case
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
          and import_batch.kind = 'customers'
      ) then 'later_import'
    end
  end as reason,
  import_row.row_outcome = 'new'
  and (
    exists (
      select
      from
        stay_reservations reservation
      where
        reservation.account_id = customer.account_id
        and reservation.customer_id = customer.id
    )
    or exists (
      select
      from
        stay_reservation_customers guest
      where
        guest.account_id = customer.account_id
        and guest.customer_id = customer.id
        and guest.guest_type = 'companion'
    )
  ) as has_stays
from
  import_row
  join customers customer on customer.account_id = import_row.account_id
  and customer.id = import_row.entity_id
