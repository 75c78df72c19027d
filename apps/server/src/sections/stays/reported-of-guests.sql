-- stays/reported-of-guests.read.ts
-- database/given-ids.ts
-- imports/turns.read.ts
-- database/first-not-null.ts

with
  given as materialized (
    select
      $1::bigint as account_id,
      id
    from
      unnest($2::bigint[]) as id
  )
select distinct
  given.id,
  t.name,
  t.value
from
  given
  join stay_reservations reservation on reservation.account_id = given.account_id
  and reservation.customer_id = given.id
  join stay_reservation_customers guest on guest.account_id = reservation.account_id
  and guest.stay_reservation_id = reservation.id
  and guest.guest_type = 'representative'
  cross join lateral (
    values
      ('email', guest.email::text),
      ('tel', guest.tel::text),
      ('name_kana', guest.name_kana::text),
      ('birthday', guest.birthday::text),
      ('gender', guest.gender::text),
      ('tel_by_name', concat(guest.tel, ' ', replace(replace(guest.name_kana, ' ', ''), '・', ''))::text),
      (
        'digest',
        encode(
          substring(
            reservation.content_hash
            from
              $3
          ),
          'hex'
        )
      )
  ) t (name, value)
where
  t.value is not null
  and exists (
    select
    from
      import_batches import_batch
    where
      import_batch.account_id = reservation.account_id
      and import_batch.id = reservation.import_batch_id
      and (
        case
          when import_batch.turn is null then import_batch.id
          else import_batch.turn
        end
      ) >= (
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
          import_batch.account_id = $4
          and import_batch.id = $5
      )
  )
