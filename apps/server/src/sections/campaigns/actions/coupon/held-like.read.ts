import type { DiscountType } from "@okaeri/domain/enumerations";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../../database/connection.ts";
import { overOn } from "../../../coupons/coupons.read.ts";
import type { CampaignContext } from "../action-kind.ts";

/** Guests who have coupons that take off alike: how many, of how many coupons, and the one that most of them have. */
export type HeldLike = { discount_type: DiscountType; guests: number; coupons: number; name: string };

/** What these guests (SQL of ids) have of other campaigns and have not used yet, by how it takes off. */
export async function heldLike(
  tx: Tx,
  { accountId, today }: Pick<CampaignContext, "accountId" | "today">,
  ownActionIds: readonly number[],
  guests: RawBuilder<number>,
): Promise<Map<DiscountType, HeldLike>> {
  const rows = await tx.all<HeldLike>`with held as materialized (
      select coupon.discount_type, coupon.id, coupon.name, coalesce(customer.merged_into, customer.id) as guest_id
      from coupons coupon
      join acquire_coupons acquired on acquired.account_id = coupon.account_id and acquired.coupon_id = coupon.id
        and acquired.active_status = 'active'
      join customers customer on customer.account_id = acquired.account_id and customer.id = acquired.customer_id
      where coupon.account_id = ${accountId} and coupon.issued_at is not null and not ${overOn(today, sql`acquired`)}
        and (coupon.campaign_action_id is null or coupon.campaign_action_id <> all(${ownActionIds}::bigint[]))
        and not exists (select from use_coupon_cases coupon_use
          where coupon_use.account_id = acquired.account_id and coupon_use.coupon_id = acquired.coupon_id
            and coupon_use.customer_id = acquired.customer_id and coupon_use.cancel_date is null)
    ),
    among as materialized (select h.discount_type, h.id, h.name, h.guest_id from held h where h.guest_id in ${guests})
    select a.discount_type, count(distinct a.guest_id)::int as guests, count(distinct a.id)::int as coupons,
      (select one.name
        from among one
        where one.discount_type = a.discount_type
        group by one.id, one.name
        order by count(*) desc, one.id limit 1) as name
    from among a
    group by a.discount_type`;
  return new Map(rows.map((row) => [row.discount_type, row]));
}
