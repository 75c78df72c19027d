import type { Variant } from "@okaeri/domain/pushes/variants";
import { sql } from "kysely";
import { canonicalCustomer } from "../../../../database/canonical-customer.ts";
import { atFacilities, dayWithin } from "../../../../database/narrowed.ts";
import { variantOfCoupon } from "../../../coupons/coupons.read.ts";
import type { ActionResults } from "../asked-results.ts";

const { join, customerId } = canonicalCustomer("acquired");

/**
 * Coupons that guests got and that were not taken back, on the day on which they got them; and uses that stand, on their day, each as many
 * as were used at once, with the yen they took off.
 */
export const couponResults: ActionResults = {
  figures: [
    "sent",
    "delivered",
    "reserved",
    "reserved_price",
    "transacted",
    "use_price",
    "coupons_given",
    "coupons_used",
    "cost",
  ],
  called: sql<string | null>`(select coupon.name
    from coupons coupon
    where coupon.account_id = action.account_id and coupon.campaign_action_id = action.id
    order by coupon.active_status, coupon.variant limit 1)`,
  withVariants: sql<Partial<Record<Variant, string>> | null>`(select jsonb_object_agg(coupon.variant, coupon.name)
    from coupons coupon
    where coupon.account_id = action.account_id and coupon.campaign_action_id = action.id
    having count(*) > 1)`,
  entries: (
    asked,
  ) => sql`select 'coupons_given' as figure, coupon.campaign_action_id as action_id, null::bigint as facility_id,
      acquired.acquire_date as day, null::timestamptz as at, acquired.customer_id, null::bigint as reservation_id, 1::bigint as amount,
      acquired.id as place, ${variantOfCoupon(sql`${asked.accountId}`)} as variant
    from coupons coupon
    join acquire_coupons acquired on acquired.account_id = ${asked.accountId} and acquired.coupon_id = coupon.id
      and acquired.active_status = 'active'
    ${asked.facilityIds === null ? sql`` : join}
    where coupon.account_id = ${asked.accountId} and coupon.campaign_action_id = any(${asked.actionIds}::bigint[])
      and ${dayWithin(asked.days, sql`acquired.acquire_date`)} and ${asked.within(customerId)}
    union all
    select v.figure, coupon.campaign_action_id, coupon_use.facility_account_id, coupon_use.use_date, null, coupon_use.customer_id,
      coupon_use.stay_reservation_id, v.amount, coupon_use.id, ${variantOfCoupon(sql`${asked.accountId}`)}
    from coupons coupon
    join use_coupon_cases coupon_use on coupon_use.account_id = ${asked.accountId} and coupon_use.coupon_id = coupon.id
      and coupon_use.cancel_date is null
    cross join lateral (values ('coupons_used', coupon_use.quantity), ('cost', coupon_use.discount)) v (figure, amount)
    where coupon.account_id = ${asked.accountId} and coupon.campaign_action_id = any(${asked.actionIds}::bigint[])
      and ${dayWithin(asked.days, sql`coupon_use.use_date`)} and ${atFacilities(asked, sql`coupon_use.facility_account_id`)}`,
};
