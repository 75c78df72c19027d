-- pushes/snapshot-recipients.ts
-- pushes/variants.ts
-- customers/reachable.read.ts
-- pushes/control.ts
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

insert into
  push_action_targets (
    account_id,
    push_action_id,
    campaign_id,
    campaign_segment_id,
    customer_id,
    outcome,
    reason,
    variant,
    wave
  )
select
  $1,
  $2,
  $3,
  $4,
  recipient.id,
  case
    when recipient.reason is null then 'waiting'
    else 'skipped'
  end,
  recipient.reason,
  case
    when recipient.reason is null then recipient.assigned_variant
  end,
  case
    when $5
    and recipient.reason is null
    and recipient.assigned_variant is null then 'remaining'
    else 'main'
  end
from
  (
    select
      chosen.id,
      chosen.reason,
      (
        select
          case
            when n < $6::int then $7::text
            when n < $8::int then $9::text
          end
        from
          (
            select
              (
                ('x' || left(md5(concat_ws('/', $10::bigint, 'variant', $11::bigint, chosen.id)), 8))::bit(32)::bigint % 100
              ) as n
          ) n
      ) as assigned_variant
    from
      (
        select
          customer.id,
          coalesce(
            case
              when false then 'once_per'
              else case
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
                      and consent.purpose = $12::text
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
                      and consent.ends_on >= $13::date
                    from
                      customer_consents consent
                    where
                      consent.account_id = customer.account_id
                      and consent.customer_id = customer.id
                      and consent.channel = 'mail'
                      and consent.purpose = $14::text
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
              end
            end,
            case
              when $15::int > 0
              and (
                (
                  ('x' || left(md5(concat_ws('/', customer.account_id, 'standing', customer.id)), 8))::bit(32)::bigint % 100
                ) < $16::int
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
              when $17::int > 0
              and (
                (
                  exists (
                    select
                    from
                      control_guests control_guest
                    where
                      control_guest.account_id = customer.account_id
                      and control_guest.customer_id = customer.id
                      and control_guest.campaign_id = $18
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
                          and control_guest.campaign_id = $19
                        limit
                          1
                      ) found
                    where
                      merged_customer.account_id = customer.account_id
                      and merged_customer.merged_into = customer.id
                  )
                )
                or (
                  ('x' || left(md5(concat_ws('/', customer.account_id, $20::bigint, customer.id)), 8))::bit(32)::bigint % 100
                ) < $21::int
                and not (
                  exists (
                    select
                    from
                      push_action_targets target
                    where
                      target.account_id = customer.account_id
                      and target.customer_id = customer.id
                      and target.campaign_id = $22
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
                          and target.campaign_id = $23
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
            end
          ) as reason
        from
          customers customer
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
          (
            (
              (
                customer.account_id = $24
                and (
                  customer.active_status = 'active'
                  and customer.merged_into is null
                )
                and true
              )
              and customer.id = any ($25::bigint[])
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
                      ) k
                    where
                      k.account_id = customer.account_id
                      and k.customer_id = customer.id
                      and k.rank_detail_id = any ($29::bigint[])
                  )
                )
                and (
                  (
                    customer.last_stay_on is not null
                    and (
                      case
                        when customer.last_stay_on is not null then greatest(0, $30::date - customer.last_stay_on)::int8
                      end
                    ) between $31::int8 and $32::int8
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
                      and stay.check_out_date >= ($33::date - interval '2 years')::date
                  ) >= $34::int8
                )
                and (
                  (
                    customer.birth_month is not null
                    and customer.birth_month = any ($35::int8[])
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
                                  and lot.expires_on < $36::date
                              ) o
                            where
                              o.account_id = point_account.account_id
                              and o.customer_id = point_account.customer_id
                          ) gone
                      ) point_account
                    where
                      point_account.account_id = customer.account_id
                      and point_account.customer_id = customer.id
                      and point_account.balance >= $37::int8
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
                      and push.channel = any ($38::text[])
                      and target.outcome in ('sent', 'skipped', 'failed', 'unknown')
                      and (
                        (((target.outcome = any ($39::text[])) is true))
                        and ((((target.sent_at at time zone 'Asia/Tokyo')::date >= ($40::date + $41::int)) is true))
                      )
                  ) = $42::int8
                )
              )
            )
          )
          and not exists (
            select
            from
              push_action_targets target
            where
              target.account_id = $43
              and target.push_action_id = any ($44::bigint[])
              and target.customer_id = customer.id
          )
      ) chosen
  ) recipient
