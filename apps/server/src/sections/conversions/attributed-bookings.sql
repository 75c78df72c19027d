-- conversions/bookings.read.ts
-- pushes/variants.read.ts
-- conversions/attributed-variant.ts
-- coupons/uses-on-bookings.read.ts
-- coupons/coupons.read.ts
-- database/list-page.ts

select
  conversion_attribution.stay_reservation_id as reservation_id,
  conversion_attribution.customer_id,
  customer.name as customer_name,
  facility_account.name as facility_name,
  conversion_attribution.touch,
  conversion_attribution.touched_at,
  coalesce(
    (
      select
        target.variant
      from
        push_action_targets target
      where
        target.account_id = $1
        and target.push_action_id = conversion_attribution.push_action_id
        and target.customer_id = conversion_attribution.sent_to_id
    ),
    (
      select
        case
          when exists (
            select
            from
              coupons other_coupon
            where
              other_coupon.account_id = $2
              and other_coupon.campaign_action_id = coupon.campaign_action_id
              and other_coupon.variant <> coupon.variant
          ) then coupon.variant
        end
      from
        use_coupon_cases coupon_use
        join coupons coupon on coupon.account_id = $3
        and coupon.id = coupon_use.coupon_id
      where
        coupon_use.account_id = $4
        and coupon_use.id = conversion_attribution.use_coupon_case_id
    )
  ) as variant,
  coupon.name as coupon_name,
  conversion_attribution.reserved_on,
  conversion_attribution.reserved_price,
  conversion_attribution.transacted_on,
  conversion_attribution.use_price
from
  (
    select
      conversion_attribution.*
    from
      conversion_attributions conversion_attribution
    where
      conversion_attribution.account_id = $5
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
    order by
      coalesce(conversion_attribution.reserved_on, conversion_attribution.transacted_on) desc,
      conversion_attribution.stay_reservation_id desc
    limit
      $8
    offset
      $9
  ) conversion_attribution
  join customers customer on customer.account_id = conversion_attribution.account_id
  and customer.id = conversion_attribution.customer_id
  join accounts facility_account on facility_account.id = conversion_attribution.facility_account_id
  left join use_coupon_cases coupon_use on coupon_use.account_id = conversion_attribution.account_id
  and coupon_use.id = conversion_attribution.use_coupon_case_id
  left join coupons coupon on coupon.account_id = coupon_use.account_id
  and coupon.id = coupon_use.coupon_id
order by
  coalesce(conversion_attribution.reserved_on, conversion_attribution.transacted_on) desc,
  conversion_attribution.stay_reservation_id desc
