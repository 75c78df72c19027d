-- campaigns/actions/mail/review-mails.ts
-- pushes/pushes.read.ts
-- customers/reachable.read.ts
-- segments/guests-in-common.ts
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

with
  met as materialized (
    select
      coalesce(met_customer.merged_into, met_customer.id) as customer_id,
      count(*) filter (
        where
          t.sent_at > $1
      ) as lately,
      count(*) filter (
        where
          t.sent_at > $2
      ) as within_cap
    from
      (
        select
          target.customer_id,
          target.sent_at
        from
          push_action_targets target
          join push_actions push on push.account_id = target.account_id
          and push.id = target.push_action_id
        where
          target.account_id = $3
          and target.sent_at > $4
          and push.channel = any ($5::text[])
          and exists (
            select
            from
              campaigns campaign
            where
              campaign.account_id = push.account_id
              and campaign.id = push.campaign_id
              and campaign.purpose = 'marketing'
          )
          and true
      ) t
      join customers met_customer on met_customer.account_id = $6
      and met_customer.id = t.customer_id
    group by
      1
  ),
  reached as materialized (
    select
      customer.id,
      customer.email
    from
      customers customer
      left join (
        select distinct
          on (consent.account_id, consent.customer_id) consent.account_id,
          consent.customer_id,
          consent.state
        from
          customer_consents consent
        where
          consent.channel = 'mail'
          and consent.purpose = 'marketing'
        order by
          consent.account_id,
          consent.customer_id,
          consent.id desc
      ) mk on mk.account_id = customer.account_id
      and mk.customer_id = customer.id
      left join suppressions suppression on suppression.account_id = customer.account_id
      and suppression.channel = 'mail'
      and suppression.address = lower(customer.email)
    where
      customer.account_id = $7
      and customer.id in (
        select
          customer.id
        from
          customers customer
        where
          (
            (
              customer.account_id = $8
              and (
                customer.active_status = 'active'
                and customer.merged_into is null
              )
              and true
            )
            and customer.id = any ($9::bigint[])
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
                              or customer_rank.expiration_date >= $10::date
                            )
                        ) m on m.account_id = t.account_id
                        and m.customer_id = t.customer_id
                        and $11
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
                              or customer_rank.expiration_date >= $12::date
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
                    and k.rank_detail_id = any ($13::bigint[])
                )
              )
              and (
                (
                  customer.last_stay_on is not null
                  and (
                    case
                      when customer.last_stay_on is not null then greatest(0, $14::date - customer.last_stay_on)::int8
                    end
                  ) between $15::int8 and $16::int8
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
                    and stay.check_out_date >= ($17::date - interval '2 years')::date
                ) >= $18::int8
              )
              and (
                (
                  customer.birth_month is not null
                  and customer.birth_month = any ($19::int8[])
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
                                and lot.expires_on < $20::date
                            ) o
                          where
                            o.account_id = point_account.account_id
                            and o.customer_id = point_account.customer_id
                        ) gone
                    ) point_account
                  where
                    point_account.account_id = customer.account_id
                    and point_account.customer_id = customer.id
                    and point_account.balance >= $21::int8
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
                    and push.channel = any ($22::text[])
                    and target.outcome in ('sent', 'skipped', 'failed', 'unknown')
                    and (
                      (((target.outcome = any ($23::text[])) is true))
                      and ((((target.sent_at at time zone 'Asia/Tokyo')::date >= ($24::date + $25::int)) is true))
                    )
                ) = $26::int8
              )
            )
          )
      )
      and case
        when (
          customer.email_state = 'opted_out'
          or mk.state = 'withdrawn'
          or suppression.reason in ('opted_out', 'complained', 'blocked')
        ) then 'opted_out'
        when mk.state is null then 'no_consent'
        when (
          customer.id in (
            select
              newest.customer_id
            from
              (
                select distinct
                  on (consent.customer_id) consent.customer_id,
                  consent.state = 'withdrawn'
                  and true as is_withdrawn
                from
                  customer_consents consent
                where
                  consent.account_id = $27
                  and consent.channel = 'mail'
                  and consent.purpose = 'news'
                order by
                  consent.customer_id,
                  consent.id desc
              ) newest
            where
              newest.is_withdrawn
          )
        ) then 'class_refused'
        when (
          customer.id in (
            select
              newest.customer_id
            from
              (
                select distinct
                  on (consent.customer_id) consent.customer_id,
                  consent.state = 'withdrawn'
                  and consent.ends_on >= $28::date as is_withdrawn
                from
                  customer_consents consent
                where
                  consent.account_id = $29
                  and consent.channel = 'mail'
                  and consent.purpose = 'pause'
                order by
                  consent.customer_id,
                  consent.id desc
              ) newest
            where
              newest.is_withdrawn
          )
        ) then 'paused'
        when customer.email is null then 'no_address'
        when (
          customer.email_state = 'bounced'
          or suppression.reason = 'bounced'
        ) then 'bounced'
        when false then 'capped'
        when false then 'no_coupon'
      end is null
  )
select
  count(*) filter (
    where
      m.lately >= $30
  )::int as often,
  count(*) filter (
    where
      coalesce(m.within_cap, 0) + 1 = $31::int
  )::int as full,
  count(*) filter (
    where
      r.email !~ '^[^@[:space:]]+@[^@[:space:].]+([.][^@[:space:].]+)+$'
  )::int as malformed
from
  reached r
  left join met m on m.customer_id = r.id
