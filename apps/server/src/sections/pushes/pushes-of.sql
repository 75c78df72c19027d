-- pushes/pushes.read.ts
-- pushes/push-route.ts
-- points/campaign-figures.read.ts
-- pushes/send-figures.read.ts

select
  min(push.id)::bigint as id,
  push.campaign_action_id,
  push.campaign_segment_id,
  push.channel as type,
  case
    when bool_or(
      push.push_status = 'doing'
      or push.push_status = 'standby'
      and push.started_at is not null
    ) then 'doing'
    when bool_or(push.push_status = 'standby') then 'standby'
    when bool_and(push.push_status = 'failure') then 'failure'
    else 'done'
  end as push_status,
  bool_or(push.stop_requested) as stop_requested,
  max(push.error) as stop_reason,
  min(push.push_scheduled_time) as push_scheduled_time,
  max(push.push_sent_time) as push_sent_time,
  max(push.mail_api_id) as route,
  sum(push.target_count)::int as targets,
  sum(push.target_count - push.sent_count - push.skipped_count - push.failed_count - push.unknown_count)::int as waiting,
  sum(push.sent_count)::int as sent,
  sum(push.skipped_count)::int as skipped,
  sum(push.failed_count)::int as failed,
  sum(push.unknown_count)::int as unknown,
  sum(push.granted_points)::bigint as points_granted,
  case
    when not bool_or(push.stop_requested)
    and not (
      min(push.held_for) = 'grace'
      and bool_or(push.started_at is not null)
    ) then min(push.held_for)
  end as held_for,
  case
    when not bool_or(push.stop_requested) then min(push.held_until)
  end as held_until,
  bool_or(push.wave = 'canary') as is_canary,
  bool_or(push.needs_approval) as needs_approval,
  max(approving_person.name) as approved_by_name,
  max(push.approved_at) as approved_at,
  bool_or(push.approval_void_at is not null) as approval_void,
  max(push.id)::bigint as last_id,
  sum(
    coalesce(
      (
        select
          reversal.points
        from
          campaign_reversals reversal
        where
          reversal.account_id = push.account_id
          and reversal.push_action_id = push.id
      ),
      0
    )
  )::bigint as points_reversed,
  null::text as called_off_by_name,
  null::timestamptz as called_off_at,
  null::text as refusal,
  false as is_revocable,
  false as was_revoked
from
  unnest($1::bigint[], $2::date[]) line(action_id, day)
  join push_actions push on push.account_id = $3
  and push.campaign_id = $4
  and push.in_sets
  and push.campaign_action_id = line.action_id
  and (coalesce(push.push_sent_time, push.push_scheduled_time) at time zone 'Asia/Tokyo')::date = line.day
  left join users approving_person on approving_person.id = push.approved_by
  left join users stopping_person on stopping_person.id = push.called_off_by
group by
  line.day,
  push.campaign_action_id,
  push.campaign_segment_id,
  push.channel
