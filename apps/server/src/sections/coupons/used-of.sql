-- coupons/coupon-histories.queries.ts
-- database/list-page.ts
-- coupons/coupons.read.ts
-- points/merged-customers.read.ts
-- points/bookable.read.ts
-- database/first-not-null.ts

with
  shown as (
    select
      history.*
    from
      use_coupon_cases history
    where
      history.account_id = $1
      and history.id in (
        select
          coupon_use.id
        from
          use_coupon_cases coupon_use
        where
          coupon_use.account_id = $2
          and coupon_use.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $3
              and (
                own_customer.id = $4
                or own_customer.merged_into = $5
              )
          )
        union all
        select
          coupon_use.id
        from
          stay_reservations reservation
          join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
          and coupon_use.stay_reservation_id = reservation.id
          and coupon_use.account_id = $6
          and coupon_use.customer_id is null
        where
          reservation.account_id = $7
          and reservation.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $8
              and (
                own_customer.id = $9
                or own_customer.merged_into = $10
              )
          )
        union all
        select
          coupon_use.id
        from
          stay_reservations reservation
          join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
          and coupon_use.stay_reservation_id is null
          and coupon_use.facility_account_id = reservation.facility_account_id
          and coupon_use.reservation_code = reservation.original_reservation_code
          and coupon_use.account_id = $11
          and coupon_use.customer_id is null
        where
          reservation.account_id = $12
          and reservation.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $13
              and (
                own_customer.id = $14
                or own_customer.merged_into = $15
              )
          )
          and (
            reservation.active_status = 'active'
            and not exists (
              select
              from
                stay_reservations newer_reservation
              where
                newer_reservation.account_id = reservation.account_id
                and newer_reservation.facility_account_id = reservation.facility_account_id
                and newer_reservation.original_reservation_code = reservation.original_reservation_code
                and newer_reservation.active_status = 'active'
                and newer_reservation.id > reservation.id
            )
          )
      )
      and true
    order by
      history.use_date desc,
      history.id desc
    limit
      $16
    offset
      $17
  )
select
  history.id,
  history.coupon_id,
  coupon.name as coupon_name,
  coupon.type as coupon_type,
  history.use_date,
  history.quantity,
  history.discount,
  history.cancel_date,
  nullif(history.cancel_remarks, '') as cancel_remarks,
  account.name as facility_name,
  coalesce(
    reservation.original_reservation_code,
    (
      case
        when true then history.reservation_code
      end
    )
  ) as original_reservation_code,
  (
    select
      counting_reservation.cancel_date
    from
      stay_reservations counting_reservation
    where
      counting_reservation.account_id = reservation.account_id
      and counting_reservation.id = case
        when reservation.linked_to_id is null then reservation.id
        else reservation.linked_to_id
      end
  ) as reservation_cancel_date,
  nullif(history.remarks, '') as remarks,
  coalesce(
    person.name,
    (
      select
        partner_key.name
      from
        partner_keys partner_key
      where
        partner_key.account_id = history.account_id
        and partner_key.id = history.partner_key_id
    )
  ) as created_by,
  coupon.cancellation_includes_discount,
  true as own
from
  shown history
  join coupons coupon on coupon.account_id = history.account_id
  and coupon.id = history.coupon_id
  left join accounts account on account.id = history.facility_account_id
  and true
  left join stay_reservations reservation on reservation.account_id = history.account_id
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
  and true
  left join users person on person.id = history.created_by
  and true
  and person.company_id = (
    select
      account.company_id
    from
      accounts account
    where
      account.id = $18
  )
order by
  history.use_date desc,
  history.id desc
