-- campaigns/variants/compared-texts.ts
-- pushes/variants.read.ts
-- pushes/reactions.read.ts
-- pushes/push-route.ts
-- conversions/attributed.read.ts
-- coupons/compared-coupons.read.ts

select
  r.campaign_action_id,
  r.variant,
  count(*)::int as sent,
  count(*) filter (
    where
      r.delivered
  )::int as delivered,
  count(*) filter (
    where
      r.opened
  )::int as opened,
  count(*) filter (
    where
      r.clicked
  )::int as clicked,
  count(*) filter (
    where
      r.unsubscribed
  )::int as unsubscribed,
  (coalesce(sum(b.reserved), 0) + coalesce(sum(u.reserved), 0))::int as reserved,
  (coalesce(sum(b.transacted), 0) + coalesce(sum(u.transacted), 0))::int as transacted,
  count(*) filter (
    where
      (
        h.has
        or (
          c.is_everybodys
          and r.outcome = 'sent'
        )
      )
  )::int as given,
  count(*) filter (
    where
      (
        h.has
        or (
          c.is_everybodys
          and r.outcome = 'sent'
        )
      )
      and (
        h.used
        or u.customer_id is not null
      )
  )::int as used
from
  (
    select
      push.campaign_action_id,
      target.push_action_id,
      target.customer_id,
      target.variant,
      target.outcome,
      case
        when target.outcome = 'sent' then case
          when coalesce(push.mail_api_id = any ($1::text[]), false) then target.delivered_at
          else target.sent_at
        end
      end is not null as delivered,
      target."opened_at" is not null as "opened",
      target."clicked_at" is not null as "clicked",
      target."unsubscribed_at" is not null as "unsubscribed"
    from
      push_actions push
      join push_action_targets target on target.account_id = push.account_id
      and target.push_action_id = push.id
      and target.variant is not null
      and target.wave in ('canary', 'main')
      and target.outcome in ('sent', 'failed', 'unknown')
    where
      push.account_id = $2
      and push.campaign_id = $3
      and (
        push.in_sets
        or push.id = (
          select
            max(newest_push.id)
          from
            push_actions newest_push
          where
            newest_push.account_id = push.account_id
            and newest_push.campaign_action_id = push.campaign_action_id
            and not newest_push.in_sets
        )
      )
  ) r
  join customers customer on customer.account_id = $4
  and customer.id = r.customer_id
  left join (
    select
      conversion_attribution.push_action_id,
      conversion_attribution.sent_to_id as customer_id,
      count(conversion_attribution.reserved_on) as reserved,
      count(conversion_attribution.transacted_on) as transacted
    from
      conversion_attributions conversion_attribution
    where
      conversion_attribution.account_id = $5
      and conversion_attribution.push_action_id is not null
      and conversion_attribution.campaign_action_id in (
        select
          action.id
        from
          campaign_segments segment
          join campaign_actions action on action.account_id = segment.account_id
          and action.campaign_segment_id = segment.id
        where
          segment.account_id = $6
          and segment.campaign_id = $7
      )
      and true
    group by
      1,
      2
  ) b on b.push_action_id = r.push_action_id
  and b.customer_id = r.customer_id
  left join (
    select
      coupon.id,
      coupon.campaign_action_id,
      coupon.variant,
      coupon.type = 'code'
      and coupon.code is not null as is_everybodys
    from
      campaign_segments segment
      join campaign_actions action on action.account_id = $8
      and action.campaign_segment_id = segment.id
      join coupons coupon on coupon.account_id = $9
      and coupon.campaign_action_id = action.id
    where
      segment.account_id = $10
      and segment.campaign_id = $11
  ) c on c.campaign_action_id = r.campaign_action_id
  and c.variant = r.variant
  left join (
    select
      coupon.campaign_action_id,
      coupon.variant,
      coalesce(customer.merged_into, customer.id) as customer_id,
      bool_or(h.has) as has,
      bool_or(not h.has) as used
    from
      (
        select
          coupon.id,
          coupon.campaign_action_id,
          coupon.variant,
          coupon.type = 'code'
          and coupon.code is not null as is_everybodys
        from
          campaign_segments segment
          join campaign_actions action on action.account_id = $12
          and action.campaign_segment_id = segment.id
          join coupons coupon on coupon.account_id = $13
          and coupon.campaign_action_id = action.id
        where
          segment.account_id = $14
          and segment.campaign_id = $15
      ) coupon
      join (
        select
          acquired.coupon_id,
          acquired.customer_id,
          true as has
        from
          acquire_coupons acquired
        where
          acquired.account_id = $16
          and acquired.active_status = 'active'
        union all
        select
          coupon_use.coupon_id,
          coupon_use.customer_id,
          false
        from
          use_coupon_cases coupon_use
        where
          coupon_use.account_id = $17
          and coupon_use.cancel_date is null
          and true
      ) h on h.coupon_id = coupon.id
      join customers customer on customer.account_id = $18
      and customer.id = h.customer_id
    group by
      1,
      2,
      3
  ) h on h.campaign_action_id = r.campaign_action_id
  and h.variant = r.variant
  and h.customer_id = r.customer_id
  left join (
    select
      coupon.campaign_action_id,
      coupon.variant,
      coalesce(customer.merged_into, customer.id) as customer_id,
      count(conversion_attribution.reserved_on) as reserved,
      count(conversion_attribution.transacted_on) as transacted
    from
      (
        select
          coupon.id,
          coupon.campaign_action_id,
          coupon.variant,
          coupon.type = 'code'
          and coupon.code is not null as is_everybodys
        from
          campaign_segments segment
          join campaign_actions action on action.account_id = $19
          and action.campaign_segment_id = segment.id
          join coupons coupon on coupon.account_id = $20
          and coupon.campaign_action_id = action.id
        where
          segment.account_id = $21
          and segment.campaign_id = $22
      ) coupon
      join conversion_attributions conversion_attribution on conversion_attribution.account_id = $23
      and conversion_attribution.campaign_action_id = coupon.campaign_action_id
      join use_coupon_cases coupon_use on coupon_use.account_id = $24
      and coupon_use.id = conversion_attribution.use_coupon_case_id
      and coupon_use.coupon_id = coupon.id
      join customers customer on customer.account_id = $25
      and customer.id = conversion_attribution.customer_id
    where
      true
    group by
      1,
      2,
      3
  ) u on u.campaign_action_id = r.campaign_action_id
  and u.variant = r.variant
  and u.customer_id = r.customer_id
  and (
    h.has
    or (
      c.is_everybodys
      and r.outcome = 'sent'
    )
  )
where
  true
group by
  1,
  2
