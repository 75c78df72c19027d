-- campaigns/triggers/expected-meetings.ts
-- campaigns/triggers/judged-guests.ts
-- campaigns/triggers/trigger-types.ts
-- segments/reach.ts
-- stays/guests.read.ts
-- ranks/facts.read.ts
-- ranks/held-ranks.read.ts
-- stays/facts.read.ts
-- customers/facts.read.ts
-- points/facts.read.ts
-- points/balances.read.ts
-- pushes/lists.read.ts
-- database/canonical-customer.ts
-- database/form-sql.ts

select
  $1::int as place,
  j.*
from
  (
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
                  reservation.account_id = $2
                  and "reservation"."check_in_date" = any ($3::date[])
              ) r
              join unnest($4::date[], $5::date[], $6::timestamptz[]) d (day, seen_on, at) on d.seen_on = r.base_day
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
              and true
            offset
              0
          ) k
      )
    select
      g.customer_id,
      g.reservation_id,
      g.transaction_id,
      g.base_day,
      g.planned_at,
      case
        when not (
          customer.account_id = $7
          and (
            customer.active_status = 'active'
            and customer.merged_into is null
          )
          and true
        ) then null
        when (
          exists (
            select
            from
              (
                select
                  t.account_id,
                  t.customer_id,
                  case
                    when m.id is not null then m.id
                    when (
                      h.id is null
                      or (e.priority < h.priority) is true
                    ) then e.id
                    else h.id
                  end as rank_detail_id,
                  case
                    when m.id is not null then m.name
                    when (
                      h.id is null
                      or (e.priority < h.priority) is true
                    ) then e.name
                    else h.name
                  end as name,
                  case
                    when m.id is not null then m.priority
                    when (
                      h.id is null
                      or (e.priority < h.priority) is true
                    ) then e.priority
                    else h.priority
                  end as priority,
                  case
                    when m.id is not null then 'manual'
                    else 'auto'
                  end as rank_type,
                  case
                    when m.id is not null then m.expiration_date
                    when not (
                      h.id is null
                      or (e.priority < h.priority) is true
                    ) then h.expiration_date
                  end as expiration_date
                from
                  customer_totals t
                  left join (
                    select
                      customer_rank.account_id,
                      customer_rank.customer_id,
                      customer_rank.expiration_date,
                      d.id,
                      d.name,
                      d.priority
                    from
                      customer_ranks customer_rank
                      join (
                        select
                          tier.account_id,
                          tier.id,
                          tier.name,
                          tier.priority,
                          (
                            case rank.definition
                              when 'stay' then tier.total_stay
                              when 'use_price' then tier.total_use_price
                              else tier.total_get_point
                            end
                          ) = 0 as asks_nothing
                        from
                          rank_details tier
                          join ranks rank on rank.account_id = tier.account_id
                          and rank.id = tier.rank_id
                          and rank.active_status = 'active'
                        where
                          tier.active_status = 'active'
                      ) d on d.account_id = customer_rank.account_id
                      and d.id = customer_rank.rank_detail_id
                    where
                      customer_rank.rank_type = 'manual'
                      and (
                        customer_rank.expiration_date is null
                        or customer_rank.expiration_date >= g.judged_on::date
                      )
                  ) m on m.account_id = t.account_id
                  and m.customer_id = t.customer_id
                  and $8
                  left join (
                    select
                      customer_rank.account_id,
                      customer_rank.customer_id,
                      customer_rank.expiration_date,
                      d.id,
                      d.name,
                      d.priority
                    from
                      customer_ranks customer_rank
                      join (
                        select
                          tier.account_id,
                          tier.id,
                          tier.name,
                          tier.priority,
                          (
                            case rank.definition
                              when 'stay' then tier.total_stay
                              when 'use_price' then tier.total_use_price
                              else tier.total_get_point
                            end
                          ) = 0 as asks_nothing
                        from
                          rank_details tier
                          join ranks rank on rank.account_id = tier.account_id
                          and rank.id = tier.rank_id
                          and rank.active_status = 'active'
                        where
                          tier.active_status = 'active'
                      ) d on d.account_id = customer_rank.account_id
                      and d.id = customer_rank.rank_detail_id
                    where
                      customer_rank.rank_type = 'auto'
                      and (
                        customer_rank.expiration_date is null
                        or customer_rank.expiration_date >= g.judged_on::date
                      )
                  ) h on h.account_id = t.account_id
                  and h.customer_id = t.customer_id
                  left join (
                    select distinct
                      on (d.account_id) d.account_id,
                      d.id,
                      d.name,
                      d.priority
                    from
                      (
                        select
                          tier.account_id,
                          tier.id,
                          tier.name,
                          tier.priority,
                          (
                            case rank.definition
                              when 'stay' then tier.total_stay
                              when 'use_price' then tier.total_use_price
                              else tier.total_get_point
                            end
                          ) = 0 as asks_nothing
                        from
                          rank_details tier
                          join ranks rank on rank.account_id = tier.account_id
                          and rank.id = tier.rank_id
                          and rank.active_status = 'active'
                        where
                          tier.active_status = 'active'
                      ) d
                    where
                      d.asks_nothing
                    order by
                      d.account_id,
                      d.priority
                  ) e on e.account_id = t.account_id
                where
                  t.is_listed
                  and coalesce(m.id, h.id, e.id) is not null
              ) k
            where
              k.account_id = customer.account_id
              and k.customer_id = customer.id
              and k.rank_detail_id = any ($9::bigint[])
          )
        )
        and (
          (
            customer.last_stay_on is not null
            and (
              case
                when customer.last_stay_on is not null then greatest(0, g.judged_on::date - customer.last_stay_on)::int8
              end
            ) between $10::int8 and $11::int8
          )
        )
        and (
          (
            select
              count(*)
            from
              stay_transactions stay
            where
              stay.account_id = customer.account_id
              and stay.customer_id = customer.id
              and stay.reversed_at is null
              and stay.check_out_date >= (g.judged_on::date - interval '2 years')::date
          ) >= $12::int8
        )
        and (
          (
            customer.birth_month is not null
            and customer.birth_month = any ($13::int8[])
          )
        )
        and (
          exists (
            select
            from
              (
                select
                  point_account.account_id,
                  point_account.customer_id,
                  point_account.balance - coalesce(gone.point, 0) as balance,
                  point_account.debt,
                  coalesce(gone.point, 0) as overdue
                from
                  point_accounts point_account
                  cross join lateral (
                    select
                      sum(o.point)::bigint as point
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
                          and lot.expires_on < g.judged_on::date
                      ) o
                    where
                      o.account_id = point_account.account_id
                      and o.customer_id = point_account.customer_id
                  ) gone
              ) point_account
            where
              point_account.account_id = customer.account_id
              and point_account.customer_id = customer.id
              and point_account.balance >= $14::int8
          )
        )
        and (
          (
            select
              count(*)
            from
              push_action_targets target
              join customers written_customer on written_customer.account_id = "target"."account_id"
              and written_customer.id = "target"."customer_id"
              join push_actions push on push.account_id = target.account_id
              and push.id = target.push_action_id
            where
              "target"."account_id" = customer.account_id
              and "target"."customer_id" in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = customer.account_id
                  and (
                    own_customer.id = customer.id
                    or own_customer.merged_into = customer.id
                  )
              )
              and push.channel = any ($15::text[])
              and target.outcome in ('sent', 'skipped', 'failed', 'unknown')
              and (
                (((target.outcome = any ($16::text[])) is true))
                and ((((target.sent_at at time zone 'Asia/Tokyo')::date >= (g.judged_on::date + $17::int)) is true))
              )
          ) = $18::int8
        ) then $19::bigint
      end as segment_id
    from
      g
      join customers customer on customer.account_id = g.account_id
      and customer.id = g.customer_id
      left join stay_reservations stay_reservation on stay_reservation.account_id = g.account_id
      and stay_reservation.id = g.reservation_id
  ) j
where
  j.segment_id is not null
order by
  planned_at,
  customer_id,
  reservation_id
