-- points/grant-history.queries.ts
-- points/running-balance.queries.ts
-- points/merged-customers.read.ts
-- points/balances.read.ts
-- database/list-page.ts
-- points/bookable.read.ts

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
      grant_points history
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
      history.grant_date desc,
      history.created_at desc,
      history.id desc
    limit
      $32
    offset
      $33
  ),
  takings as (
    select
      part.id,
      coalesce(sum(part.owed), 0)::bigint as owed,
      json_agg(
        json_build_object(
          'grant_point_id',
          part.grant_point_id,
          'grant_date',
          point_grant.grant_date,
          'grant_point',
          point_grant.grant_point,
          'point',
          part.point
        )
        order by
          part.note
      ) filter (
        where
          part.point > 0
      ) as taken_from
    from
      (
        select
          adjustment.cause_grant_point_id as id,
          adjustment.grant_point_id,
          min(adjustment.id) as note,
          sum(adjustment.point) filter (
            where
              adjustment.kind = 'debt_incurred'
          ) as owed,
          coalesce(
            sum(adjustment.point) filter (
              where
                adjustment.kind = 'reversed'
            ),
            0
          ) - coalesce(
            sum(adjustment.point) filter (
              where
                adjustment.kind = 'debt_incurred'
                and adjustment.grant_point_id <> adjustment.cause_grant_point_id
            ),
            0
          ) as point
        from
          point_adjustments adjustment
        where
          adjustment.account_id = $34
          and adjustment.customer_id in (
            select
              own_customer.id
            from
              customers own_customer
            where
              own_customer.account_id = $35
              and (
                own_customer.id = $36
                or own_customer.merged_into = $37
              )
          )
          and adjustment.kind in ('reversed', 'debt_incurred')
          and adjustment.cause_grant_point_id in (
            select
              shown.id
            from
              shown
            where
              shown.grant_point < 0
          )
        group by
          adjustment.cause_grant_point_id,
          adjustment.grant_point_id
      ) part
      join grant_points point_grant on point_grant.account_id = $38
      and point_grant.id = part.grant_point_id
    group by
      part.id
  )
select
  history.id,
  (
    case
      when history.reverses_grant_point_id is not null then 'reversed'
      when history.grant_point < 0 then 'deducted'
      else 'granted'
    end
  ) as kind,
  history.grant_date,
  history.grant_point,
  case
    when lot.grant_point_id is not null then case
      when (lot.expires_on < $39::date) is true then 0
      else lot.remaining
    end
  end as remaining,
  case
    when lot.grant_point_id is not null then usage.used
  end as used,
  case
    when lot.grant_point_id is not null then noted.expired + case
      when (lot.expires_on < $40::date) is true then lot.remaining
      else 0
    end
  end as expired,
  case
    when lot.grant_point_id is not null then noted.revoked
  end as revoked,
  case
    when lot.grant_point_id is not null then noted.deducted
  end as deducted,
  case
    when lot.grant_point_id is not null then noted.debt_paid
  end as debt_paid,
  move.after as balance_after,
  coalesce(
    move.booked_on,
    case
      when history.stay_transaction_id is not null
      and history.grant_point < 0 then nullif((history.created_at at time zone 'Asia/Tokyo')::date, history.grant_date)
    end
  ) as booked_on,
  coalesce(taking.taken_from, '[]') as taken_from,
  case
    when lot.grant_point_id is null then coalesce(taking.owed, 0)
  end as owed,
  history.expiration_type,
  case
    when lot.grant_point_id is null then history.expiration_date
    else lot.expires_on
  end as expiration_date,
  campaign.name as campaign_name,
  campaign.id as campaign_id,
  account.name as facility_name,
  reservation.original_reservation_code,
  history.reverses_grant_point_id,
  reversed_point_grant.grant_date as reverses_grant_date,
  reversed_point_grant.grant_point as reverses_grant_point,
  nullif(history.remarks, '') as remarks,
  person.name as created_by,
  to_char(history.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
  (
    select
      merged_customer.name
    from
      customers merged_customer
    where
      merged_customer.account_id = history.account_id
      and merged_customer.id = history.customer_id
      and merged_customer.id <> $41
  ) as of_merged,
  (
    lot.grant_point_id is not null
    and history.stay_transaction_id is null
    and history.grant_point > reversal.reversed
    and true
  ) as correctable
from
  shown history
  join moves
move on move.kind = 'grant'
and move.id = history.id
left join point_lots lot on lot.account_id = history.account_id
and lot.grant_point_id = history.id
cross join lateral (
  select
    coalesce(sum(used_point.use_point), 0)::bigint as used
  from
    use_points used_point
    join use_point_cases point_use on point_use.account_id = used_point.account_id
    and point_use.id = used_point.use_point_case_id
    and point_use.cancel_date is null
  where
    used_point.account_id = history.account_id
    and used_point.grant_point_id = history.id
) usage
cross join lateral (
  select
    coalesce(
      sum(
        case adjustment.kind
          when 'expired' then adjustment.point
          when 'revived' then - adjustment.point
        end
      ),
      0
    )::bigint as expired,
    coalesce(
      sum(adjustment.point) filter (
        where
          adjustment.kind = 'reversed'
          and causing_point_grant.reverses_grant_point_id = history.id
      ),
      0
    )::bigint as revoked,
    coalesce(
      sum(adjustment.point) filter (
        where
          adjustment.kind = 'reversed'
          and causing_point_grant.reverses_grant_point_id is null
      ),
      0
    )::bigint as deducted,
    coalesce(
      sum(
        case adjustment.kind
          when 'debt_incurred' then - adjustment.point
          else adjustment.point
        end
      ) filter (
        where
          adjustment.kind in ('debt_paid', 'debt_incurred')
          or causing_point_grant.reverses_grant_point_id <> history.id
      ),
      0
    )::bigint as debt_paid
  from
    point_adjustments adjustment
    left join grant_points causing_point_grant on adjustment.kind = 'reversed'
    and causing_point_grant.account_id = adjustment.account_id
    and causing_point_grant.id = adjustment.cause_grant_point_id
  where
    adjustment.account_id = history.account_id
    and adjustment.grant_point_id = history.id
) noted
cross join lateral (
  select
    coalesce(- sum(reversing_point_grant.grant_point), 0)::bigint as reversed
  from
    grant_points reversing_point_grant
  where
    reversing_point_grant.account_id = history.account_id
    and reversing_point_grant.reverses_grant_point_id = history.id
) reversal
left join takings taking on taking.id = history.id
left join campaigns campaign on campaign.account_id = history.account_id
and campaign.id = history.campaign_id
left join grant_points reversed_point_grant on reversed_point_grant.account_id = history.account_id
and reversed_point_grant.id = history.reverses_grant_point_id
left join accounts account on account.id = history.facility_account_id
and true
left join stay_reservations reservation on reservation.account_id = history.account_id
and reservation.id = history.stay_reservation_id
and true
left join users person on person.id = history.created_by
and num_nonnulls (history.stay_transaction_id, history.push_action_id) = 0
and person.company_id = (
  select
    account.company_id
  from
    accounts account
  where
    account.id = $42
)
order by
  move.place desc
