-- campaigns/results/results.queries.ts
-- database/list-page.ts
-- pushes/result-entries.read.ts
-- pushes/send-figures.read.ts
-- pushes/reactions.read.ts
-- pushes/push-route.ts
-- database/narrowed.ts
-- database/first-not-null.ts

select
  living_customer.id as customer_id,
  living_customer.name as customer_name,
  e.at,
  e.day,
  e.amount,
  e.reservation_id
from
  (
    select
      e.*
    from
      (
        select
          p.campaign_action_id as action_id,
          null::bigint as facility_id,
          p.day,
          case
            when target.outcome in ('sent', 'failed', 'unknown') then coalesce(target.sent_at, p.moment)
          end as at,
          target.customer_id,
          null::bigint as reservation_id,
          1::bigint as amount,
          p.id as place,
          target.variant as variant
        from
          (
            select
              c.*,
              c.channel = any ($1::text[])
              or row_number() over (
                partition by
                  c.campaign_id,
                  c.trigger_key,
                  c.campaign_segment_id
                order by
                  c.channel = any ($2::text[]) desc,
                  "c"."sent" desc,
                  "c"."failed" desc,
                  "c"."unknown" desc,
                  "c"."waiting" desc,
                  "c"."called_off" desc,
                  c.id
              ) = 1 as tells_reach
            from
              (
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
                  and push.campaign_id = $5
                  and push.campaign_action_id = any ($6::bigint[])
                  and (
                    coalesce(push.push_sent_time, push.push_scheduled_time) >= $7::timestamp at time zone 'Asia/Tokyo'
                    and coalesce(push.push_sent_time, push.push_scheduled_time) < ($8::date + 1)::timestamp at time zone 'Asia/Tokyo'
                  )
              ) c
          ) p
          join push_action_targets target on target.account_id = $9
          and target.push_action_id = p.id
        where
          (
            p.tells_reach
            or $10
          )
          and case
            when target.outcome in ('sent', 'failed', 'unknown') then coalesce(target.sent_at, p.moment)
          end is not null
          and true
      ) e
    where
      e.amount <> 0
      and true
    order by
      coalesce(e.at, e.day::timestamp at time zone 'Asia/Tokyo') desc,
      e.action_id,
      e.place,
      e.customer_id
    limit
      $11
    offset
      $12
  ) e
  left join customers customer on customer.account_id = $13
  and customer.id = e.customer_id
  left join customers living_customer on living_customer.account_id = $14
  and living_customer.id = case
    when customer.merged_into is null then customer.id
    else customer.merged_into
  end
  and true
order by
  coalesce(e.at, e.day::timestamp at time zone 'Asia/Tokyo') desc,
  e.action_id,
  e.place,
  e.customer_id
