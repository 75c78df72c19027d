-- pushes/pushes.read.ts
-- pushes/push-route.ts
-- pushes/revocations.read.ts
-- pushes/open-sends.read.ts

select
  push.id,
  push.campaign_action_id,
  push.campaign_segment_id,
  push.channel as type,
  push.push_status,
  push.stop_requested,
  push.error as stop_reason,
  push.push_scheduled_time,
  push.push_sent_time,
  push.mail_api_id as route,
  push.target_count as targets,
  push.target_count - push.sent_count - push.skipped_count - push.failed_count - push.unknown_count as waiting,
  push.sent_count as sent,
  push.skipped_count as skipped,
  push.failed_count as failed,
  push.unknown_count as unknown,
  push.granted_points as points_granted,
  case
    when not push.stop_requested then push.held_for
  end as held_for,
  case
    when not push.stop_requested then push.held_until
  end as held_until,
  push.wave = 'canary' as is_canary,
  push.needs_approval,
  approving_person.name as approved_by_name,
  push.approved_at,
  push.approval_void_at is not null as approval_void,
  stopping_person.name as called_off_by_name,
  push.called_off_at,
  push.refusal,
  (
    push.channel <> all ($1::text[])
    and push.sent_count > 0
    and not exists (
      select
      from
        push_actions open_push
      where
        open_push.account_id = push.account_id
        and open_push.campaign_id = push.campaign_id
        and open_push.trigger_key = push.trigger_key
        and open_push.push_status in ('standby', 'doing')
        and not open_push.stop_requested
    )
    and not exists (
      select
      from
        send_revocations send_revocation
      where
        send_revocation.account_id = push.account_id
        and send_revocation.campaign_id = push.campaign_id
        and send_revocation.trigger_key = push.trigger_key
        and send_revocation.state = 'running'
    )
  ) as is_revocable,
  exists (
    select
    from
      send_revocations send_revocation
    where
      send_revocation.account_id = push.account_id
      and send_revocation.campaign_id = push.campaign_id
      and send_revocation.trigger_key = push.trigger_key
  ) as was_revoked
from
  push_actions push
  left join users approving_person on approving_person.id = push.approved_by
  left join users stopping_person on stopping_person.id = push.called_off_by
where
  push.account_id = $2
  and push.campaign_id = $3
  and (
    (
      push.push_status in ('standby', 'doing')
      and not push.in_sets
    )
    or push.trigger_key = (
      select
        newest_push.trigger_key
      from
        push_actions newest_push
      where
        newest_push.account_id = $4
        and newest_push.campaign_id = $5
        and not newest_push.in_sets
      order by
        newest_push.id desc
      limit
        1
    )
  )
order by
  push.id desc
