import type { CalendarDate } from "@okaeri/domain/calendar-date";
import {
  type CouponAsk,
  type CouponReason,
  type CouponUsage,
  type CouponVerdict,
  judgeCoupon,
} from "@okaeri/domain/coupons/applicability";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { lockBooking } from "../points/lock-booking.ts";
import { type CouponReservation, usagesOf } from "./coupon-usages.queries.ts";
import { type Coupon, couponsWhere, lockCoupon } from "./coupons.read.ts";

/** For whom and on which day a command writes. `userId` null: the system itself, or a booking engine by its key. */
export type CouponContext = {
  readonly accountId: number;
  readonly today: CalendarDate;
  readonly userId: number | null;
  readonly partnerKeyId?: number;
};

/**
 * What a coupon is judged for; undefined when the guest has no such open reservation. The price is the stay's once it is settled. With
 * `lock` no other coupon is used for it until the transaction ends.
 */
export async function reservationFor(
  tx: Tx,
  ctx: CouponContext,
  about: { customerId: number; reservationId: number; lock: boolean },
): Promise<(CouponReservation & { id: number }) | undefined> {
  const its = sql`reservation.account_id = ${ctx.accountId} and reservation.id = ${about.reservationId}`;
  if (about.lock) {
    const known = await tx.maybe<{
      facilityId: number;
      code: string;
    }>`select reservation.facility_account_id as "facilityId", reservation.original_reservation_code as code
      from stay_reservations reservation
      where ${its}`;
    if (known) await lockBooking(tx, { accountId: ctx.accountId, ...known });
    await tx.run`select from stay_reservations reservation where ${its} for update`;
  }
  return tx.maybe<
    CouponReservation & { id: number }
  >`select reservation.id, reservation.facility_account_id, reservation.original_reservation_code as code,
      coalesce(reservation.reserved_date, ${ctx.today}::date) as booked_on, reservation.check_in_date, reservation.check_out_date,
      nullif(reservation.plan_code, '') as plan_code, coalesce(stay.use_price, reservation.reserved_price)::bigint as price
    from stay_reservations reservation
    left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
      and stay.reversed_at is null
    where ${its} and reservation.customer_id = ${about.customerId} and reservation.active_status = 'active'
      and reservation.cancel_date is null`;
}

/** `customerId` null: a guest whom nobody knows, who may use a code. */
export type CouponUseRequest = CouponAsk & {
  couponId: number;
  customerId: number | null;
  /** The one that was named, where a guest has several: two who had it became one. */
  acquireCouponId?: number;
};
type OfGuest = CouponUseRequest & { customerId: number; reservationId: number };
export type CouponUseCheck = {
  coupon: Coupon;
  reservation: CouponReservation;
  /** As the rules take it. */
  usage: CouponUsage;
  acquireCouponId: number | null;
  verdict: CouponVerdict;
};

/** The verdict about a request for a booking. */
async function judged(
  tx: Tx,
  ctx: CouponContext,
  request: CouponUseRequest,
  coupon: Coupon,
  reservation: CouponReservation,
): Promise<CouponUseCheck> {
  const [found] = await judgedAll(tx, ctx, request, [coupon], reservation);
  if (!found) throw new Error("one coupon gave no verdict");
  return found;
}

/** The verdicts about several coupons for a booking, each by itself, in their order. Two statements, however many coupons (no N+1). */
async function judgedAll(
  tx: Tx,
  ctx: CouponContext,
  request: Omit<CouponUseRequest, "couponId">,
  coupons: readonly Coupon[],
  reservation: CouponReservation,
): Promise<CouponUseCheck[]> {
  const ids = coupons.map(({ id }) => id);
  const usages = await usagesOf(tx, ctx, request, reservation, ids);
  return coupons.flatMap((coupon) => {
    const judged = (usages.get(coupon.id) ?? []).map((had): CouponUseCheck => {
      const { acquire_coupon_id: acquireCouponId, coupon_id: _id, ...rest } = had;
      const usage = { ...rest, state: coupon.state, used_in_all: coupon.used };
      const verdict = judgeCoupon(coupon.terms, reservation, usage, request);
      return { coupon, reservation, usage, acquireCouponId, verdict };
    });
    // The first that can be used, else the one that least stands against.
    const [best] = judged.toSorted((a, b) => reasonsOf(a).length - reasonsOf(b).length);
    return best === undefined ? [] : [best];
  });
}

const reasonsOf = ({ verdict }: CouponUseCheck): CouponReason[] => (verdict.applicable ? [] : verdict.reasons);

/**
 * Why each of these coupons cannot be used for a reservation of the guest; a figure that only the plan has is not asked for. Undefined: the
 * guest has no such reservation.
 */
export async function reasonsAgainst(
  tx: Tx,
  ctx: CouponContext,
  about: { customerId: number; reservationId: number; couponIds: readonly number[] },
): Promise<Map<number, CouponReason[]> | undefined> {
  const reservation = await reservationFor(tx, ctx, { ...about, lock: false });
  if (reservation === undefined) return undefined;
  const coupons = await couponsWhere(tx, ctx.accountId, sql`coupon.id = any(${about.couponIds}::bigint[])`);
  const request = { customerId: about.customerId, quantity: 1, plan_figure: null };
  const found = await judgedAll(tx, ctx, request, coupons, reservation);
  return new Map(
    found.map((one) => [one.coupon.id, reasonsOf(one).filter(({ code }) => code !== "coupon_plan_figure")]),
  );
}

export type CouponUseMissing = { missing: "coupon" | "reservation" };

/** Whether a coupon could be used so for the booking, at this moment. */
export async function quoteCouponFor(
  tx: Tx,
  ctx: CouponContext,
  request: CouponUseRequest,
  booking: CouponReservation,
): Promise<CouponUseCheck | CouponUseMissing> {
  const [coupon] = await couponsWhere(tx, ctx.accountId, sql`coupon.id = ${request.couponId}`);
  return coupon === undefined ? { missing: "coupon" } : judged(tx, ctx, request, coupon, booking);
}

/** As above, for a reservation of the guest. */
export async function quoteCoupon(
  tx: Tx,
  ctx: CouponContext,
  request: OfGuest,
): Promise<CouponUseCheck | CouponUseMissing> {
  const reservation = await reservationFor(tx, ctx, { ...request, lock: false });
  return reservation === undefined ? { missing: "reservation" } : quoteCouponFor(tx, ctx, request, reservation);
}

type Note = { remarks: string; idempotencyKey: string };
export type CouponUseResult = { id: number; discount: number };
type Done = CouponUseCheck & { used: CouponUseResult | null };

/**
 * Uses a coupon for a booking that is locked already. Locks the coupon too (lock order: booking, then coupon) and judges it under that
 * lock. `used` null: the verdict says why not.
 */
export async function useCouponFor(
  tx: Tx,
  ctx: CouponContext,
  use: CouponUseRequest & Note,
  booking: CouponReservation,
): Promise<Done | CouponUseMissing> {
  const { accountId, today, userId, partnerKeyId = null } = ctx;
  const coupon = await lockCoupon(tx, accountId, use.couponId);
  if (coupon === undefined) return { missing: "coupon" };
  const found = await judged(tx, ctx, use, coupon, booking);
  if (!found.verdict.applicable) return { ...found, used: null };
  const { discount } = found.verdict;
  const code = partnerKeyId === null ? null : booking.code;
  const { id } = await tx.one<{ id: number }>`
    with counted as (
      update coupon_counters
      set used_count = used_count + ${use.quantity}::int
      where account_id = ${accountId}
        and coupon_id = ${use.couponId}
    )
    insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id, stay_reservation_id,
      use_date, quantity, discount, remarks, idempotency_key, partner_key_id, reservation_code, created_by, updated_by)
    values (${accountId}, ${booking.facility_account_id}, ${use.customerId}, ${use.couponId}, ${found.acquireCouponId}, ${booking.id},
      ${today}::date, ${use.quantity}, ${discount}, ${use.remarks}, ${use.idempotencyKey}, ${partnerKeyId}, ${code}, ${userId},
      ${userId})
    returning id`;
  return { ...found, used: { id, discount } };
}

/** As above, for a reservation of the guest. */
export async function useCoupon(tx: Tx, ctx: CouponContext, use: OfGuest & Note): Promise<Done | CouponUseMissing> {
  const reservation = await reservationFor(tx, ctx, { ...use, lock: true });
  return reservation === undefined ? { missing: "reservation" } : useCouponFor(tx, ctx, use, reservation);
}

/** Takes a use back; the coupon can be used again. Idempotent. False: it was cancelled before. */
export async function cancelCouponUse(
  tx: Tx,
  ctx: CouponContext,
  use: { id: number; couponId: number; remarks: string },
): Promise<boolean> {
  const { accountId, today, userId } = ctx;
  await lockCoupon(tx, accountId, use.couponId);
  const cancelled = await tx.maybe<{ quantity: number }>`update use_coupon_cases
    set cancel_date = ${today}::date, cancel_remarks = ${use.remarks}, updated_by = ${userId}, updated_at = now()
    where account_id = ${accountId} and id = ${use.id} and cancel_date is null
    returning quantity`;
  if (cancelled === undefined) return false;
  await tx.run`update coupon_counters
    set used_count = used_count - ${cancelled.quantity}
    where account_id = ${accountId} and coupon_id = ${use.couponId}`;
  return true;
}
