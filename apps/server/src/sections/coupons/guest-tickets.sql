-- coupons/guest-tickets.read.ts
-- points/merged-customers.read.ts
-- coupons/coupons.read.ts
-- pushes/variants.read.ts

with
  t as (
    select
      o.coupon_id,
      o.acquire_coupon_id
    from
      (
        select
          coupon.id as coupon_id,
          (
            select
              acquired.id
            from
              acquire_coupons acquired
            where
              acquired.account_id = $1
              and acquired.coupon_id = coupon.id
              and acquired.customer_id in (
                select
                  own_customer.id
                from
                  customers own_customer
                where
                  own_customer.account_id = $2
                  and (
                    own_customer.id = $3
                    or own_customer.merged_into = $4
                  )
              )
              and acquired.occasion = $5
            order by
              acquired.active_status = 'active' desc,
              acquired.valid_until desc nulls first,
              acquired.id desc
            limit
              1
          ) as acquire_coupon_id,
          (
            case
              when exists (
                select
                from
                  coupons other_coupon
                where
                  other_coupon.account_id = $6
                  and other_coupon.campaign_action_id = coupon.campaign_action_id
                  and other_coupon.variant <> coupon.variant
              ) then coupon.variant
            end is null
            or coalesce(
              coupon.variant = (
                select
                  target.variant
                from
                  push_action_targets target
                  join push_actions push on push.account_id = target.account_id
                  and push.id = target.push_action_id
                  and push.id = any ($7::bigint[])
                  and push.campaign_action_id = coupon.campaign_action_id
                where
                  target.account_id = $8
                  and target.customer_id in (
                    select
                      own_customer.id
                    from
                      customers own_customer
                    where
                      own_customer.account_id = $9
                      and (
                        own_customer.id = $10
                        or own_customer.merged_into = $11
                      )
                  )
                  and target.sent_at is not null
                  and target.outcome = 'sent'
                order by
                  target.sent_at desc,
                  push.id desc
                limit
                  1
              ),
              not exists (
                select
                from
                  coupons other_coupon
                where
                  other_coupon.account_id = $12
                  and other_coupon.campaign_action_id = coupon.campaign_action_id
                  and other_coupon.active_status = 'active'
                  and other_coupon.variant < coupon.variant
              )
            )
          ) as is_theirs
        from
          coupons coupon
        where
          coupon.account_id = $13
          and coupon.campaign_action_id = any ($14::bigint[])
          and coupon.issued_at is not null
      ) o
    where
      o.is_theirs
      or o.acquire_coupon_id is not null
  )
select
  coupon.id,
  coupon.campaign_action_id,
  json_build_object(
    'name',
    "coupon"."name",
    'description',
    "coupon"."description",
    'type',
    "coupon"."type",
    'taken_by_guest',
    "coupon"."taken_by_guest",
    'code',
    "coupon"."code",
    'acquire_amount_limit',
    "coupon"."acquire_amount_limit",
    'use_amount_limit',
    "coupon"."use_amount_limit",
    'use_times_limit',
    "coupon"."use_times_limit",
    'use_quantity_limit',
    "coupon"."use_quantity_limit",
    'reservation_end_date',
    "coupon"."reservation_end_date",
    'available_months',
    "coupon"."available_months",
    'stay_start_date',
    "coupon"."stay_start_date",
    'stay_end_date',
    "coupon"."stay_end_date",
    'valid_days_from_acquire',
    "coupon"."valid_days_from_acquire",
    'valid_months_from_acquire',
    "coupon"."valid_months_from_acquire",
    'without_end',
    "coupon"."without_end",
    'day_of_week',
    "coupon"."day_of_week",
    'unavailable_period',
    "coupon"."unavailable_period",
    'use_condition',
    "coupon"."use_condition",
    'plan_code',
    "coupon"."plan_code",
    'includes_free',
    "coupon"."includes_free",
    'can_use_together',
    "coupon"."can_use_together",
    'discount_type',
    "coupon"."discount_type",
    'absolute_type',
    "coupon"."absolute_type",
    'rate_type',
    "coupon"."rate_type",
    'discount_absolute',
    "coupon"."discount_absolute",
    'discount_rate',
    "coupon"."discount_rate",
    'discount_limit',
    "coupon"."discount_limit",
    'cancellation_includes_discount',
    "coupon"."cancellation_includes_discount",
    'variant',
    "coupon"."variant",
    'share',
    "coupon"."share"
  ) as terms,
  coupon.active_status = 'inactive' as is_removed,
  coalesce(counter.acquired_count, 0) as acquired,
  coalesce(counter.used_count, 0) as used,
  acquired.id is not null as has,
  coalesce(acquired.active_status = 'inactive', false) as is_withdrawn,
  acquired.valid_until,
  (
    select
      coupon_code.code
    from
      coupon_codes coupon_code
    where
      coupon_code.account_id = acquired.account_id
      and coupon_code.acquire_coupon_id = acquired.id
  ) as code,
  (
    select
      count(*)::int
    from
      use_coupon_cases coupon_use
      left join acquire_coupons used_acquired on used_acquired.account_id = coupon_use.account_id
      and used_acquired.id = coupon_use.acquire_coupon_id
    where
      coupon_use.account_id = coupon.account_id
      and coupon_use.coupon_id = coupon.id
      and coupon_use.customer_id in (
        select
          own_customer.id
        from
          customers own_customer
        where
          own_customer.account_id = $15
          and (
            own_customer.id = $16
            or own_customer.merged_into = $17
          )
      )
      and coupon_use.cancel_date is null
      and coalesce(used_acquired.occasion, '') = coalesce(acquired.occasion, '')
  ) as times,
  exists (
    select
    from
      campaign_actions action
      join campaign_segments segment on segment.account_id = action.account_id
      and segment.id = action.campaign_segment_id
      join campaigns campaign on campaign.account_id = segment.account_id
      and campaign.id = segment.campaign_id
    where
      action.account_id = coupon.account_id
      and action.id = coupon.campaign_action_id
      and campaign.status <> 'stopped'
      and coalesce(campaign.campaign_end_dt >= $18::date, true)
  ) as is_open
from
  t
  join coupons coupon on coupon.account_id = $19
  and coupon.id = t.coupon_id
  left join acquire_coupons acquired on acquired.account_id = $20
  and acquired.id = t.acquire_coupon_id
  left join coupon_counters counter on counter.account_id = coupon.account_id
  and counter.coupon_id = coupon.id
order by
  least(coupon.reservation_end_date, coupon.stay_end_date, acquired.valid_until) nulls last,
  acquired.id,
  coupon.id
limit
  $21
