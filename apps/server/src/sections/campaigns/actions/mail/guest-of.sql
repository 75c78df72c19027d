-- campaigns/actions/mail/preview-mail.ts
-- customers/reachable.read.ts
-- segments/reach.ts
-- stays/guests.read.ts
-- ranks/facts.read.ts
-- ranks/held-ranks.read.ts
-- stays/facts.read.ts
-- database/list-sql.ts
-- customers/facts.read.ts
-- points/facts.read.ts
-- points/balances.read.ts
-- database/canonical-customer.ts
-- pushes/lists.read.ts
-- database/form-sql.ts
-- messaging/message-facts.ts

with
  picked as (
    select
      customer.id
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
      customer.account_id = $1
      and (
        customer.account_id = $2
        and (
          customer.active_status = 'active'
          and customer.merged_into is null
        )
        and true
      )
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
                        or customer_rank.expiration_date >= $3::date
                      )
                  ) m on m.account_id = t.account_id
                  and m.customer_id = t.customer_id
                  and $4
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
                        or customer_rank.expiration_date >= $5::date
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
              and k.rank_detail_id = any ($6::bigint[])
          )
        )
        and (
          (
            customer.last_stay_on is not null
            and (
              case
                when customer.last_stay_on is not null then greatest(0, $7::date - customer.last_stay_on)::int8
              end
            ) between $8::int8 and $9::int8
          )
        )
        and (
          (
            (customer.account_id, customer.id) in (
              select
                stay.account_id,
                stay.customer_id
              from
                stay_transactions stay
              where
                stay.reversed_at is null
                and stay.check_out_date >= ($10::date - interval '2 years')::date
                and stay.customer_id is not null
              group by
                1,
                2
              having
                count(*) >= $11::int8
            )
          )
        )
        and (
          (
            customer.birth_month is not null
            and customer.birth_month = any ($12::int8[])
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
                  left join (
                    select
                      o.account_id,
                      o.customer_id,
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
                          and lot.expires_on < $13::date
                      ) o
                    group by
                      o.account_id,
                      o.customer_id
                  ) gone on gone.account_id = point_account.account_id
                  and gone.customer_id = point_account.customer_id
              ) point_account
            where
              point_account.account_id = customer.account_id
              and point_account.customer_id = customer.id
              and point_account.balance >= $14::int8
          )
        )
        and (
          not (
            (
              (customer.account_id, customer.id) in (
                select
                  "target"."account_id",
                  coalesce(written_customer.merged_into, written_customer.id)
                from
                  push_action_targets target
                  join customers written_customer on written_customer.account_id = "target"."account_id"
                  and written_customer.id = "target"."customer_id"
                  join push_actions push on push.account_id = target.account_id
                  and push.id = target.push_action_id
                where
                  push.channel = any ($15::text[])
                  and target.outcome in ('sent', 'skipped', 'failed', 'unknown')
                  and (
                    (((target.outcome = any ($16::text[])) is true))
                    and ((((target.sent_at at time zone 'Asia/Tokyo')::date >= ($17::date + $18::int)) is true))
                  )
                group by
                  1,
                  2
                having
                  not (count(*) = $19::int8)
              )
            )
          )
        )
      )
    order by
      case
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
                  consent.account_id = $20
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
                  and consent.ends_on >= $21::date as is_withdrawn
                from
                  customer_consents consent
                where
                  consent.account_id = $22
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
      end is not null,
      customer.last_stay_on desc nulls last,
      customer.id
    limit
      1
  )
select
  customer.id as customer_id,
  customer.birthday,
  customer.name,
  customer.name_kana,
  customer.member_number,
  customer.email,
  customer.language,
  customer.last_stay_on,
  customer.stay_count,
  coalesce(fp.balance, 0)::bigint as point_balance,
  fl.expires_on as point_expires_on,
  fr.name as rank,
  (
    select
      account.name
    from
      customer_totals total
      join accounts account on account.id = total.last_facility_account_id
    where
      total.account_id = customer.account_id
      and total.customer_id = customer.id
  ) as facility_name,
  null as coupon,
  null as reservation,
  '{}'::int[] as shown_blocks
from
  picked
  join customers customer on customer.account_id = $23
  and customer.id = picked.id
  left join (
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
              and lot.expires_on < $24::date
          ) o
        where
          o.account_id = point_account.account_id
          and o.customer_id = point_account.customer_id
      ) gone
  ) fp on fp.account_id = customer.account_id
  and fp.customer_id = customer.id
  cross join lateral (
    select
      (
        select
          min(lot.expires_on)
        from
          point_lots lot
        where
          lot.account_id = customer.account_id
          and lot.customer_id = customer.id
          and lot.remaining > 0
          and lot.expires_on >= $25::date
      ) as expires_on
  ) fl
  left join (
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
            or customer_rank.expiration_date >= $26::date
          )
      ) m on m.account_id = t.account_id
      and m.customer_id = t.customer_id
      and $27
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
            or customer_rank.expiration_date >= $28::date
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
  ) fr on fr.account_id = customer.account_id
  and fr.customer_id = customer.id
