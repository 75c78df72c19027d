-- campaigns/purge-parts.ts
-- pushes/pushes.read.ts
-- campaigns/actions/point/point-action.ts
-- coupons/coupons.read.ts

select
  action.id
from
  campaign_actions action
  join campaign_segments segment on segment.account_id = action.account_id
  and segment.id = action.campaign_segment_id
where
  action.account_id = $1
  and segment.campaign_id = $2
  and action.active_status = 'inactive'
  and "action"."updated_at" <= now() - make_interval(days => $3)
  and not (
    exists (
      select
      from
        push_actions push
      where
        push.account_id = action.account_id
        and push.campaign_action_id = action.id
    )
    or (
      exists (
        select
        from
          grant_points point_grant
        where
          point_grant.account_id = action.account_id
          and point_grant.action_id = action.id
      )
      or exists (
        select
        from
          campaign_segments segment
          join campaign_rule_versions rule_version on rule_version.account_id = segment.account_id
          and rule_version.campaign_id = segment.campaign_id
        where
          segment.account_id = action.account_id
          and segment.id = action.campaign_segment_id
      )
    )
    or exists (
      select
      from
        coupons coupon
      where
        coupon.account_id = action.account_id
        and coupon.campaign_action_id = action.id
        and coupon.issued_at is not null
    )
  )
