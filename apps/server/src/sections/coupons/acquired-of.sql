-- coupons/coupon-histories.queries.ts
-- coupons/coupons.read.ts
-- points/merged-customers.read.ts
-- database/list-page.ts
-- pushes/returned-gifts.ts
-- points/bookable.read.ts

with
  shown as (
    select
      history.*,
      case
        when history.active_status = 'inactive' then 'revoked'
        when (
          coupon.active_status = 'inactive'
          or coalesce(least(coupon.reservation_end_date, coupon.stay_end_date, history.valid_until) < $1::date, false)
        ) then 'ended'
        when (
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
                own_customer.account_id = $2
                and (
                  own_customer.id = $3
                  or own_customer.merged_into = $4
                )
            )
            and coupon_use.cancel_date is null
            and coalesce(used_acquired.occasion, '') = coalesce(history.occasion, '')
        ) >= coupon.use_times_limit then 'used_up'
        when exists (
          select
          from
            acquire_coupons better_acquired
          where
            better_acquired.account_id = history.account_id
            and better_acquired.coupon_id = history.coupon_id
            and better_acquired.customer_id in (
              select
                own_customer.id
              from
                customers own_customer
              where
                own_customer.account_id = $5
                and (
                  own_customer.id = $6
                  or own_customer.merged_into = $7
                )
            )
            and better_acquired.active_status = 'active'
            and better_acquired.occasion = history.occasion
            and (coalesce(better_acquired.valid_until, 'infinity'), - better_acquired.id) > (coalesce(history.valid_until, 'infinity'), - history.id)
        ) then 'doubled'
        else 'usable'
      end as state,
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
              own_customer.account_id = $8
              and (
                own_customer.id = $9
                or own_customer.merged_into = $10
              )
          )
          and coupon_use.cancel_date is null
          and coalesce(used_acquired.occasion, '') = coalesce(history.occasion, '')
      ) as used_count
    from
      acquire_coupons history
      join coupons coupon on coupon.account_id = history.account_id
      and coupon.id = history.coupon_id
    where
      history.account_id = $11
      and history.customer_id in (
        select
          own_customer.id
        from
          customers own_customer
        where
          own_customer.account_id = $12
          and (
            own_customer.id = $13
            or own_customer.merged_into = $14
          )
      )
      and true
    order by
      history.acquire_date desc,
      history.id desc
    limit
      $15
    offset
      $16
  )
select
  history.id,
  history.coupon_id,
  coupon.name as coupon_name,
  coupon.description as coupon_description,
  coupon.type as coupon_type,
  (
    select
      coupon_code.code
    from
      coupon_codes coupon_code
    where
      coupon_code.account_id = history.account_id
      and coupon_code.acquire_coupon_id = history.id
  ) as code,
  history.acquire_date,
  history.state,
  history.used_count,
  coupon.use_times_limit,
  exists (
    select
    from
      use_coupon_cases coupon_use
    where
      coupon_use.account_id = history.account_id
      and coupon_use.coupon_id = history.coupon_id
      and coupon_use.acquire_coupon_id = history.id
      and coupon_use.cancel_date is null
  ) as own_use,
  coupon.reservation_end_date,
  coupon.stay_start_date,
  least(coupon.stay_end_date, history.valid_until) as stay_end_date,
  campaign.name as campaign_name,
  campaign.id as campaign_id,
  nullif(history.remarks, '') as remarks,
  history.cancel_date,
  nullif(history.cancel_remarks, '') as cancel_remarks,
  exists (
    select
    from
      push_action_targets target
    where
      target.account_id = history.account_id
      and target.push_action_id = history.push_action_id
      and target.outcome = 'sent'
      and target.reason in ('gift_revoked', 'gift_retained')
  ) as stay_cancelled,
  person.name as created_by
from
  shown history
  join coupons coupon on coupon.account_id = history.account_id
  and coupon.id = history.coupon_id
  left join campaign_actions action on action.account_id = coupon.account_id
  and action.id = coupon.campaign_action_id
  left join campaign_segments segment on segment.account_id = action.account_id
  and segment.id = action.campaign_segment_id
  left join campaigns campaign on campaign.account_id = segment.account_id
  and campaign.id = segment.campaign_id
  left join users person on person.id = history.created_by
  and true
  and person.company_id = (
    select
      account.company_id
    from
      accounts account
    where
      account.id = $17
  )
order by
  history.acquire_date desc,
  history.id desc
