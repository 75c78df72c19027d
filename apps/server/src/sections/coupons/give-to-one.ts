import { overFromTheStart } from "@okaeri/domain/coupons/coupon";
import { hasPool, isGiven } from "@okaeri/domain/coupons/pool";
import type { Tx } from "../../database/connection.ts";
import { couponHasEnded, lockCoupon } from "./coupons.read.ts";
import { type Giving, giveCoupon, type Receiver } from "./give-coupon.ts";
import type { CouponContext } from "./use-coupon.ts";

/** Gives one guest a coupon, or says why that cannot be: staff do it, or the guest takes it. Locks the coupon's counter. */
export async function giveToOne(tx: Tx, ctx: CouponContext, giving: Giving, receiver: Receiver) {
  const { accountId, today } = ctx;
  const coupon = await lockCoupon(tx, accountId, giving.couponId);
  if (coupon === undefined || !isGiven(coupon.terms)) return { refused: "not_a_choice" } as const;
  if (coupon.state === "draft") return { refused: "coupon_not_issued" } as const;
  if (await couponHasEnded(tx, accountId, coupon.id, today)) return { refused: "coupon_ended" } as const;
  // What is counted from today can be over before its first night.
  const [useless] = overFromTheStart(coupon.terms, today, today);
  if (useless !== undefined) return { refused: useless.code };
  const [given] = await giveCoupon(tx, ctx, coupon, giving, [receiver]);
  if (given?.result === "held") return { refused: "coupon_held" } as const;
  if (given?.result === "given" && given.id !== null) return { id: given.id };
  return { refused: hasPool(coupon.terms) ? "coupon_codes_out" : "coupon_none_left" } as const;
}
