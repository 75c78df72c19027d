-- campaigns/triggers/judged-guests.ts
-- campaigns/triggers/process-trigger-events.ts
-- campaigns/triggers/trigger-types.ts
-- segments/reach.ts
-- stays/guests.read.ts

with
  g as materialized (
    with
      o as materialized (
        select
          r.*,
          d.at as planned_at,
          d.day as met_day,
          (d.at at time zone 'Asia/Tokyo')::date - (d.day - d.seen_on) as judged_on
        from
          (
            select
              reservation.account_id,
              reservation.customer_id,
              "reservation"."check_in_date" as base_day,
              reservation.id as reservation_id
            from
              stay_reservations reservation
            where
              reservation.account_id = $1
              and "reservation"."check_in_date" = any ($2::date[])
          ) r
          join unnest($3::date[], $4::date[], $5::timestamptz[]) d (day, seen_on, at) on d.seen_on = r.base_day
      )
    select
      o.account_id,
      o.customer_id,
      coalesce(o.reservation_id) as reservation_id,
      coalesce(null::bigint) as transaction_id,
      o.met_day as base_day,
      o.planned_at,
      o.judged_on
    from
      o
      cross join lateral (
        select
          customer.id
        from
          customers customer
          join stay_reservations reservation on reservation.account_id = o.account_id
          and reservation.id = o.reservation_id
        where
          customer.account_id = o.account_id
          and customer.id = o.customer_id
          and customer.active_status = 'active'
          and (
            (
              (
                reservation.active_status = 'active'
                and reservation.linked_to_id is null
              )
              and reservation.cancel_date is null
              and not reservation.is_no_show
              and not exists (
                select
                from
                  stay_transactions stay
                where
                  stay.account_id = reservation.account_id
                  and stay.stay_reservation_id = reservation.id
                  and stay.reversed_at is not null
                  and not stay.is_reported_elsewhere
                  and stay.customer_id is not null
              )
            )
            and reservation.reservation_status = 'reserved'
          )
          and true
          and not exists (
            select
            from
              trigger_events occasion
            where
              occasion.account_id = o.account_id
              and occasion.campaign_id = $6
              and occasion.planned_at = o.planned_at
              and occasion.customer_id = o.customer_id
              and occasion.base = $7
              and occasion.offset_days = $8
              and occasion.stay_reservation_id is not distinct from o.reservation_id
              and occasion.campaign_action_id is null
          )
        offset
          0
      ) k
    order by
      o.customer_id,
      reservation_id
    limit
      $9
  )
select
  g.customer_id,
  g.reservation_id,
  g.transaction_id,
  g.base_day,
  g.planned_at,
  case
    when not (
      customer.account_id = $10
      and (
        customer.active_status = 'active'
        and customer.merged_into is null
      )
      and true
    ) then null
    when true then $11::bigint
  end as segment_id
from
  g
  join customers customer on customer.account_id = g.account_id
  and customer.id = g.customer_id
  left join stay_reservations stay_reservation on stay_reservation.account_id = g.account_id
  and stay_reservation.id = g.reservation_id
