-- coupons/attention.queries.ts
-- points/uses-of-cancelled.read.ts
-- database/first-not-null.ts
-- points/bookable.read.ts

with
  kept as (
    select
      'point' as kind,
      p.*
    from
      (
        select
          history.id,
          coalesce(history.customer_id, reservation.customer_id) as customer_id,
          reservation.original_reservation_code,
          counting_reservation.cancel_date
        from
          use_point_cases history
          join stay_reservations reservation on reservation.account_id = history.account_id
          and reservation.id = history.stay_reservation_id
          join stay_reservations counting_reservation on counting_reservation.account_id = reservation.account_id
          and counting_reservation.id = case
            when reservation.linked_to_id is null then reservation.id
            else reservation.linked_to_id
          end
        where
          history.account_id = $1
          and history.cancel_date is null
          and true
          and counting_reservation.cancel_date >= $2::date
        union all
        select
          history.id,
          coalesce(history.customer_id, reservation.customer_id) as customer_id,
          reservation.original_reservation_code,
          counting_reservation.cancel_date
        from
          use_point_cases history
          join stay_reservations reservation on reservation.account_id = history.account_id
          and history.stay_reservation_id is null
          and reservation.facility_account_id = history.facility_account_id
          and reservation.original_reservation_code = history.reservation_code
          and reservation.id = coalesce(
            history.stay_reservation_id,
            (
              select
                reservation.id
              from
                stay_reservations reservation
              where
                reservation.account_id = history.account_id
                and reservation.facility_account_id = history.facility_account_id
                and reservation.original_reservation_code = history.reservation_code
                and reservation.active_status = 'active'
              order by
                reservation.id desc
              limit
                1
            )
          )
          join stay_reservations counting_reservation on counting_reservation.account_id = reservation.account_id
          and counting_reservation.id = case
            when reservation.linked_to_id is null then reservation.id
            else reservation.linked_to_id
          end
        where
          history.account_id = $3
          and history.cancel_date is null
          and true
          and counting_reservation.cancel_date >= $4::date
      ) p
    union all
    select
      'coupon',
      c.*
    from
      (
        select
          history.id,
          coalesce(history.customer_id, reservation.customer_id) as customer_id,
          reservation.original_reservation_code,
          counting_reservation.cancel_date
        from
          use_coupon_cases history
          join stay_reservations reservation on reservation.account_id = history.account_id
          and reservation.id = history.stay_reservation_id
          join stay_reservations counting_reservation on counting_reservation.account_id = reservation.account_id
          and counting_reservation.id = case
            when reservation.linked_to_id is null then reservation.id
            else reservation.linked_to_id
          end
        where
          history.account_id = $5
          and history.cancel_date is null
          and true
          and counting_reservation.cancel_date >= $6::date
        union all
        select
          history.id,
          coalesce(history.customer_id, reservation.customer_id) as customer_id,
          reservation.original_reservation_code,
          counting_reservation.cancel_date
        from
          use_coupon_cases history
          join stay_reservations reservation on reservation.account_id = history.account_id
          and history.stay_reservation_id is null
          and reservation.facility_account_id = history.facility_account_id
          and reservation.original_reservation_code = history.reservation_code
          and reservation.id = coalesce(
            history.stay_reservation_id,
            (
              select
                reservation.id
              from
                stay_reservations reservation
              where
                reservation.account_id = history.account_id
                and reservation.facility_account_id = history.facility_account_id
                and reservation.original_reservation_code = history.reservation_code
                and reservation.active_status = 'active'
              order by
                reservation.id desc
              limit
                1
            )
          )
          join stay_reservations counting_reservation on counting_reservation.account_id = reservation.account_id
          and counting_reservation.id = case
            when reservation.linked_to_id is null then reservation.id
            else reservation.linked_to_id
          end
        where
          history.account_id = $7
          and history.cancel_date is null
          and true
          and counting_reservation.cancel_date >= $8::date
      ) c
  )
select
  (
    select
      count(*)::int
    from
      kept
  ) as total,
  coalesce(
    (
      select
        json_agg(x)
      from
        (
          select
            k.kind,
            k.id,
            coalesce(customer.merged_into, customer.id) as customer_id,
            coalesce(surviving_customer.name, customer.name) as customer_name,
            k.original_reservation_code,
            k.cancel_date
          from
            kept k
            join customers customer on customer.account_id = $9
            and customer.id = k.customer_id
            left join customers surviving_customer on surviving_customer.account_id = customer.account_id
            and surviving_customer.id = customer.merged_into
          order by
            k.cancel_date desc,
            k.kind,
            k.id desc
          limit
            $10
        ) x
    ),
    '[]'
  ) as items
