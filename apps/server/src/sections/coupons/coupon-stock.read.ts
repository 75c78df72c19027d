import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { couponsWhere, ONCE } from "./coupons.read.ts";

// What a segment's coupons would still give, before it is sent.

/** A coupon as it is typed; `actionId` is null until it is saved. */
export type TypedCoupon = {
  actionId: number | null;
  variant: Variant;
  given: "each" | "pool" | "shared";
  limit: number | null;
};
/** `couponId` is null where nobody can have it yet. `left`: guests who can still get it, null for all. */
export type CouponStock = { couponId: number | null; left: number | null };

/** Limits count as typed; given coupons and pool codes as they are now. A code for everybody belongs to no guest in particular. */
export async function couponStock(tx: Tx, accountId: number, typed: readonly TypedCoupon[]): Promise<CouponStock[]> {
  const actionIds = typed.flatMap(({ actionId, given }) => (actionId === null || given === "shared" ? [] : [actionId]));
  const saved =
    actionIds.length === 0
      ? []
      : await couponsWhere(
          tx,
          accountId,
          sql`coupon.active_status = 'active' and coupon.campaign_action_id = any(${actionIds}::bigint[])`,
        );
  return typed.map(({ actionId, variant, given, limit }) => {
    if (given === "shared") return { couponId: null, left: null };
    const coupon = saved.find((one) => one.campaign_action_id === actionId && one.terms.variant === variant);
    const left = limit === null ? null : Math.max(0, limit - (coupon?.acquired ?? 0));
    return { couponId: coupon?.id ?? null, left: given === "pool" ? (coupon?.codes_left ?? 0) : left };
  });
}

/** SQL: ids of the guests whom a send gives no second one: they have the coupon, also from somebody who was merged into them. */
export function holdersOf(accountId: number, couponId: number): RawBuilder<number> {
  return sql<number>`(select coalesce(customer.merged_into, customer.id)
    from acquire_coupons acquired
    join customers customer on customer.account_id = acquired.account_id and customer.id = acquired.customer_id
    where acquired.account_id = ${accountId} and acquired.coupon_id = ${couponId}
      and acquired.occasion = ${ONCE} and acquired.active_status = 'active')`;
}
