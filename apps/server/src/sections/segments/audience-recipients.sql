-- segments/audience.ts
-- segments/audience-sets.ts
-- segments/reach.ts
-- stays/guests.read.ts
-- segments/matching-guests.ts
-- ranks/facts.read.ts
-- ranks/held-ranks.read.ts
-- stays/facts.read.ts
-- customers/facts.read.ts
-- points/facts.read.ts
-- points/balances.read.ts
-- pushes/lists.read.ts
-- database/canonical-customer.ts
-- database/form-sql.ts
-- customers/reachable.read.ts
-- pushes/control.ts

with
  matched as materialized (
    select
      $1::int as segment,
      customer.id
    from
      customers customer
    where
      (
        (
          customer.account_id = $2
          and (
            customer.active_status = 'active'
            and customer.merged_into is null
          )
          and true
        )
        and customer.id = any ($3::bigint[])
        and (
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
                          or customer_rank.expiration_date >= $4::date
                        )
                    ) m on m.account_id = t.account_id
                    and m.customer_id = t.customer_id
                    and $5
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
                          or customer_rank.expiration_date >= $6::date
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
                and k.rank_detail_id = any ($7::bigint[])
            )
          )
          and (
            (
              customer.last_stay_on is not null
              and (
                case
                  when customer.last_stay_on is not null then greatest(0, $8::date - customer.last_stay_on)::int8
                end
              ) between $9::int8 and $10::int8
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
                and stay.check_out_date >= ($11::date - interval '2 years')::date
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
                            and lot.expires_on < $14::date
                        ) o
                      where
                        o.account_id = point_account.account_id
                        and o.customer_id = point_account.customer_id
                    ) gone
                ) point_account
              where
                point_account.account_id = customer.account_id
                and point_account.customer_id = customer.id
                and point_account.balance >= $15::int8
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
                and push.channel = any ($16::text[])
                and target.outcome in ('sent', 'skipped', 'failed', 'unknown')
                and (
                  (((target.outcome = any ($17::text[])) is true))
                  and ((((target.sent_at at time zone 'Asia/Tokyo')::date >= ($18::date + $19::int)) is true))
                )
            ) = $20::int8
          )
        )
      )
  ),
  own as materialized (
    select
      m.id,
      min(m.segment) as segment
    from
      matched m
    group by
      m.id
  ),
  reasoned as materialized (
    select
      o.segment,
      customer.id,
      customer.name,
      coalesce(
        null::text,
        case
          when (
            customer.email_state = 'opted_out'
            or mk.state = 'withdrawn'
            or suppression.reason in ('opted_out', 'complained', 'blocked')
          ) then 'opted_out'
          when mk.state is null then 'no_consent'
          when coalesce(
            (
              select
                consent.state = 'withdrawn'
                and true
              from
                customer_consents consent
              where
                consent.account_id = customer.account_id
                and consent.customer_id = customer.id
                and consent.channel = 'mail'
                and consent.purpose = $21::text
              order by
                consent.id desc
              limit
                1
            ),
            false
          ) then 'class_refused'
          when coalesce(
            (
              select
                consent.state = 'withdrawn'
                and consent.ends_on >= $22::date
              from
                customer_consents consent
              where
                consent.account_id = customer.account_id
                and consent.customer_id = customer.id
                and consent.channel = 'mail'
                and consent.purpose = $23::text
              order by
                consent.id desc
              limit
                1
            ),
            false
          ) then 'paused'
          when customer.email is null then 'no_address'
          when (
            customer.email_state = 'bounced'
            or suppression.reason = 'bounced'
          ) then 'bounced'
          when false then 'capped'
          when false then 'no_coupon'
        end,
        compared.reason
      ) as reason,
      compared.reason is not null as is_compared
    from
      own o
      join customers customer on customer.account_id = $24
      and customer.id = o.id
      cross join lateral (
        select
          case
            when $25::int > 0
            and (
              (
                ('x' || left(md5(concat_ws('/', customer.account_id, 'standing', customer.id)), 8))::bit(32)::bigint % 100
              ) < $26::int
              or (
                exists (
                  select
                  from
                    control_guests control_guest
                  where
                    control_guest.account_id = customer.account_id
                    and control_guest.customer_id = customer.id
                    and control_guest.campaign_id is null
                )
                or exists (
                  select
                  from
                    customers merged_customer
                    cross join lateral (
                      select
                      from
                        control_guests control_guest
                      where
                        control_guest.account_id = merged_customer.account_id
                        and control_guest.customer_id = merged_customer.id
                        and control_guest.campaign_id is null
                      limit
                        1
                    ) found
                  where
                    merged_customer.account_id = customer.account_id
                    and merged_customer.merged_into = customer.id
                )
              )
            ) then 'standing_control'
            when $27::int > 0
            and (
              (
                exists (
                  select
                  from
                    control_guests control_guest
                  where
                    control_guest.account_id = customer.account_id
                    and control_guest.customer_id = customer.id
                    and control_guest.campaign_id = $28
                )
                or exists (
                  select
                  from
                    customers merged_customer
                    cross join lateral (
                      select
                      from
                        control_guests control_guest
                      where
                        control_guest.account_id = merged_customer.account_id
                        and control_guest.customer_id = merged_customer.id
                        and control_guest.campaign_id = $29
                      limit
                        1
                    ) found
                  where
                    merged_customer.account_id = customer.account_id
                    and merged_customer.merged_into = customer.id
                )
              )
              or (
                ('x' || left(md5(concat_ws('/', customer.account_id, $30::bigint, customer.id)), 8))::bit(32)::bigint % 100
              ) < $31::int
              and not (
                exists (
                  select
                  from
                    push_action_targets target
                  where
                    target.account_id = customer.account_id
                    and target.customer_id = customer.id
                    and target.campaign_id = $32
                    and target.sent_at is not null
                )
                or exists (
                  select
                  from
                    customers merged_customer
                    cross join lateral (
                      select
                      from
                        push_action_targets target
                      where
                        target.account_id = merged_customer.account_id
                        and target.customer_id = merged_customer.id
                        and target.campaign_id = $33
                        and target.sent_at is not null
                      limit
                        1
                    ) found
                  where
                    merged_customer.account_id = customer.account_id
                    and merged_customer.merged_into = customer.id
                )
              )
            ) then 'control_group'
          end as reason
      ) compared
      left join lateral (
        select
          consent.state
        from
          customer_consents consent
        where
          consent.account_id = customer.account_id
          and consent.customer_id = customer.id
          and consent.channel = 'mail'
          and consent.purpose = 'marketing'
        order by
          consent.id desc
        limit
          1
      ) mk on true
      left join suppressions suppression on suppression.account_id = customer.account_id
      and suppression.channel = 'mail'
      and suppression.address = lower(customer.email)
    where
      o.segment = $34
  )
select
  r.segment,
  coalesce(
    array_agg(r.id) filter (
      where
        r.reason is null
    ),
    '{}'
  ) as reached,
  coalesce(
    array_agg(r.id) filter (
      where
        not r.is_compared
    ),
    '{}'
  ) as given
from
  reasoned r
group by
  r.segment
