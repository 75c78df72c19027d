import { randomUUID } from "node:crypto";
import type { Language } from "@okaeri/contract/errors";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError, fieldError, reasonsInWords } from "../../http/errors.ts";
import type { GuestStaff } from "../../http/guest-calls.ts";
import { bookableReservations } from "../points/bookable.read.ts";
import { acquisitionOf, couponsToUse, useOf } from "./coupon-histories.queries.ts";
import { ONCE } from "./coupons.read.ts";
import { takeCouponBack } from "./give-coupon.ts";
import { giveToOne } from "./give-to-one.ts";
import {
  type CouponContext,
  type CouponUseCheck,
  type CouponUseMissing,
  cancelCouponUse,
  reasonsAgainst,
  useCoupon,
} from "./use-coupon.ts";

// What staff do with one guest's coupons. The caller has checked that the guest is in the person's reach; every act writes one audit line.

export const couponContextOf = ({ scope, today }: GuestStaff): CouponContext => ({
  accountId: scope.accountId,
  today,
  userId: scope.userId,
});

function record(
  tx: Tx,
  { scope, ip }: GuestStaff,
  entry: { action: string; entity: "acquire_coupons" | "use_coupon_cases"; id: number; after: object },
) {
  const { action, entity, id: entityId, after } = entry;
  const { userId: actorUserId, accountId } = scope;
  return recordAudit(tx, { actorUserId, ip, accountId, action, entity, entityId, after });
}

/** @throws CallError INVALID_INPUT naming coupon_id: none of the programme's, not one to give, given before, or none left. */
export async function giveByHand(tx: Tx, staff: GuestStaff, input: { id: number; coupon_id: number; remarks: string }) {
  const { id: customerId, coupon_id, remarks } = input;
  const receiver = { customerId, pushActionId: null, key: `staff:${randomUUID()}`, occasion: ONCE };
  const given = await giveToOne(tx, couponContextOf(staff), { couponId: coupon_id, remarks }, receiver);
  if ("refused" in given) throw fieldError("coupon_id", { code: given.refused });
  const after = { coupon_id, remarks, customer_id: customerId };
  await record(tx, staff, { action: "give_coupon", entity: "acquire_coupons", id: given.id, after });
  return { acquire_coupon_id: given.id };
}

const NOT_TAKEN = { used: "coupon_used_before", taken_before: "coupon_revoked", ended: "coupon_ended" } as const;

/** @throws CallError NOT_FOUND, WRONG_STATE (it was used, taken back before, or has ended). */
export async function revokeByHand(
  tx: Tx,
  staff: GuestStaff,
  input: { id: number; acquire_coupon_id: number; remarks: string },
) {
  const { id: customerId, acquire_coupon_id: id, remarks } = input;
  const acquisition = await acquisitionOf(tx, staff.scope, customerId, id);
  if (!acquisition) throw new CallError("NOT_FOUND");
  const taken = await takeCouponBack(tx, couponContextOf(staff), { id, couponId: acquisition.coupon_id, remarks });
  if (taken !== "taken") throw new CallError("WRONG_STATE", { because: { code: NOT_TAKEN[taken] } });
  const after = { coupon_id: acquisition.coupon_id, remarks, customer_id: customerId };
  await record(tx, staff, { action: "take_coupon_back", entity: "acquire_coupons", id, after });
  return { acquire_coupon_id: id };
}

/** Coupons that the guest may use; of a reservation that is named, those that cannot be used for it come last, with the reasons. */
export async function judgedToUse(
  tx: Tx,
  staff: GuestStaff,
  { id: customerId, stay_reservation_id: reservationId }: { id: number; stay_reservation_id?: number | undefined },
  language: Language,
) {
  const coupons = await couponsToUse(tx, staff.scope, customerId, staff.today);
  if (reservationId === undefined) return coupons.map((coupon) => ({ ...coupon, reasons: [] }));
  const [reservation] = await bookableReservations(tx, staff.scope, customerId, reservationId);
  const about = { customerId, reservationId, couponIds: coupons.map(({ id }) => id) };
  const against = reservation && (await reasonsAgainst(tx, couponContextOf(staff), about));
  if (against === undefined) throw fieldError("stay_reservation_id", { code: "not_a_choice" });
  const judged = coupons.map((coupon) => ({
    ...coupon,
    reasons: reasonsInWords(against.get(coupon.id) ?? [], language),
  }));
  return [
    ...judged.filter(({ reasons }) => reasons.length === 0),
    ...judged.filter(({ reasons }) => reasons.length > 0),
  ];
}

type AskInput = { id: number; coupon_id: number; quantity: number; plan_figure?: number | undefined };
export type CouponUseInput = AskInput & { stay_reservation_id: number };

/** The request as the rules take it. @throws CallError INVALID_INPUT when the reservation is none that the person sees of the guest. */
export async function requestOf(tx: Tx, { scope }: GuestStaff, input: CouponUseInput) {
  const { id: customerId, coupon_id: couponId, stay_reservation_id: reservationId, quantity, plan_figure } = input;
  const [reservation] = await bookableReservations(tx, scope, customerId, reservationId);
  if (!reservation) throw fieldError("stay_reservation_id", { code: "not_a_choice" });
  return { customerId, couponId, reservationId, quantity, plan_figure: plan_figure ?? null };
}

export function present<T extends CouponUseCheck>(found: T | CouponUseMissing): T {
  if ("missing" in found)
    throw fieldError(found.missing === "coupon" ? "coupon_id" : "stay_reservation_id", { code: "not_a_choice" });
  return found;
}

/** @throws CallError INVALID_INPUT with every reason, at `coupon_id`, `quantity` or `plan_figure`. */
export async function useCouponByHand(
  tx: Tx,
  staff: GuestStaff,
  input: CouponUseInput & { remarks?: string | undefined },
) {
  const request = await requestOf(tx, staff, input);
  const { remarks = "" } = input;
  const found = present(
    await useCoupon(tx, couponContextOf(staff), { ...request, remarks, idempotencyKey: `staff:${randomUUID()}` }),
  );
  if (found.used === null) throw refusedUse(found);
  const { id: customer_id, ...rest } = input;
  const after = { ...rest, customer_id, discount: found.used.discount };
  await record(tx, staff, { action: "use_coupon", entity: "use_coupon_cases", id: found.used.id, after });
  return { use_coupon_case_id: found.used.id, discount: found.used.discount };
}

const FIELD_OF: Partial<Record<string, string>> = {
  coupon_quantity_reached: "quantity",
  coupon_plan_figure: "plan_figure",
};

/** The first reason of each field; the quote tells them all. */
function refusedUse({ verdict }: CouponUseCheck): CallError {
  const reasons = verdict.applicable ? [] : verdict.reasons;
  const fields: Record<string, (typeof reasons)[number]> = {};
  for (const reason of reasons) fields[FIELD_OF[reason.code] ?? "coupon_id"] ??= reason;
  return new CallError("INVALID_INPUT", { fields });
}

/** @throws CallError NOT_FOUND, FORBIDDEN (booked at another facility), WRONG_STATE (cancelled before). */
export async function cancelCouponByHand(
  tx: Tx,
  staff: GuestStaff,
  input: { id: number; use_coupon_case_id: number; remarks: string },
) {
  const { id: customerId, use_coupon_case_id: id, remarks } = input;
  const use = await useOf(tx, staff.scope, customerId, id);
  if (!use) throw new CallError("NOT_FOUND");
  if (!use.own) throw new CallError("FORBIDDEN");
  if (!(await cancelCouponUse(tx, couponContextOf(staff), { id, couponId: use.coupon_id, remarks })))
    throw new CallError("WRONG_STATE", { because: { code: "cancelled_already" } });
  const after = { coupon_id: use.coupon_id, discount: use.discount, remarks, customer_id: customerId };
  await record(tx, staff, { action: "cancel_coupon_use", entity: "use_coupon_cases", id, after });
  return { use_coupon_case_id: id };
}
