-- reports/reports.queries.ts
-- pushes/send-figures.read.ts
-- pushes/reactions.read.ts
-- pushes/push-route.ts
-- database/narrowed.ts
-- conversions/attributed.read.ts
-- campaigns/actions/point/point-results.ts
-- campaigns/actions/coupon/coupon-results.ts
-- coupons/coupons.read.ts

with
  actions as (
    select
      action.id,
      segment.campaign_id
    from
      campaign_actions action
      join campaign_segments segment on segment.account_id = $1
      and segment.id = action.campaign_segment_id
    where
      action.account_id = $2
  ),
  counted as materialized (
    select
      push.id,
      push.campaign_id,
      push.trigger_key,
      push.campaign_segment_id,
      push.campaign_action_id,
      push.channel,
      push.in_sets,
      coalesce(push.mail_api_id = any ($3::text[]), false) as reports_deliveries,
      coalesce(push.push_sent_time, push.push_scheduled_time) as moment,
      (coalesce(push.push_sent_time, push.push_scheduled_time) at time zone 'Asia/Tokyo')::date as day,
      coalesce(push.push_sent_time, push.started_at) as sent_at,
      n.*
    from
      push_actions push
      cross join lateral (
        select
          push.target_count as targets,
          push.sent_count as sent,
          push.failed_count as failed,
          push.unknown_count as unknown,
          push.target_count - push.sent_count - push.skipped_count - push.failed_count - push.unknown_count as waiting,
          (
            case
              when push.called_off_at is not null
              or (
                push.push_status = 'done'
                and push.error is not null
              ) then (
                select
                  count(*)
                from
                  push_action_targets target
                where
                  target.account_id = push.account_id
                  and target.push_action_id = push.id
                  and target.outcome = 'skipped'
                  and target.reason = 'stopped'
                  and true
              )
              else 0
            end
          ) as called_off,
          push."delivered_count" as "delivered",
          push."opened_count" as "opened",
          push."machine_opened_count" as "machine_opened",
          push."clicked_count" as "clicked",
          push."unsubscribed_count" as "unsubscribed",
          push."bounced_count" as "bounced",
          push."complained_count" as "complained"
      ) n
    where
      push.account_id = $4
      and push.campaign_id is not null
      and (
        coalesce(push.push_sent_time, push.push_scheduled_time) >= $5::timestamp at time zone 'Asia/Tokyo'
        and coalesce(push.push_sent_time, push.push_scheduled_time) < ($6::date + 1)::timestamp at time zone 'Asia/Tokyo'
      )
  ),
  sent as (
    select
      k.campaign_id,
      max(k.sent_at) as last_sent_at
    from
      counted k
    group by
      k.campaign_id
  ),
  figures as (
    select
      s.campaign_id,
      count(distinct s.trigger_key)::int as sends,
      sum(s.targets)::int as targets,
      sum(s.sent)::int as reached,
      sum(s.benefits_only)::int as benefits_only,
      sum(s.targets - s.sent - s.failed - s.unknown - s.waiting - s.benefits_only - s.called_off)::int as omitted,
      sum(s.failed)::int as failed,
      sum(s.unknown)::int as unknown,
      sum(s.waiting)::int as waiting,
      sum(s.called_off)::int as called_off,
      sum("s"."opened")::int as "opened",
      sum("s"."machine_opened")::int as "machine_opened",
      sum("s"."clicked")::int as "clicked",
      sum("s"."unsubscribed")::int as "unsubscribed",
      sum("s"."bounced")::int as "bounced",
      sum("s"."complained")::int as "complained"
    from
      (
        select
          b.*,
          least(b.stopped, b.targets - b.sent - b.failed - b.unknown - b.waiting - b.benefits_only) as called_off
        from
          (
            select
              t.campaign_id,
              t.trigger_key,
              t.targets,
              t.sent,
              t.failed,
              t.unknown,
              t.waiting,
              t.stopped,
              "t"."opened",
              "t"."machine_opened",
              "t"."clicked",
              "t"."unsubscribed",
              "t"."bounced",
              "t"."complained",
              case
                when t.has_message then greatest(0, t.given - t.sent - t.failed - t.unknown - t.waiting)
                else 0
              end as benefits_only
            from
              (
                select
                  c.campaign_id,
                  c.trigger_key,
                  max(c.targets) as targets,
                  bool_or(c.channel = any ($7::text[])) as has_message,
                  coalesce(
                    max(c.sent) filter (
                      where
                        not c.channel = any ($8::text[])
                    ),
                    0
                  ) as given,
                  coalesce(
                    sum("c"."sent") filter (
                      where
                        c.channel = any ($9::text[])
                    ),
                    (
                      max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                        where
                          not c.channel = any ($10::text[])
                      )
                    ) [1]
                  ) as sent,
                  coalesce(
                    sum("c"."failed") filter (
                      where
                        c.channel = any ($11::text[])
                    ),
                    (
                      max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                        where
                          not c.channel = any ($12::text[])
                      )
                    ) [2]
                  ) as failed,
                  coalesce(
                    sum("c"."unknown") filter (
                      where
                        c.channel = any ($13::text[])
                    ),
                    (
                      max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                        where
                          not c.channel = any ($14::text[])
                      )
                    ) [3]
                  ) as unknown,
                  coalesce(
                    sum("c"."waiting") filter (
                      where
                        c.channel = any ($15::text[])
                    ),
                    (
                      max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                        where
                          not c.channel = any ($16::text[])
                      )
                    ) [4]
                  ) as waiting,
                  coalesce(
                    sum("c"."called_off") filter (
                      where
                        c.channel = any ($17::text[])
                    ),
                    (
                      max(array["c"."sent", "c"."failed", "c"."unknown", "c"."waiting", "c"."called_off"]) filter (
                        where
                          not c.channel = any ($18::text[])
                      )
                    ) [5]
                  ) as stopped,
                  sum("c"."opened")::int as "opened",
                  sum("c"."machine_opened")::int as "machine_opened",
                  sum("c"."clicked")::int as "clicked",
                  sum("c"."unsubscribed")::int as "unsubscribed",
                  sum("c"."bounced")::int as "bounced",
                  sum("c"."complained")::int as "complained"
                from
                  (
                    select
                      *
                    from
                      counted
                  ) c
                group by
                  c.campaign_id,
                  c.trigger_key,
                  c.campaign_segment_id
              ) t
          ) b
      ) s
    group by
      s.campaign_id
  ),
  attributed as (
    select
      segment.campaign_id,
      coalesce(sum(conversion.reserved), 0)::int as reserved,
      coalesce(sum(conversion.reserved_price), 0)::bigint as reserved_price,
      coalesce(sum(conversion.transacted), 0)::int as transacted,
      coalesce(sum(conversion.use_price), 0)::bigint as use_price
    from
      conversions conversion
      join campaign_actions action on action.account_id = conversion.account_id
      and action.id = conversion.campaign_action_id
      join campaign_segments segment on segment.account_id = action.account_id
      and segment.id = action.campaign_segment_id
    where
      conversion.account_id = $19
      and conversion.stat_date between $20::date and $21::date
      and true
    group by
      segment.campaign_id
  ),
  spent as (
    select
      a.campaign_id,
      coalesce(
        sum(e.amount) filter (
          where
            e.figure = $22
        ),
        0
      )::bigint as "coupons_given",
      coalesce(
        sum(e.amount) filter (
          where
            e.figure = $23
        ),
        0
      )::bigint as "coupons_used",
      coalesce(
        sum(e.amount) filter (
          where
            e.figure = $24
        ),
        0
      )::bigint as "points_used",
      coalesce(
        sum(e.amount) filter (
          where
            e.figure = $25
        ),
        0
      )::bigint as "cost"
    from
      (
        select
          o.figure,
          o.action_id,
          o.amount
        from
          (
            select
              'points' as figure,
              point_grant.action_id,
              point_grant.facility_account_id as facility_id,
              point_grant.grant_date as day,
              null::timestamptz as at,
              point_grant.customer_id,
              point_grant.stay_reservation_id as reservation_id,
              point_grant.grant_point as amount,
              point_grant.id as place
            from
              grant_points point_grant
            where
              point_grant.account_id = $26
              and point_grant.action_id = any ($27::bigint[])
              and point_grant.grant_point > 0
              and (
                point_grant.grant_date >= $28::date
                and point_grant.grant_date <= $29::date
              )
              and true
            union all
            select
              v.figure,
              point_grant.action_id,
              point_use.facility_account_id,
              point_use.use_date,
              null,
              point_use.customer_id,
              point_use.stay_reservation_id,
              used_point.use_point,
              used_point.id
            from
              grant_points point_grant
              join use_points used_point on used_point.account_id = $30
              and used_point.grant_point_id = point_grant.id
              join use_point_cases point_use on point_use.account_id = $31
              and point_use.id = used_point.use_point_case_id
              and point_use.cancel_date is null
              cross join (
                values
                  ('points_used'),
                  ('cost')
              ) v (figure)
            where
              point_grant.account_id = $32
              and point_grant.action_id = any ($33::bigint[])
              and (
                point_use.use_date >= $34::date
                and point_use.use_date <= $35::date
              )
              and true
          ) o
        union all
        select
          o.figure,
          o.action_id,
          o.amount
        from
          (
            select
              'coupons_given' as figure,
              coupon.campaign_action_id as action_id,
              null::bigint as facility_id,
              acquired.acquire_date as day,
              null::timestamptz as at,
              acquired.customer_id,
              null::bigint as reservation_id,
              1::bigint as amount,
              acquired.id as place,
              case
                when exists (
                  select
                  from
                    coupons other_coupon
                  where
                    other_coupon.account_id = $36
                    and other_coupon.campaign_action_id = coupon.campaign_action_id
                    and other_coupon.variant <> coupon.variant
                ) then coupon.variant
              end as variant
            from
              coupons coupon
              join acquire_coupons acquired on acquired.account_id = $37
              and acquired.coupon_id = coupon.id
              and acquired.active_status = 'active'
            where
              coupon.account_id = $38
              and coupon.campaign_action_id = any ($39::bigint[])
              and (
                acquired.acquire_date >= $40::date
                and acquired.acquire_date <= $41::date
              )
              and true
            union all
            select
              v.figure,
              coupon.campaign_action_id,
              coupon_use.facility_account_id,
              coupon_use.use_date,
              null,
              coupon_use.customer_id,
              coupon_use.stay_reservation_id,
              v.amount,
              coupon_use.id,
              case
                when exists (
                  select
                  from
                    coupons other_coupon
                  where
                    other_coupon.account_id = $42
                    and other_coupon.campaign_action_id = coupon.campaign_action_id
                    and other_coupon.variant <> coupon.variant
                ) then coupon.variant
              end
            from
              coupons coupon
              join use_coupon_cases coupon_use on coupon_use.account_id = $43
              and coupon_use.coupon_id = coupon.id
              and coupon_use.cancel_date is null
              cross join lateral (
                values
                  ('coupons_used', coupon_use.quantity),
                  ('cost', coupon_use.discount)
              ) v (figure, amount)
            where
              coupon.account_id = $44
              and coupon.campaign_action_id = any ($45::bigint[])
              and (
                coupon_use.use_date >= $46::date
                and coupon_use.use_date <= $47::date
              )
              and true
          ) o
      ) e
      join actions a on a.id = e.action_id
    where
      e.figure = any ($48::text[])
      and e.amount <> 0
    group by
      a.campaign_id
  ),
  granted as (
    select
      a.campaign_id,
      sum(g.granted)::bigint as points,
      sum(g.reversed)::bigint as reversed,
      sum(g.deducted)::bigint as deducted,
      sum(g.for_debt)::bigint as for_debt
    from
      jsonb_to_recordset($49::jsonb) as g (action_id bigint, granted bigint, reversed bigint, deducted bigint, for_debt bigint)
      join actions a on a.id = g.action_id
    group by
      a.campaign_id
  )
select
  campaign.id,
  campaign.name,
  campaign.status,
  s.last_sent_at,
  to_jsonb(f) - 'campaign_id' as figures,
  jsonb_build_object(
    'reserved',
    coalesce(b.reserved, 0),
    'reserved_price',
    coalesce(b.reserved_price, 0),
    'transacted',
    coalesce(b.transacted, 0),
    'use_price',
    coalesce(b.use_price, 0)
  ) as attributed,
  jsonb_build_object(
    $50::text,
    coalesce("sp"."coupons_given", 0),
    $51::text,
    coalesce("sp"."coupons_used", 0),
    $52::text,
    coalesce("sp"."points_used", 0),
    $53::text,
    coalesce("sp"."cost", 0)
  ) as spent,
  coalesce(g.points, 0) as points_granted,
  coalesce(g.reversed, 0) as points_reversed,
  coalesce(g.deducted, 0) as points_deducted,
  coalesce(g.for_debt, 0) as points_for_debt
from
  campaigns campaign
  left join sent s on s.campaign_id = campaign.id
  left join figures f on f.campaign_id = campaign.id
  left join attributed b on b.campaign_id = campaign.id
  left join spent sp on sp.campaign_id = campaign.id
  left join granted g on g.campaign_id = campaign.id
where
  campaign.account_id = $54
  and (
    s.campaign_id is not null
    or g.campaign_id is not null
    or b.campaign_id is not null
    or sp.campaign_id is not null
    or (
      campaign.activated_at is not null
      and greatest(campaign.campaign_start_dt, (campaign.activated_at at time zone 'Asia/Tokyo')::date) <= $55::date
      and (
        campaign.campaign_end_dt is null
        or campaign.campaign_end_dt >= $56::date
      )
    )
  )
order by
  s.last_sent_at desc nulls last,
  campaign.id desc
