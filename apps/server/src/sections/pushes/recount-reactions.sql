-- pushes/keep-reactions.ts
-- pushes/reactions.read.ts
-- pushes/push-route.ts
-- messaging/events/delivery-outcomes.ts

update push_action_targets target
set
  "delivered_at" = row_outcome."delivered_at",
  "opened_at" = row_outcome."opened_at",
  "machine_opened_at" = row_outcome."machine_opened_at",
  "clicked_at" = row_outcome."clicked_at",
  "unsubscribed_at" = row_outcome."unsubscribed_at",
  "bounced_at" = row_outcome."bounced_at",
  "complained_at" = row_outcome."complained_at"
from
  push_action_targets old_target
  left join (
    select
      f.push_action_id,
      f.customer_id,
      case
        when coalesce(push.mail_api_id = any ($1::text[]), false) then f.delivered_at
      end as delivered_at,
      "f"."opened_at",
      "f"."machine_opened_at",
      "f"."clicked_at",
      "f"."unsubscribed_at",
      "f"."bounced_at",
      "f"."complained_at"
    from
      (
        select
          e.mail_id,
          e.push_action_id,
          e.customer_id,
          case
            when not bool_or(e.kind = 'bounced') then min(e.happened_at) filter (
              where
                e.kind = 'delivered'
            )
          end as delivered_at,
          min(e.happened_at) filter (
            where
              e.kind = 'bounced'
          ) as bounced_at,
          min(e.happened_at) filter (
            where
              e.kind = 'opened'
              and not e.by_machine
          ) as opened_at,
          min(e.happened_at) filter (
            where
              e.kind = 'opened'
              and e.by_machine
          ) as machine_opened_at,
          min(e.happened_at) filter (
            where
              e.kind = 'clicked'
              and not e.by_machine
          ) as clicked_at,
          min(e.happened_at) filter (
            where
              e.kind = 'complained'
          ) as complained_at,
          min(e.happened_at) filter (
            where
              e.kind = 'unsubscribed'
          ) as unsubscribed_at
        from
          (
            select
              j.*,
              j.is_machine
              or coalesce(j.happened_at <= j.first_delivered_at + make_interval(secs => 60), false) as by_machine
            from
              (
                select
                  known.*,
                  min(known.happened_at) filter (
                    where
                      known.kind = 'delivered'
                  ) over (
                    partition by
                      known.mail_id,
                      known.push_action_id,
                      known.customer_id
                  ) as first_delivered_at
                from
                  (
                    select
                      message_event.*
                    from
                      message_events message_event
                    where
                      message_event.account_id = $2
                      and message_event.push_action_id = any ($3::bigint[])
                  ) known
              ) j
          ) e
        group by
          e.mail_id,
          e.push_action_id,
          e.customer_id
      ) f
      join push_actions push on push.account_id = $4
      and push.id = f.push_action_id
  ) row_outcome on row_outcome.push_action_id = old_target.push_action_id
  and row_outcome.customer_id = old_target.customer_id
where
  old_target.account_id = $5
  and old_target.push_action_id = any ($6::bigint[])
  and target.account_id = $7
  and target.push_action_id = old_target.push_action_id
  and target.customer_id = old_target.customer_id
  and (
    "old_target"."delivered_at",
    "old_target"."opened_at",
    "old_target"."machine_opened_at",
    "old_target"."clicked_at",
    "old_target"."unsubscribed_at",
    "old_target"."bounced_at",
    "old_target"."complained_at"
  ) is distinct from (
    "row_outcome"."delivered_at",
    "row_outcome"."opened_at",
    "row_outcome"."machine_opened_at",
    "row_outcome"."clicked_at",
    "row_outcome"."unsubscribed_at",
    "row_outcome"."bounced_at",
    "row_outcome"."complained_at"
  )
returning
  target.push_action_id
