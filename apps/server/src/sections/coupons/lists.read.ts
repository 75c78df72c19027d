import type { ListsOf } from "@okaeri/domain/segments/lists";
import { sql } from "kysely";
import { canonicalCustomer } from "../../database/canonical-customer.ts";
import { type ListSql, perItem } from "../../database/list-sql.ts";
import { lastCouponDaySql } from "./coupons.read.ts";

const { join, ...whose } = canonicalCustomer("acquired");

/** What conditions count of the coupons of a customer `customer`. */
export const COUPON_LISTS: { [L in ListsOf<"coupons">]: ListSql<L> } = {
  coupons: {
    from: sql`acquire_coupons acquired
    ${join}
    left join coupons coupon on coupon.account_id = acquired.account_id and coupon.id = acquired.coupon_id
    left join campaign_actions action on action.account_id = coupon.account_id and action.id = coupon.campaign_action_id
    left join campaign_segments segment on segment.account_id = action.account_id and segment.id = action.campaign_segment_id`,
    where: sql<boolean>`acquired.active_status = 'active'`,
    ...whose,
    items: {
      campaign_id: perItem("int8", sql`segment.campaign_id`),
      coupon_id: perItem("int8", sql`acquired.coupon_id`),
      got_on: perItem("date", sql`acquired.acquire_date`),
      used_on: perItem(
        "date",
        sql`(select min(coupon_use.use_date)
      from use_coupon_cases coupon_use
      where coupon_use.account_id = acquired.account_id and coupon_use.coupon_id = acquired.coupon_id
        and coupon_use.acquire_coupon_id = acquired.id and coupon_use.cancel_date is null)`,
      ),
      last_day: perItem("date", lastCouponDaySql(sql`acquired`)),
    },
  },
};
