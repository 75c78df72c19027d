-- campaigns/delivery/guest-campaigns.queries.ts
-- pushes/guest-sends.read.ts
-- messaging/history/message-of-recipient.read.ts
-- points/paid-stays.read.ts

select
  h.*,
  campaign.name as campaign_name,
  action.type as action_type
from
  (
    select
      sends.*,
      null::bigint as stay_id,
      null::date as stay_on
    from
      (
        select
          push.id as push_action_id,
          push.campaign_id,
          push.campaign_segment_id as segment_id,
          push.campaign_action_id as action_id,
          coalesce(recipient_state.sent_at, push.push_scheduled_time) as at,
          recipient_state.outcome,
          recipient_state.reason,
          recipient_state.detail as answer,
          recipient_state.granted_points as points,
          recipient_state.guest_message_id,
          min(
            case
              when recipient_state.outcome is not null then push.campaign_segment_id
            end
          ) over (
            partition by
              push.campaign_id,
              push.trigger_key
          ) as taken_by,
          push.frozen_at,
          push.definition_digest,
          (
            select
              array_agg(f.id::bigint)
            from
              jsonb_array_elements_text(nullif(push.funnel -> 'facility_ids', 'null'::jsonb)) f (id)
          ) as facility_ids,
          push.held_for,
          push.stop_requested
          or push.called_off_at is not null as is_stopped,
          push.push_status in ('done', 'failure') as is_over
        from
          push_actions push
          left join lateral (
            select
              target.outcome,
              target.reason,
              target.detail,
              target.sent_at,
              target.granted_points,
              (
                select
                  mail_fact.id
                from
                  mail_facts mail_fact
                where
                  mail_fact.account_id = target.account_id
                  and mail_fact.customer_id = target.customer_id
                  and mail_fact.push_action_id = target.push_action_id
                  and target.outcome in ('sent', 'failed', 'unknown')
              ) as guest_message_id
            from
              push_action_targets target
            where
              target.account_id = $1
              and target.push_action_id = push.id
              and target.customer_id = any ($2::bigint[])
            order by
              array_position($3::text[], target.outcome),
              target.customer_id
            limit
              1
          ) recipient_state on true
        where
          push.account_id = $4
          and push.push_scheduled_time >= $5
          and push.campaign_id is not null
          and not push.in_sets
        union all
        select
          push.id as push_action_id,
          push.campaign_id,
          push.campaign_segment_id as segment_id,
          push.campaign_action_id as action_id,
          coalesce(recipient_state.sent_at, push.push_scheduled_time) as at,
          recipient_state.outcome,
          recipient_state.reason,
          recipient_state.detail as answer,
          recipient_state.granted_points as points,
          recipient_state.guest_message_id,
          min(
            case
              when recipient_state.outcome is not null then push.campaign_segment_id
            end
          ) over (
            partition by
              push.campaign_id,
              push.trigger_key
          ) as taken_by,
          push.frozen_at,
          push.definition_digest,
          (
            select
              array_agg(f.id::bigint)
            from
              jsonb_array_elements_text(nullif(push.funnel -> 'facility_ids', 'null'::jsonb)) f (id)
          ) as facility_ids,
          push.held_for,
          push.stop_requested
          or push.called_off_at is not null as is_stopped,
          push.push_status in ('done', 'failure') as is_over
        from
          unnest($6::bigint[], $7::text[]) made (action_id, key)
          join push_actions push on push.account_id = $8
          and push.campaign_action_id = made.action_id
          and push.trigger_key = made.key
          cross join lateral (
            select
              target.outcome,
              target.reason,
              target.detail,
              target.sent_at,
              target.granted_points,
              (
                select
                  mail_fact.id
                from
                  mail_facts mail_fact
                where
                  mail_fact.account_id = target.account_id
                  and mail_fact.customer_id = target.customer_id
                  and mail_fact.push_action_id = target.push_action_id
                  and target.outcome in ('sent', 'failed', 'unknown')
              ) as guest_message_id
            from
              push_action_targets target
            where
              target.account_id = $9
              and target.push_action_id = push.id
              and target.customer_id = any ($10::bigint[])
            order by
              array_position($11::text[], target.outcome),
              target.customer_id
            limit
              1
          ) recipient_state
        where
          push.in_sets
          and push.push_scheduled_time >= $12
      ) sends
    union all
    select
      null,
      paid.campaign_id,
      null,
      paid.action_id,
      paid.check_out_date::timestamp at time zone 'Asia/Tokyo',
      case
        when paid.points > 0 then 'sent'
        else 'skipped'
      end,
      null,
      null,
      nullif(paid.points, 0),
      null,
      null,
      null,
      null,
      null,
      null,
      false,
      true,
      paid.stay_id,
      paid.check_out_date
    from
      (
        select
          point_grant.campaign_id,
          point_grant.action_id,
          stay.id as stay_id,
          stay.check_out_date,
          sum(point_grant.grant_point)::bigint as points
        from
          grant_points point_grant
          join stay_transactions stay on stay.account_id = $13
          and stay.id = point_grant.stay_transaction_id
        where
          point_grant.account_id = $14
          and point_grant.customer_id = any ($15::bigint[])
          and point_grant.campaign_id is not null
          and point_grant.action_id is not null
          and point_grant.push_action_id is null
          and stay.check_out_date >= $16
        group by
          point_grant.campaign_id,
          point_grant.action_id,
          stay.id,
          stay.check_out_date
      ) paid
  ) h
  join campaigns campaign on campaign.account_id = $17
  and campaign.id = h.campaign_id
  join campaign_actions action on action.account_id = $18
  and action.id = h.action_id
where
  (
    $19::boolean is null
    or (
      h.outcome is not null
      and h.outcome = 'sent'
    ) = $20::boolean
  )
  and (
    not $21::boolean
    or h.outcome is not null
  )
order by
  h.at desc,
  h.push_action_id desc nulls last,
  h.stay_id desc,
  h.action_id
limit
  $22
offset
  $23
