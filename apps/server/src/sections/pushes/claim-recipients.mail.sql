-- pushes/recipients.queries.ts
-- pushes/runs.queries.ts
-- pushes/deliver-push.ts
-- campaigns/actions/mail/mail-channel.ts
-- messaging/message-facts.ts
-- stays/guests.read.ts
-- customers/reachable.read.ts
-- pushes/control.ts
-- points/balances.read.ts
-- ranks/held-ranks.read.ts
-- campaigns/triggers/no-longer.ts
-- campaigns/triggers/trigger-types.ts
-- database/first-not-null.ts

with
  locked as materialized (
    select
      waiting.*,
      run_push.claimant,
      run_push.trigger_key
    from
      unnest($1::bigint[], $2::text[], $3::text[]) run_push (id, claimant, trigger_key)
      cross join lateral (
        select
          target.account_id,
          target.push_action_id,
          target.customer_id,
          target.variant,
          true as is_first
        from
          push_action_targets target
        where
          target.account_id = $4
          and target.push_action_id = run_push.id
          and target.wave = $5
          and target.outcome = 'waiting'
          and target.customer_id > case
            when run_push.id = $6 then $7::bigint
            else 0
          end
          and (
            target.attempt_count = 0
            or target.claimed_at <= now() - make_interval(secs => ($8::float8[]) [target.attempt_count])
          )
        order by
          target.customer_id
        limit
          $9
        for update of
          target skip locked
      ) waiting
    where
      run_push.id >= $10
    limit
      $11
  ),
  next as materialized (
    select distinct
      on (locked.customer_id) locked.*
    from
      locked
    where
      locked.customer_id <> all ($12::bigint[])
    order by
      locked.customer_id,
      locked.push_action_id
  ),
  facts as materialized (
    select
      next.account_id,
      next.push_action_id,
      next.is_first,
      next.claimant,
      customer.id as customer_id,
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
      '{}'::int[] as shown_blocks,
      h.no_longer,
      given.points as granted_points,
      null::text as variant,
      case
        when customer.merged_into is not null
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
                and target.push_action_id = next.push_action_id
                and target.customer_id = merged_customer.id
                and target.outcome in ('sending', 'sent', 'unknown')
              limit
                1
            ) found
          where
            merged_customer.account_id = next.account_id
            and merged_customer.merged_into = customer.id
        ) then 'merged'
        when customer.active_status <> 'active' then 'inactive'
        else coalesce(
          coalesce(
            h.no_longer,
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
                    and consent.purpose = $13::text
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
                    and consent.ends_on >= $14::date
                  from
                    customer_consents consent
                  where
                    consent.account_id = customer.account_id
                    and consent.customer_id = customer.id
                    and consent.channel = 'mail'
                    and consent.purpose = $15::text
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
          ),
          case
            when $16::int > 0
            and (
              (
                ('x' || left(md5(concat_ws('/', customer.account_id, 'standing', customer.id)), 8))::bit(32)::bigint % 100
              ) < $17::int
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
            when $18::int > 0
            and (
              (
                exists (
                  select
                  from
                    control_guests control_guest
                  where
                    control_guest.account_id = customer.account_id
                    and control_guest.customer_id = customer.id
                    and control_guest.campaign_id = $19
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
                        and control_guest.campaign_id = $20
                      limit
                        1
                    ) found
                  where
                    merged_customer.account_id = customer.account_id
                    and merged_customer.merged_into = customer.id
                )
              )
              or (
                ('x' || left(md5(concat_ws('/', customer.account_id, $21::bigint, customer.id)), 8))::bit(32)::bigint % 100
              ) < $22::int
              and not (
                exists (
                  select
                  from
                    push_action_targets target
                  where
                    target.account_id = customer.account_id
                    and target.customer_id = customer.id
                    and target.campaign_id = $23
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
                        and target.campaign_id = $24
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
          end,
          case
            when given.omitted then 'points_not_granted'
          end
        )
      end as reason
    from
      next
      join customers customer on customer.account_id = next.account_id
      and customer.id = next.customer_id
      cross join lateral (
        select
          sum(target.granted_points)::bigint as points,
          coalesce(
            bool_or(
              target.outcome <> 'sent'
              and target.reason is distinct from 'once_per'
            ),
            false
          ) as omitted
        from
          push_actions push
          join push_action_targets target on target.account_id = push.account_id
          and target.push_action_id = push.id
          and target.customer_id = customer.id
        where
          push.account_id = $25
          and push.campaign_segment_id = $26
          and push.trigger_key = next.trigger_key
          and push.channel = any ($27::text[])
      ) given
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
                  and lot.expires_on < $28::date
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
              and lot.expires_on >= $29::date
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
                or customer_rank.expiration_date >= $30::date
              )
          ) m on m.account_id = t.account_id
          and m.customer_id = t.customer_id
          and $31
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
                or customer_rank.expiration_date >= $32::date
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
      cross join lateral (
        select
          (
            select
              (
                case
                  when split_part(push.trigger_key, ':', 1) = 'cancelled' then case
                    when reservation.cancel_date is null then 'reservation_changed'
                  end
                  when not (
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
                  ) then 'reservation_cancelled'
                  when reservation.customer_id is distinct from next.customer_id then 'reservation_changed'
                  when push.cause_date <> case
                    when split_part(push.trigger_key, ':', 1) in ('before_check_in', 'check_in') then reservation.check_in_date
                    when split_part(push.trigger_key, ':', 1) = 'before_check_out' then reservation.check_out_date
                    when split_part(push.trigger_key, ':', 1) = 'after_check_out' then coalesce(
                      (
                        select
                          stay.check_out_date
                        from
                          stay_transactions stay
                        where
                          stay.account_id = reservation.account_id
                          and stay.stay_reservation_id = reservation.id
                          and stay.reversed_at is null
                      ),
                      reservation.check_out_date
                    )
                    else push.cause_date
                  end then 'reservation_changed'
                end
              )
            from
              stay_reservations reported_reservation
              join stay_reservations reservation on reservation.account_id = reported_reservation.account_id
              and reservation.id = case
                when reported_reservation.linked_to_id is null then reported_reservation.id
                else reported_reservation.linked_to_id
              end
            where
              reported_reservation.account_id = push.account_id
              and reported_reservation.id = push.stay_reservation_id
          ) as no_longer
        from
          push_actions push
        where
          push.account_id = next.account_id
          and push.id = next.push_action_id
      ) h
  ),
  claimed as (
    update push_action_targets target
    set
      outcome = case
        when facts.reason is null then 'sending'
        else 'skipped'
      end,
      reason = facts.reason,
      claimed_by = facts.claimant,
      claimed_at = now(),
      attempt_count = target.attempt_count + (facts.reason is null)::int,
      updated_at = now(),
      variant = case
        when facts.reason is null then facts.variant
      end
    from
      facts
    where
      target.account_id = facts.account_id
      and target.push_action_id = facts.push_action_id
      and target.customer_id = facts.customer_id
    returning
      facts.*,
      target.attempt_count
  ),
  kept as (
    insert into
      control_guests (account_id, campaign_id, customer_id, since)
    select
      r.account_id,
      case r.reason
        when 'control_group' then r.campaign_id
      end,
      r.customer_id,
      $33::timestamptz
    from
      (
        select
          facts.account_id,
          $34::bigint as campaign_id,
          facts.customer_id,
          facts.reason
        from
          facts
      ) r
    where
      r.reason = any ($35::text[])
      and not exists (
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
              and control_guest.campaign_id is not distinct from case r.reason
                when 'control_group' then r.campaign_id
              end
            limit
              1
          ) found
        where
          merged_customer.account_id = r.account_id
          and merged_customer.merged_into = r.customer_id
      )
    order by
      r.customer_id
    on conflict (account_id, customer_id, campaign_id) do nothing
  ),
  counted as (
    update push_actions push
    set
      skipped_count = push.skipped_count + dropped.skipped,
      updated_at = now()
    from
      (
        select
          push_action_id,
          count(*)::int as skipped
        from
          facts
        where
          reason is not null
        group by
          1
      ) dropped
    where
      push.account_id = $36
      and push.id = dropped.push_action_id
  )
select
  claimed.*
from
  claimed
order by
  claimed.is_first desc,
  claimed.push_action_id,
  claimed.customer_id
