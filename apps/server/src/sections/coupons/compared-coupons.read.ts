import { type RawBuilder, sql } from "kysely";

/**
 * SQL: a table (campaign_action_id, variant, customer_id, has, used) of a campaign's coupons by their letters: guests as they are now, whether
 * they have it, and whether a use at the facilities names them. Nobody in particular has a code for everybody (`couponsOf`).
 */
export const holdersByVariant = (
  accountId: number,
  campaignId: number,
  facilityIds: readonly number[] | null,
): RawBuilder<unknown> => sql`select coupon.campaign_action_id, coupon.variant, coalesce(customer.merged_into, customer.id) as customer_id,
    bool_or(h.has) as has, bool_or(not h.has) as used
  from (${couponsOf(accountId, campaignId)}) coupon
  join (
    select acquired.coupon_id, acquired.customer_id, true as has
    from acquire_coupons acquired
    where acquired.account_id = ${accountId} and acquired.active_status = 'active'
    union all
    select coupon_use.coupon_id, coupon_use.customer_id, false
    from use_coupon_cases coupon_use
    where coupon_use.account_id = ${accountId} and coupon_use.cancel_date is null
      and ${facilityIds === null ? sql`true` : sql`coupon_use.facility_account_id = any(${facilityIds}::bigint[])`}
  ) h on h.coupon_id = coupon.id
  join customers customer on customer.account_id = ${accountId} and customer.id = h.customer_id
  group by 1, 2, 3`;

/** SQL: coupons (id, campaign_action_id, variant, is_everybodys) of the actions that a campaign has or had. */
export const couponsOf = (
  accountId: number,
  campaignId: number,
): RawBuilder<unknown> => sql`select coupon.id, coupon.campaign_action_id, coupon.variant,
    coupon.type = 'code' and coupon.code is not null as is_everybodys
  from campaign_segments segment
  join campaign_actions action on action.account_id = ${accountId} and action.campaign_segment_id = segment.id
  join coupons coupon on coupon.account_id = ${accountId} and coupon.campaign_action_id = action.id
  where segment.account_id = ${accountId} and segment.campaign_id = ${campaignId}`;
