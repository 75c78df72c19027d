-- pushes/pushes.read.ts
-- pushes/reactions.read.ts
-- campaigns/campaigns.routes.ts
-- messaging/history/message-of-recipient.read.ts

select
  target.push_action_id,
  target.customer_id,
  customer.name as customer_name,
  push.channel as type,
  target.variant,
  target.outcome,
  array_remove(
    array[
      case
        when target."opened_at" is not null then 'opened'::text
      end,
      case
        when target."machine_opened_at" is not null then 'machine_opened'::text
      end,
      case
        when target."clicked_at" is not null then 'clicked'::text
      end,
      case
        when target."unsubscribed_at" is not null then 'unsubscribed'::text
      end,
      case
        when target."bounced_at" is not null then 'bounced'::text
      end,
      case
        when target."complained_at" is not null then 'complained'::text
      end
    ],
    null
  ) as reactions,
  target.reason,
  target.detail,
  case push.channel
    when $1 then customer.email
  end as address,
  coalesce(target.sent_at, target.updated_at) as at,
  case
    when target.outcome = 'unknown' then target.provider_message_id
  end as message_id,
  case push.channel
    when $2 then (
      select
        mail_fact.id
      from
        mail_facts mail_fact
      where
        mail_fact.account_id = target.account_id
        and mail_fact.customer_id = target.customer_id
        and mail_fact.push_action_id = target.push_action_id
        and target.outcome in ('sent', 'failed', 'unknown')
    )
  end as guest_message_id
from
  push_actions push
  join push_action_targets target on target.account_id = push.account_id
  and target.campaign_id = push.campaign_id
  and target.push_action_id = push.id
  join customers customer on customer.account_id = target.account_id
  and customer.id = target.customer_id
where
  push.account_id = $3
  and push.campaign_id = $4
  and true
  and (
    $5::text is null
    or target.outcome = $6
  )
  and true
order by
  target.push_action_id desc,
  target.customer_id
limit
  $7
offset
  $8
