-- campaigns/results/results.queries.ts
-- campaigns/actions/point/point-results.ts
-- campaigns/actions/coupon/coupon-results.ts
-- coupons/coupons.read.ts
-- campaigns/actions/mail/mail-results.ts
-- conversions/result-entries.read.ts
-- pushes/variants.read.ts
-- conversions/attributed-variant.ts
-- coupons/uses-on-bookings.read.ts

select
  concat_ws('-', e.action_id, e.variant) as key,
  e.figure,
  sum(e.amount)::bigint as amount,
  sum(e.amount)::bigint as counted,
  min(e.day) as first_day,
  max(e.day) as last_day
from
  (
    select
      o.figure,
      o.action_id,
      o.facility_id,
      o.day,
      o.amount,
      null::text as variant
    from
      (
        select
          'points' as figure,
          point_grant.action_id,
          point_grant.facility_account_id as facility_id,
          point_grant.grant_date as day,
          null::timestamptz as at,
          point_grant.customer_id,
          point_grant.stay_reservation_id as reservation_id,
          point_grant.grant_point as amount,
          point_grant.id as place
        from
          grant_points point_grant
        where
          point_grant.account_id = $1
          and point_grant.action_id = any ($2::bigint[])
          and point_grant.grant_point > 0
          and (
            point_grant.grant_date >= $3::date
            and point_grant.grant_date <= $4::date
          )
          and true
        union all
        select
          v.figure,
          point_grant.action_id,
          point_use.facility_account_id,
          point_use.use_date,
          null,
          point_use.customer_id,
          point_use.stay_reservation_id,
          used_point.use_point,
          used_point.id
        from
          grant_points point_grant
          join use_points used_point on used_point.account_id = $5
          and used_point.grant_point_id = point_grant.id
          join use_point_cases point_use on point_use.account_id = $6
          and point_use.id = used_point.use_point_case_id
          and point_use.cancel_date is null
          cross join (
            values
              ('points_used'),
              ('cost')
          ) v (figure)
        where
          point_grant.account_id = $7
          and point_grant.action_id = any ($8::bigint[])
          and (
            point_use.use_date >= $9::date
            and point_use.use_date <= $10::date
          )
          and true
      ) o
    union all
    select
      o.figure,
      o.action_id,
      o.facility_id,
      o.day,
      o.amount,
      o.variant as variant
    from
      (
        select
          'coupons_given' as figure,
          coupon.campaign_action_id as action_id,
          null::bigint as facility_id,
          acquired.acquire_date as day,
          null::timestamptz as at,
          acquired.customer_id,
          null::bigint as reservation_id,
          1::bigint as amount,
          acquired.id as place,
          case
            when exists (
              select
              from
                coupons other_coupon
              where
                other_coupon.account_id = $11
                and other_coupon.campaign_action_id = coupon.campaign_action_id
                and other_coupon.variant <> coupon.variant
            ) then coupon.variant
          end as variant
        from
          coupons coupon
          join acquire_coupons acquired on acquired.account_id = $12
          and acquired.coupon_id = coupon.id
          and acquired.active_status = 'active'
        where
          coupon.account_id = $13
          and coupon.campaign_action_id = any ($14::bigint[])
          and (
            acquired.acquire_date >= $15::date
            and acquired.acquire_date <= $16::date
          )
          and true
        union all
        select
          v.figure,
          coupon.campaign_action_id,
          coupon_use.facility_account_id,
          coupon_use.use_date,
          null,
          coupon_use.customer_id,
          coupon_use.stay_reservation_id,
          v.amount,
          coupon_use.id,
          case
            when exists (
              select
              from
                coupons other_coupon
              where
                other_coupon.account_id = $17
                and other_coupon.campaign_action_id = coupon.campaign_action_id
                and other_coupon.variant <> coupon.variant
            ) then coupon.variant
          end
        from
          coupons coupon
          join use_coupon_cases coupon_use on coupon_use.account_id = $18
          and coupon_use.coupon_id = coupon.id
          and coupon_use.cancel_date is null
          cross join lateral (
            values
              ('coupons_used', coupon_use.quantity),
              ('cost', coupon_use.discount)
          ) v (figure, amount)
        where
          coupon.account_id = $19
          and coupon.campaign_action_id = any ($20::bigint[])
          and (
            coupon_use.use_date >= $21::date
            and coupon_use.use_date <= $22::date
          )
          and true
      ) o
    union all
    select
      o.figure,
      o.action_id,
      o.facility_id,
      o.day,
      o.amount,
      o.variant as variant
    from
      (
        select
          'clicks' as figure,
          mail.campaign_action_id as action_id,
          case
            when exists (
              select
              from
                mails other_mail
              where
                other_mail.account_id = $23
                and other_mail.campaign_action_id = mail.campaign_action_id
                and other_mail.variant <> mail.variant
            ) then mail.variant
          end as variant,
          null::bigint as facility_id,
          mail_stat.stat_date as day,
          null::timestamptz as at,
          null::bigint as customer_id,
          null::bigint as reservation_id,
          mail_stat.clicked::bigint as amount,
          mail_stat.id as place
        from
          mails mail
          join mail_stats mail_stat on mail_stat.account_id = $24
          and mail_stat.mail_id = mail.id
          and mail_stat.clicked > 0
        where
          mail.account_id = $25
          and mail.campaign_action_id = any ($26::bigint[])
          and (
            mail_stat.stat_date >= $27::date
            and mail_stat.stat_date <= $28::date
          )
      ) o
    union all
    select
      o.figure,
      o.action_id,
      o.facility_id,
      o.day,
      o.amount,
      o.variant as variant
    from
      (
        select
          v.figure,
          conversion_attribution.campaign_action_id as action_id,
          conversion_attribution.facility_account_id as facility_id,
          v.day,
          null::timestamptz as at,
          conversion_attribution.customer_id,
          conversion_attribution.stay_reservation_id as reservation_id,
          v.amount,
          conversion_attribution.stay_reservation_id as place,
          coalesce(
            (
              select
                target.variant
              from
                push_action_targets target
              where
                target.account_id = $29
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
                      other_coupon.account_id = $30
                      and other_coupon.campaign_action_id = coupon.campaign_action_id
                      and other_coupon.variant <> coupon.variant
                  ) then coupon.variant
                end
              from
                use_coupon_cases coupon_use
                join coupons coupon on coupon.account_id = $31
                and coupon.id = coupon_use.coupon_id
              where
                coupon_use.account_id = $32
                and coupon_use.id = conversion_attribution.use_coupon_case_id
            )
          ) as variant
        from
          conversion_attributions conversion_attribution
          cross join lateral (
            values
              ('reserved', conversion_attribution.reserved_on, 1),
              ('reserved_price', conversion_attribution.reserved_on, conversion_attribution.reserved_price),
              ('transacted', conversion_attribution.transacted_on, 1),
              ('use_price', conversion_attribution.transacted_on, conversion_attribution.use_price)
          ) v (figure, day, amount)
        where
          conversion_attribution.account_id = $33
          and conversion_attribution.campaign_action_id = any ($34::bigint[])
          and v.day is not null
          and (
            v.day >= $35::date
            and v.day <= $36::date
          )
          and true
      ) o
  ) e
where
  e.amount <> 0
group by
  1,
  2
