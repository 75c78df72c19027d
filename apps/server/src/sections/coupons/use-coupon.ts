import type { CalendarDate } from "@okaeri/domain/calendar-date";
import {
  type CouponAsk,
  type CouponBooking,
  type CouponUsage,
  type CouponVerdict,
  judgeCoupon,
} from "@okaeri/domain/coupons/applicability";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { type Coupon, couponsWhere, lockCoupon } from "./coupons.read.ts";

/** For whom and on which day a command writes. `userId` null: the system itself. */
export type CouponRun = { readonly accountId: number; readonly today: CalendarDate; readonly userId: number | null };

/** A guest's reservation as a coupon sees it. */
export type CouponReservation = CouponBooking & { id: number; facility_account_id: number };

/**
 * What a coupon is judged for; undefined when the guest has no such reservation that still stands. The price is the stay's once it is
 * settled. `lock`: no other coupon is used for it until the transaction ends.
 */
export async function reservationFor(
  tx: Tx,
  run: CouponRun,
  about: { customerId: number; reservationId: number; lock: boolean },
): Promise<CouponReservation | undefined> {
  const its = sql`r.account_id = ${run.accountId} and r.id = ${about.reservationId}`;
  if (about.lock) await tx.run`select from stay_reservations r where ${its} for update`;
  return tx.maybe<CouponReservation>`select r.id, r.facility_account_id, coalesce(r.reserved_date, ${run.today}::date) as booked_on,
      r.check_in_date, r.check_out_date, nullif(r.plan_code, '') as plan_code, coalesce(s.use_price, r.reserved_price)::bigint as price
    from stay_reservations r
    left join stay_transactions s on s.account_id = r.account_id and s.stay_reservation_id = r.id and s.reversed_at is null
    where ${its} and r.customer_id = ${about.customerId} and r.active_status = 'active' and r.cancel_date is null`;
}

type Usage = Omit<CouponUsage, "state" | "used_in_all"> & { acquire_coupon_id: number | null };

/** What the guest and the reservation have of the coupon; of a coupon that was locked it stays so. */
function usageOf(tx: Tx, run: CouponRun, couponId: number, customerId: number, reservationId: number): Promise<Usage> {
  const whose = idsOfCustomer(run.accountId, customerId);
  const counts = sql`u.account_id = ${run.accountId} and u.cancel_date is null and u.active_status = 'active'`;
  return tx.one<Usage>`select q.id as acquire_coupon_id, q.id is not null as held,
      (select count(*)::int from use_coupon_cases u where ${counts} and u.coupon_id = ${couponId} and u.customer_id in ${whose}) as used_by_guest,
      b.on_booking, b.others_on_booking, b.others_allow_together, b.discount_on_booking
    from (select coalesce(sum(u.quantity) filter (where u.coupon_id = ${couponId}), 0)::int as on_booking,
        (count(*) filter (where u.coupon_id <> ${couponId}))::int as others_on_booking,
        coalesce(bool_and(k.can_use_together) filter (where u.coupon_id <> ${couponId}), true) as others_allow_together,
        coalesce(sum(u.discount), 0)::bigint as discount_on_booking
      from use_coupon_cases u join coupons k on k.account_id = u.account_id and k.id = u.coupon_id
      where ${counts} and u.stay_reservation_id = ${reservationId}) b
    left join lateral (select a.id from acquire_coupons a where a.account_id = ${run.accountId} and a.coupon_id = ${couponId}
      and a.active_status = 'active' and a.customer_id in ${whose} order by a.id limit 1) q on true`;
}

export type Wish = CouponAsk & { couponId: number; customerId: number; reservationId: number };
export type Judged = { coupon: Coupon; reservation: CouponReservation; usage: Usage; verdict: CouponVerdict };

/** The verdict about a wish; `coupon` or `reservation` undefined: there is no such one. */
async function judged(
  tx: Tx,
  run: CouponRun,
  wish: Wish,
  coupon: Coupon,
  reservation: CouponReservation,
): Promise<Judged> {
  const usage = await usageOf(tx, run, wish.couponId, wish.customerId, wish.reservationId);
  const whole = { ...usage, state: coupon.state, used_in_all: coupon.used };
  return { coupon, reservation, usage, verdict: judgeCoupon(coupon.terms, reservation, whole, wish) };
}

export type Missing = { missing: "coupon" | "reservation" };

/** Whether a coupon could be used so, at this moment. */
export async function quoteCoupon(tx: Tx, run: CouponRun, wish: Wish): Promise<Judged | Missing> {
  const [coupon] = await couponsWhere(tx, run.accountId, sql`k.id = ${wish.couponId}`);
  if (coupon === undefined) return { missing: "coupon" };
  const reservation = await reservationFor(tx, run, { ...wish, lock: false });
  return reservation === undefined ? { missing: "reservation" } : judged(tx, run, wish, coupon, reservation);
}

export type CouponUse = Wish & { remarks: string; idempotencyKey: string };
export type Used = { id: number; discount: number };

/**
 * Uses a coupon, judged once everybody before has committed: reservation and counter are locked in this order, so that of forty who
 * want the last one, one gets it. The verdict says why not.
 */
export async function useCoupon(
  tx: Tx,
  run: CouponRun,
  use: CouponUse,
): Promise<(Judged & { used: Used | null }) | Missing> {
  const { accountId, today, userId } = run;
  const reservation = await reservationFor(tx, run, { ...use, lock: true });
  if (reservation === undefined) return { missing: "reservation" };
  const coupon = await lockCoupon(tx, accountId, use.couponId);
  if (coupon === undefined) return { missing: "coupon" };
  const found = await judged(tx, run, use, coupon, reservation);
  if (!found.verdict.applicable) return { ...found, used: null };
  const { discount } = found.verdict;
  const { id } = await tx.one<{ id: number }>`
    with counted as (
      update coupon_counters set used_count = used_count + ${use.quantity}::int where account_id = ${accountId} and coupon_id = ${use.couponId}
    )
    insert into use_coupon_cases (account_id, facility_account_id, customer_id, coupon_id, acquire_coupon_id, stay_reservation_id, use_date,
      quantity, discount, remarks, idempotency_key, created_by, updated_by)
    values (${accountId}, ${reservation.facility_account_id}, ${use.customerId}, ${use.couponId}, ${found.usage.acquire_coupon_id},
      ${reservation.id}, ${today}::date, ${use.quantity}, ${discount}, ${use.remarks}, ${use.idempotencyKey}, ${userId}, ${userId})
    returning id`;
  return { ...found, used: { id, discount } };
}

/** Takes a use back, once; the coupon can be used again. False: it was cancelled before. */
export async function cancelCouponUse(
  tx: Tx,
  run: CouponRun,
  use: { id: number; couponId: number; remarks: string },
): Promise<boolean> {
  const { accountId, today, userId } = run;
  await lockCoupon(tx, accountId, use.couponId);
  const cancelled = await tx.maybe<{ quantity: number }>`update use_coupon_cases set cancel_date = ${today}::date,
      cancel_remarks = ${use.remarks}, updated_by = ${userId}, updated_at = now()
    where account_id = ${accountId} and id = ${use.id} and cancel_date is null returning quantity`;
  if (cancelled === undefined) return false;
  await tx.run`update coupon_counters set used_count = used_count - ${cancelled.quantity}
    where account_id = ${accountId} and coupon_id = ${use.couponId}`;
  return true;
}
