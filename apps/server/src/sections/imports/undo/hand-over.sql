-- imports/undo/hand-over.queries.ts
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
insert into
  import_rows as later_import_row (account_id, import_batch_id, entity, entity_id, row_outcome, before, after, version_after)
select
  import_row.account_id,
  coalesce(by_row.id, by_reservation.id),
  import_row.entity,
  import_row.entity_id,
  import_row.row_outcome,
  import_row.before,
  import_row.after,
  import_row.version_after
from
  import_row
  left join lateral (
    select
      import_batch.id
    from
      import_rows next_import_row
      join import_batches import_batch on import_batch.account_id = next_import_row.account_id
      and import_batch.id = next_import_row.import_batch_id
    where
      next_import_row.account_id = import_row.account_id
      and next_import_row.entity = import_row.entity
      and next_import_row.entity_id = import_row.entity_id
      and case
        when "next_import_row"."version_after" <> import_row.version_after then "next_import_row"."version_after" > import_row.version_after
        else (
          case
            when import_batch.turn is null then import_batch.id
            else import_batch.turn
          end
        ) > import_row.turn
        or (
          "next_import_row"."version_after" is not null
          and "next_import_row"."row_outcome" = 'unchanged'
        )
      end
      and import_batch.id <> import_row.import_batch_id
      and import_batch.state <> 'undone'
    order by
      next_import_row.version_after,
      (
        case
          when import_batch.turn is null then import_batch.id
          else import_batch.turn
        end
      )
    limit
      1
  ) by_row on true
  left join lateral (
    select
      import_batch.id
    from
      stay_reservations reservation
      join import_batches import_batch on import_batch.account_id = reservation.account_id
      and import_batch.id = reservation.import_batch_id
    where
      import_row.entity = 'customer'
      and reservation.account_id = import_row.account_id
      and reservation.customer_id = import_row.entity_id
      and import_batch.id <> import_row.import_batch_id
      and (
        import_row.row_outcome = 'new'
        or (
          case
            when import_batch.turn is null then import_batch.id
            else import_batch.turn
          end
        ) > import_row.turn
      )
      and import_batch.source = 'csv'
      and import_batch.state <> 'undone'
    order by
      (
        case
          when import_batch.turn is null then import_batch.id
          else import_batch.turn
        end
      )
    limit
      1
  ) by_reservation on by_row.id is null
where
  coalesce(by_row.id, by_reservation.id) is not null
on conflict (account_id, import_batch_id, entity, entity_id) do update
set
  row_outcome = case
    when excluded.row_outcome = 'new'
    or later_import_row.row_outcome = 'unchanged' then excluded.row_outcome
    else later_import_row.row_outcome
  end,
  before = case
    when 'new' in (excluded.row_outcome, later_import_row.row_outcome) then null
    when excluded.entity <> 'customer' then case
      when excluded.version_after > later_import_row.version_after then later_import_row.before
      else excluded.before
    end
    when excluded.version_after > later_import_row.version_after then excluded.before || coalesce(later_import_row.before, '{}') || (
      select
        coalesce(jsonb_object_agg(d.key, nullif(d.day, 'never')), '{}')
      from
        (
          select
            b.key,
            max(coalesce(b.value, 'never')) as day
          from
            (
              select
                *
              from
                jsonb_each_text(later_import_row.before)
              union all
              select
                *
              from
                jsonb_each_text(excluded.before)
            ) b
          where
            b.key like 'first_seen_on/%'
          group by
            b.key
        ) d
    )
    else coalesce(later_import_row.before, '{}') || excluded.before || (
      select
        coalesce(jsonb_object_agg(d.key, nullif(d.day, 'never')), '{}')
      from
        (
          select
            b.key,
            max(coalesce(b.value, 'never')) as day
          from
            (
              select
                *
              from
                jsonb_each_text(later_import_row.before)
              union all
              select
                *
              from
                jsonb_each_text(excluded.before)
            ) b
          where
            b.key like 'first_seen_on/%'
          group by
            b.key
        ) d
    )
  end,
  after = case
    when excluded.entity <> 'customer' then case
      when excluded.version_after > later_import_row.version_after then coalesce(excluded.after, later_import_row.after)
      else coalesce(later_import_row.after, excluded.after)
    end
    when excluded.version_after > later_import_row.version_after then coalesce(later_import_row.after, '{}') || coalesce(excluded.after, '{}') || jsonb_build_object(
      'keys',
      coalesce(later_import_row.after -> 'keys', '[]') || coalesce(excluded.after -> 'keys', '[]'),
      'types',
      coalesce(later_import_row.after -> 'types', '[]') || coalesce(excluded.after -> 'types', '[]'),
      'consents',
      coalesce(later_import_row.after -> 'consents', '[]') || coalesce(excluded.after -> 'consents', '[]')
    )
    else coalesce(excluded.after, '{}') || coalesce(later_import_row.after, '{}') || jsonb_build_object(
      'keys',
      coalesce(excluded.after -> 'keys', '[]') || coalesce(later_import_row.after -> 'keys', '[]'),
      'types',
      coalesce(excluded.after -> 'types', '[]') || coalesce(later_import_row.after -> 'types', '[]'),
      'consents',
      coalesce(excluded.after -> 'consents', '[]') || coalesce(later_import_row.after -> 'consents', '[]')
    )
  end,
  version_after = greatest(later_import_row.version_after, excluded.version_after)
returning
  later_import_row.entity_id as id,
  later_import_row.import_batch_id as to
