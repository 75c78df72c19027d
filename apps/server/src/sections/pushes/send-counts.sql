-- pushes/result-entries.read.ts
-- pushes/send-figures.read.ts
-- pushes/reactions.read.ts
-- pushes/push-route.ts
-- database/narrowed.ts

select
  p.campaign_action_id as action_id,
  p.day,
  case
    when p.in_sets then p.day::text
    else p.trigger_key
  end as send,
  min(p.moment) as at,
  p.tells_reach,
  sum(p.sent + p.failed + p.unknown)::int as "sent",
  sum(
    case
      when p.reports_deliveries then p.delivered
      else p.sent
    end
  )::int as "delivered",
  sum(p.opened)::int as "opened",
  sum(p.machine_opened)::int as "machine_opened",
  sum(p.clicked)::int as "clicked",
  sum(p.unsubscribed)::int as "unsubscribed"
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
group by
  1,
  2,
  3,
  p.tells_reach
order by
  at
