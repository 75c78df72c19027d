import type { CouponCancel, CouponQuote, CouponWish } from "@okaeri/contract/partner";
import type { Problem } from "@okaeri/contract/problems/problems";
import type { Tx } from "../../database/connection.ts";
import { CallError, toldReasons } from "../../http/errors.ts";
import { acquisitionById, couponOfCode, engineCouponUse, toldBooking } from "../coupons/told-bookings.ts";
import { cancelCouponUse, quoteCouponFor, useCouponFor, type Wish } from "../coupons/use-coupon.ts";
import { guestByKey } from "../customers/guest-by-key.ts";
import { type EngineRun, ownKey, recordAct, refused } from "./engine-run.ts";

/** Which coupon and whose, as the rules take it; or why there is none. What another programme has is unknown here. */
async function meant(tx: Tx, { accountId }: EngineRun, told: CouponWish): Promise<Wish | Problem> {
  const { quantity, plan_figure = null, member_number, coupon_code, acquire_coupon_id } = told;
  const guest = member_number === undefined ? undefined : await guestByKey(tx, accountId, { member_number });
  if (member_number !== undefined && !guest) return { code: "unknown_member" };
  const ask = { quantity, plan_figure };
  if (coupon_code !== undefined) {
    const coupon = await couponOfCode(tx, accountId, coupon_code);
    return coupon ? { ...ask, couponId: coupon.id, customerId: guest?.id ?? null } : { code: "coupon_unknown" };
  }
  const held = await acquisitionById(tx, accountId, acquire_coupon_id ?? 0);
  if (!held || (guest && guest.id !== held.customer_id)) return { code: "coupon_unknown" };
  return { ...ask, couponId: held.coupon_id, customerId: held.customer_id };
}

/** Whether the coupon can be used so, and what it takes off, or every reason why not. Nothing is used. */
export async function quoteCouponOf(tx: Tx, run: EngineRun, told: CouponWish): Promise<CouponQuote> {
  const not = (reasons: readonly Problem[]) => ({
    ...{ applicable: false, discount: null, cancellation_fee_basis: null },
    reasons: toldReasons(reasons, run.language),
  });
  const wish = await meant(tx, run, told);
  if ("code" in wish) return not([wish]);
  const judged = await quoteCouponFor(tx, run, wish, await toldBooking(tx, run, told.reservation, { lock: false }));
  if ("missing" in judged) return not([{ code: "coupon_unknown" }]);
  const { verdict } = judged;
  return verdict.applicable ? { ...verdict, reasons: [] } : not(verdict.reasons);
}

/** @throws CallError REFUSED with every reason. */
export async function redeemCoupon(tx: Tx, run: EngineRun, told: CouponWish) {
  const wish = await meant(tx, run, told);
  if ("code" in wish) throw refused(wish);
  const booking = await toldBooking(tx, run, told.reservation, { lock: true });
  const done = await useCouponFor(tx, run, { ...wish, remarks: "", idempotencyKey: ownKey() }, booking);
  if ("missing" in done) throw refused({ code: "coupon_unknown" });
  if (done.used === null) throw refused(...(done.verdict.applicable ? [] : done.verdict.reasons));
  const { id, discount } = done.used;
  const { couponId: coupon_id, customerId: customer_id, quantity } = wish;
  const after = { coupon_id, customer_id, quantity, discount, ...told.reservation };
  await recordAct(tx, run, { action: "use_coupon", entity: "use_coupon_cases", id, after });
  return { use_coupon_case_id: id, discount };
}

/** Only what an engine of the same facility used. @throws CallError NOT_FOUND, REFUSED (cancelled before). */
export async function cancelCoupon(tx: Tx, run: EngineRun, { use_coupon_case_id: id, reason }: CouponCancel) {
  const use = await engineCouponUse(tx, run, id);
  if (!use) throw new CallError("NOT_FOUND");
  const { coupon_id, discount, customer_id } = use;
  if (!(await cancelCouponUse(tx, run, { id, couponId: coupon_id, remarks: reason })))
    throw refused({ code: "cancelled_already" });
  const after = { coupon_id, discount, remarks: reason, customer_id };
  await recordAct(tx, run, { action: "cancel_coupon_use", entity: "use_coupon_cases", id, after });
  return { use_coupon_case_id: id, discount };
}
