-- campaigns/results/results.queries.ts
-- campaigns/actions/each-kind.ts
-- campaigns/actions/coupon/coupon-results.ts
-- campaigns/actions/mail/mail-results.ts

select
  action.id,
  action.type,
  segment.id as segment_id,
  segment.name as segment_name,
  case
    when segment.active_status = 'active' then segment.priority_seq
    else 0
  end as priority_seq,
  case action.type
    when $1 then null
    when $2 then (
      select
        coupon.name
      from
        coupons coupon
      where
        coupon.account_id = action.account_id
        and coupon.campaign_action_id = action.id
      order by
        coupon.active_status,
        coupon.variant
      limit
        1
    )
    when $3 then (
      select
        mail.title
      from
        mails mail
      where
        mail.account_id = action.account_id
        and mail.campaign_action_id = action.id
      order by
        mail.active_status,
        mail.seq,
        mail.id
      limit
        1
    )
  end as name,
  case action.type
    when $4 then null
    when $5 then (
      select
        jsonb_object_agg(coupon.variant, coupon.name)
      from
        coupons coupon
      where
        coupon.account_id = action.account_id
        and coupon.campaign_action_id = action.id
      having
        count(*) > 1
    )
    when $6 then (
      select
        jsonb_object_agg(t.variant, t.title)
      from
        (
          select distinct
            on (mail.variant) mail.variant,
            mail.title
          from
            mails mail
          where
            mail.account_id = action.account_id
            and mail.campaign_action_id = action.id
          order by
            mail.variant,
            mail.active_status,
            mail.seq,
            mail.id
        ) t
    )
  end as variants
from
  campaign_segments segment
  join campaign_actions action on action.account_id = $7
  and action.campaign_segment_id = segment.id
where
  segment.account_id = $8
  and segment.campaign_id = $9
order by
  segment.active_status,
  segment.priority_seq,
  action.active_status,
  action.seq,
  action.id
