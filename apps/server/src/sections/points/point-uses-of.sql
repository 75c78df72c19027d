-- points/use-history.queries.ts
-- points/running-balance.queries.ts
-- points/merged-customers.read.ts
-- points/balances.read.ts
-- database/list-page.ts
-- points/bookable.read.ts
-- database/first-not-null.ts

with
  moves as materialized (
    select
      placed.kind,
      placed.id,
      placed.place,
      sum(placed.point) over (
        order by
          placed.place rows unbounded preceding
      )::bigint as after,
      case
        when placed.day < max(placed.day) over (
          order by
            placed.place rows between unbounded preceding
            and 1 preceding
        ) then placed.booked_on
      end as booked_on
    from
      (
        select
          movement.kind,
          movement.id,
          movement.day,
          movement.point,
          booking.booked_on,
          row_number() over (
            order by
              booking.booked_on,
              booking.uses,
              movement.kind in ('use', 'cancel'),
              movement.day,
              movement.at,
              movement.kind <> 'expiry',
              movement.kind,
              movement.id
          ) as place
        from
          (
            select
              'grant' as kind,
              id,
              grant_date as day,
              created_at as at,
              grant_point as point
            from
              grant_points
            where
              account_id = $1
              and customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $2
                  and (
                    own_customer.id = $3
                    or own_customer.merged_into = $4
                  )
              )
            union all
            select
              'use',
              id,
              use_date,
              created_at,
              - use_point
            from
              use_point_cases
            where
              account_id = $5
              and customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $6
                  and (
                    own_customer.id = $7
                    or own_customer.merged_into = $8
                  )
              )
            union all
            select
              'cancel',
              id,
              cancel_date,
              updated_at,
              use_point
            from
              use_point_cases
            where
              account_id = $9
              and customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $10
                  and (
                    own_customer.id = $11
                    or own_customer.merged_into = $12
                  )
              )
              and cancel_date is not null
            union all
            select
              'expiry',
              id,
              happened_on,
              created_at,
              case kind
                when 'expired' then - point
                else point
              end
            from
              point_adjustments
            where
              account_id = $13
              and customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $14
                  and (
                    own_customer.id = $15
                    or own_customer.merged_into = $16
                  )
              )
              and kind in ('expired', 'revived')
            union all
            select
              'expiry',
              overdue.grant_point_id,
              overdue.expired_on,
              now(),
              - overdue.point
            from
              (
                select
                  lot.account_id,
                  lot.customer_id,
                  lot.grant_point_id,
                  lot.remaining as point,
                  lot.expires_on + 1 as expired_on
                from
                  point_lots lot
                where
                  lot.remaining > 0
                  and lot.expires_on < $17::date
              ) overdue
            where
              overdue.account_id = $18
              and overdue.customer_id = $19
          ) movement
          cross join lateral (
            select
              (movement.at at time zone 'Asia/Tokyo')::date as booked_on,
              (
                select
                  count(*) filter (
                    where
                      point_use.created_at < movement.at
                  ) + count(*) filter (
                    where
                      point_use.cancel_date is not null
                      and point_use.updated_at < movement.at
                  )
                from
                  use_point_cases point_use
                where
                  point_use.account_id = $20
                  and point_use.customer_id in (
                    select
                      own_customer.id
                    from
                      customers own_customer
                    where
                      own_customer.account_id = $21
                      and (
                        own_customer.id = $22
                        or own_customer.merged_into = $23
                      )
                  )
              ) as uses
          ) booking
      ) placed
  ),
  shown as (
    select
      history.*
    from
      use_point_cases history
    where
      history.account_id = $24
      and history.customer_id in (
        select
          own_customer.id
        from
          customers own_customer
        where
          own_customer.account_id = $25
          and (
            own_customer.id = $26
            or own_customer.merged_into = $27
          )
      )
      and true
    order by
      (history.created_at at time zone 'Asia/Tokyo')::date desc,
      (
        select
          count(*) filter (
            where
              point_use.created_at < history.created_at
          ) + count(*) filter (
            where
              point_use.cancel_date is not null
              and point_use.updated_at < history.created_at
          )
        from
          use_point_cases point_use
        where
          point_use.account_id = $28
          and point_use.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $29
              and (
                own_customer.id = $30
                or own_customer.merged_into = $31
              )
          )
      ) desc,
      history.use_date desc,
      history.created_at desc,
      history.id desc
    limit
      $32
    offset
      $33
  )
select
  history.id,
  history.use_date,
  history.use_point,
  move.after as balance_after,
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
  to_char(history.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
  (
    select
      merged_customer.name
    from
      customers merged_customer
    where
      merged_customer.account_id = history.account_id
      and merged_customer.id = history.customer_id
      and merged_customer.id <> $34
  ) as of_merged,
  true as own,
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'grant_point_id',
            used_point.grant_point_id,
            'grant_date',
            point_grant.grant_date,
            'grant_point',
            point_grant.grant_point,
            'use_point',
            used_point.use_point
          )
          order by
            point_grant.expiration_date nulls last,
            used_point.grant_point_id
        ),
        '[]'
      )
    from
      use_points used_point
      join grant_points point_grant on point_grant.account_id = used_point.account_id
      and point_grant.id = used_point.grant_point_id
    where
      used_point.account_id = history.account_id
      and used_point.use_point_case_id = history.id
  ) as parts,
  (
    select
      coalesce(sum(used_point.use_point), 0)::bigint
    from
      use_points used_point
    where
      history.cancel_date is not null
      and used_point.account_id = history.account_id
      and used_point.use_point_case_id = history.id
      and exists (
        select
        from
          point_adjustments adjustment
        where
          adjustment.account_id = used_point.account_id
          and adjustment.grant_point_id = used_point.grant_point_id
          and adjustment.kind = 'expired'
          and adjustment.point = used_point.use_point
          and adjustment.created_at = history.updated_at
      )
  ) as lapsed
from
  shown history
  join moves
move on move.kind = 'use'
and move.id = history.id
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
    account.id = $35
)
order by
  move.place desc
