-- segments/explain-target.ts
-- ranks/facts.read.ts
-- ranks/held-ranks.read.ts
-- stays/facts.read.ts
-- customers/facts.read.ts
-- points/facts.read.ts
-- points/balances.read.ts
-- pushes/lists.read.ts
-- database/canonical-customer.ts
-- database/form-sql.ts
-- database/first-not-null.ts
-- segments/reach.ts
-- stays/guests.read.ts

select
  customer.id,
  customer.name,
  customer.member_number,
  array[
    (
      (
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
                      or customer_rank.expiration_date >= $1::date
                    )
                ) m on m.account_id = t.account_id
                and m.customer_id = t.customer_id
                and $2
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
                      or customer_rank.expiration_date >= $3::date
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
            and k.rank_detail_id = any ($4::bigint[])
        )
      )
      and (
        (
          customer.last_stay_on is not null
          and (
            case
              when customer.last_stay_on is not null then greatest(0, $5::date - customer.last_stay_on)::int8
            end
          ) between $6::int8 and $7::int8
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
            and stay.check_out_date >= ($8::date - interval '2 years')::date
        ) >= $9::int8
      )
      and (
        (
          customer.birth_month is not null
          and customer.birth_month = any ($10::int8[])
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
                        and lot.expires_on < $11::date
                    ) o
                  where
                    o.account_id = point_account.account_id
                    and o.customer_id = point_account.customer_id
                ) gone
            ) point_account
          where
            point_account.account_id = customer.account_id
            and point_account.customer_id = customer.id
            and point_account.balance >= $12::int8
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
            and push.channel = any ($13::text[])
            and target.outcome in ('sent', 'skipped', 'failed', 'unknown')
            and (
              (((target.outcome = any ($14::text[])) is true))
              and ((((target.sent_at at time zone 'Asia/Tokyo')::date >= ($15::date + $16::int)) is true))
            )
        ) = $17::int8
      )
    ),
    (
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
                    or customer_rank.expiration_date >= $18::date
                  )
              ) m on m.account_id = t.account_id
              and m.customer_id = t.customer_id
              and $19
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
                    or customer_rank.expiration_date >= $20::date
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
          and k.rank_detail_id = any ($21::bigint[])
      )
    ),
    (
      (
        customer.last_stay_on is not null
        and (
          case
            when customer.last_stay_on is not null then greatest(0, $22::date - customer.last_stay_on)::int8
          end
        ) between $23::int8 and $24::int8
      )
    ),
    (
      (
        select
          count(*)
        from
          stay_transactions stay
        where
          stay.account_id = customer.account_id
          and stay.customer_id = customer.id
          and stay.reversed_at is null
          and stay.check_out_date >= ($25::date - interval '2 years')::date
      ) >= $26::int8
    ),
    (
      (
        customer.birth_month is not null
        and customer.birth_month = any ($27::int8[])
      )
    ),
    (
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
                      and lot.expires_on < $28::date
                  ) o
                where
                  o.account_id = point_account.account_id
                  and o.customer_id = point_account.customer_id
              ) gone
          ) point_account
        where
          point_account.account_id = customer.account_id
          and point_account.customer_id = customer.id
          and point_account.balance >= $29::int8
      )
    ),
    (
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
          and push.channel = any ($30::text[])
          and target.outcome in ('sent', 'skipped', 'failed', 'unknown')
          and (
            (((target.outcome = any ($31::text[])) is true))
            and ((((target.sent_at at time zone 'Asia/Tokyo')::date >= ($32::date + $33::int)) is true))
          )
      ) = $34::int8
    )
  ] as holds
from
  customers asked_customer
  join customers customer on customer.account_id = asked_customer.account_id
  and customer.id = case
    when asked_customer.merged_into is null then asked_customer.id
    else asked_customer.merged_into
  end
where
  asked_customer.account_id = $35
  and asked_customer.id = $36
  and (
    customer.account_id = $37
    and (
      customer.active_status = 'active'
      and customer.merged_into is null
    )
    and true
  )
