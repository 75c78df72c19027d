import type { CouponCancel, CouponQuote, PartnerCouponUse } from "@okaeri/contract/partner";
import type { Problem } from "@okaeri/contract/problems/problems";
import type { Tx } from "../../database/connection.ts";
import { CallError, reasonsInWords } from "../../http/errors.ts";
import { acquisitionById, bookingFromEngine, couponOfCode, engineCouponUse } from "../coupons/engine-bookings.ts";
import { type CouponUseRequest, cancelCouponUse, quoteCouponFor, useCouponFor } from "../coupons/use-coupon.ts";
import { type EngineContext, ownKey, recordAct, refused } from "./engine-context.ts";
import { guestInReach, isInReach } from "./guest-in-reach.ts";

/** Which coupon and whose, as the rules take it, or why there is none. Coupons of other programmes are unknown here. */
async function requestedUse(tx: Tx, ctx: EngineContext, input: PartnerCouponUse): Promise<CouponUseRequest | Problem> {
  const { accountId, asks } = ctx;
  const { quantity, plan_figure = null, member_number, coupon_code, acquire_coupon_id } = input;
  const guest = member_number === undefined ? undefined : await guestInReach(tx, ctx, { member_number });
  if (member_number !== undefined && !guest) return { code: "unknown_member" };
  const coupon =
    coupon_code === undefined
      ? await acquisitionById(tx, accountId, acquire_coupon_id ?? 0)
      : await couponOfCode(tx, accountId, coupon_code);
  const unknown = { code: "coupon_unknown" } as const;
  // A code that nobody has counts as a guess, like a member number that nobody has; so does another guest's code.
  if (guest && (!coupon || ![null, guest.id].includes(coupon.customer_id))) {
    asks.missed();
    return unknown;
  }
  if (!guest && coupon?.customer_id !== null && !(await isInReach(tx, ctx, coupon?.customer_id))) return unknown;
  if (!coupon) return unknown;
  const { coupon_id: couponId, customer_id: owner, acquire_coupon_id: acquireCouponId } = coupon;
  const customerId = owner ?? guest?.id ?? null;
  return { quantity, plan_figure, couponId, customerId, ...(acquireCouponId === null ? {} : { acquireCouponId }) };
}

type CouponWords = Pick<CouponQuote, "coupon_name" | "coupon_description">;
const NO_WORDS: CouponWords = { coupon_name: null, coupon_description: null };

/** Whether the coupon can be used so, and what it takes off, or every reason why not. Nothing is used. */
export async function quoteCouponOf(tx: Tx, ctx: EngineContext, input: PartnerCouponUse): Promise<CouponQuote> {
  const not = (reasons: readonly Problem[], words = NO_WORDS) => ({
    ...words,
    applicable: false,
    discount: null,
    cancellation_fee_basis: null,
    reasons: reasonsInWords(reasons, ctx.language),
  });
  const request = await requestedUse(tx, ctx, input);
  if ("code" in request) return not([request]);
  const judged = await quoteCouponFor(
    tx,
    ctx,
    request,
    await bookingFromEngine(tx, ctx, input.reservation, { lock: false }),
  );
  if ("missing" in judged) return not([{ code: "coupon_unknown" }]);
  const { verdict, coupon } = judged;
  const words = { coupon_name: coupon.terms.name, coupon_description: coupon.terms.description };
  return verdict.applicable ? { ...verdict, ...words, reasons: [] } : not(verdict.reasons, words);
}

/** @throws CallError REFUSED with every reason. */
export async function redeemCoupon(tx: Tx, ctx: EngineContext, input: PartnerCouponUse) {
  const request = await requestedUse(tx, ctx, input);
  if ("code" in request) throw refused(request);
  const booking = await bookingFromEngine(tx, ctx, input.reservation, { lock: true });
  const done = await useCouponFor(tx, ctx, { ...request, remarks: "", idempotencyKey: ownKey() }, booking);
  if ("missing" in done) throw refused({ code: "coupon_unknown" });
  if (done.used === null) throw refused(...(done.verdict.applicable ? [] : done.verdict.reasons));
  const { id, discount } = done.used;
  const { couponId: coupon_id, customerId: customer_id, quantity } = request;
  const after = { coupon_id, customer_id, quantity, discount, ...input.reservation };
  await recordAct(tx, ctx, { action: "use_coupon", entity: "use_coupon_cases", id, after });
  return { use_coupon_case_id: id, discount };
}

/** Only what an engine of the same facility used. @throws CallError NOT_FOUND, REFUSED (cancelled before). */
export async function cancelCoupon(tx: Tx, ctx: EngineContext, { use_coupon_case_id: id, reason }: CouponCancel) {
  const use = await engineCouponUse(tx, ctx, id);
  if ((use?.customer_id !== null && !(await isInReach(tx, ctx, use?.customer_id))) || !use)
    throw new CallError("NOT_FOUND", { because: { code: "no_such_use" } });
  const { coupon_id, discount, customer_id } = use;
  if (!(await cancelCouponUse(tx, ctx, { id, couponId: coupon_id, remarks: reason })))
    throw refused({ code: "cancelled_already" });
  const after = { coupon_id, discount, remarks: reason, customer_id };
  await recordAct(tx, ctx, { action: "cancel_coupon_use", entity: "use_coupon_cases", id, after });
  return { use_coupon_case_id: id, discount };
}
