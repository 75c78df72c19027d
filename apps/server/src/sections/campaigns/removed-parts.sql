-- campaigns/purge-parts.ts
-- pushes/pushes.read.ts
-- campaigns/actions/point/point-action.ts
-- coupons/coupons.read.ts

select
  campaign.id
from
  campaigns campaign
where
  campaign.account_id = $1
  and exists (
    select
    from
      campaign_segments segment
    where
      segment.campaign_id = campaign.id
      and segment.account_id = $2
      and (
        segment.active_status = 'inactive'
        and "segment"."updated_at" <= now() - make_interval(days => $3)
        and not exists (
          select
          from
            campaign_actions action
          where
            action.account_id = segment.account_id
            and action.campaign_segment_id = segment.id
        )
        or exists (
          select
          from
            campaign_actions action
          where
            action.account_id = segment.account_id
            and action.campaign_segment_id = segment.id
            and action.active_status = 'inactive'
            and "action"."updated_at" <= now() - make_interval(days => $4)
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
        )
      )
  )
order by
  campaign.id
limit
  1
for no key update
