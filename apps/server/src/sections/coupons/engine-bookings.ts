import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { firstNotNull } from "../../database/first-not-null.ts";
import { lockBooking } from "../points/lock-booking.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import type { CouponReservation } from "./coupon-usages.queries.ts";
import { codeOf, isDoubled, lastCouponDaySql, lastNight, timesUsed, usableOn } from "./coupons.read.ts";
import type { CouponContext } from "./use-coupon.ts";

// Bookings as a booking engine names them: by its facility and code, whether or not the reservation has arrived.

export type Engine = { accountId: number; facilityId: number };
type Known = { id: number; reserved_date: CalendarDate | null };

/** The reservation of the code, if it has arrived. With `lock` no other coupon is used for the booking until the transaction ends. */
export async function bookingOfCode(
  tx: Tx,
  { accountId, facilityId }: Engine,
  code: string,
  { lock }: { lock: boolean },
): Promise<Known | undefined> {
  const its = sql`reservation.account_id = ${accountId} and reservation.facility_account_id = ${facilityId}
    and reservation.original_reservation_code = ${code} and reservation.active_status = 'active'`;
  if (lock) {
    await lockBooking(tx, { accountId, facilityId, code });
    await tx.run`select from stay_reservations reservation where ${its} order by reservation.id for update`;
  }
  return tx.maybe<Known>`select reservation.id, reservation.reserved_date
    from stay_reservations reservation
    where ${its}
    order by reservation.id desc limit 1`;
}

export type EngineBooking = {
  reservation_code: string;
  check_in_date: string;
  check_out_date: string;
  plan_code?: string | null | undefined;
  use_price: number;
};

/** What a coupon is judged for: days, plan and price are the engine's, which is ahead of what has arrived. */
export async function bookingFromEngine(
  tx: Tx,
  ctx: CouponContext & Engine,
  booking: EngineBooking,
  how: { lock: boolean },
): Promise<CouponReservation> {
  const known = await bookingOfCode(tx, ctx, booking.reservation_code, how);
  return {
    id: known?.id ?? null,
    facility_account_id: ctx.facilityId,
    code: booking.reservation_code,
    booked_on: known?.reserved_date ?? ctx.today,
    check_in_date: booking.check_in_date as CalendarDate,
    check_out_date: booking.check_out_date as CalendarDate,
    plan_code: booking.plan_code || null,
    price: booking.use_price,
  };
}

/** A coupon that an engine names; a guest's own one with whose it is. */
export type NamedCoupon = { coupon_id: number; customer_id: number | null; acquire_coupon_id: number | null };
type Held = { coupon_id: number; customer_id: number; acquire_coupon_id: number };

/**
 * What a code means: a coupon for everybody that is in force, else the code of one guest, else the newest one for everybody that was in
 * force. A pool code that nobody has means nothing.
 */
export async function couponOfCode(tx: Tx, accountId: number, code: string): Promise<NamedCoupon | undefined> {
  const everybodys = await tx.maybe<{
    id: number;
    in_force: boolean;
  }>`select coupon.id, coupon.active_status = 'active' as in_force
    from coupons coupon
    where coupon.account_id = ${accountId} and coupon.code = ${code} and coupon.issued_at is not null
    order by coupon.active_status, coupon.id desc limit 1`;
  const sharedCoupon = everybodys && { coupon_id: everybodys.id, customer_id: null, acquire_coupon_id: null };
  if (everybodys?.in_force) return sharedCoupon;
  const its = sql`acquired.id = (select coupon_code.acquire_coupon_id
    from coupon_codes coupon_code
    where coupon_code.account_id = ${accountId} and coupon_code.code = ${code})`;
  return (await heldWhere(tx, accountId, its)) ?? sharedCoupon;
}

/** An acquisition, which coupon it is of and whose it is today. */
export function acquisitionById(tx: Tx, accountId: number, id: number) {
  return heldWhere(tx, accountId, sql`acquired.id = ${id}`);
}

function heldWhere(tx: Tx, accountId: number, condition: RawBuilder<unknown>): Promise<Held | undefined> {
  return tx.maybe<Held>`select acquired.coupon_id, surviving_customer.id as customer_id, acquired.id as acquire_coupon_id
    from acquire_coupons acquired
    join customers customer on customer.account_id = acquired.account_id
      and customer.id = acquired.customer_id
    join customers surviving_customer on surviving_customer.account_id = customer.account_id
      and surviving_customer.id = ${firstNotNull(sql`customer.merged_into`, sql`customer.id`)}
    where acquired.account_id = ${accountId} and ${condition} and acquired.active_status = 'active'
      and surviving_customer.active_status = 'active'`;
}

/** A use that a booking engine of the facility made. */
export function engineCouponUse(tx: Tx, { accountId, facilityId }: Engine, id: number) {
  return tx.maybe<{
    coupon_id: number;
    discount: number;
    customer_id: number | null;
  }>`select coupon_use.coupon_id, coupon_use.discount, coupon_use.customer_id
    from use_coupon_cases coupon_use
    where coupon_use.account_id = ${accountId} and coupon_use.id = ${id}
      and coupon_use.facility_account_id = ${facilityId} and coupon_use.partner_key_id is not null`;
}

export type EngineCouponUse = {
  /** Null: used by nobody in particular. */
  customer_id: number | null;
  use_coupon_case_id: number;
  member_number: string | null;
  coupon_name: string;
  discount: number;
  quantity: number;
  use_date: string;
  cancel_date: string | null;
};

/** All uses that engines of the facility made for a code, the oldest first. */
export function engineCouponUsesOf(
  tx: Tx,
  { accountId, facilityId }: Engine,
  code: string,
  inReach: (customerId: RawBuilder<unknown>) => RawBuilder<boolean>,
): Promise<EngineCouponUse[]> {
  return tx.all<EngineCouponUse>`select surviving_customer.id as customer_id, coupon_use.id as use_coupon_case_id,
      surviving_customer.member_number, coupon.name as coupon_name, coupon_use.discount, coupon_use.quantity, coupon_use.use_date,
      coupon_use.cancel_date
    from use_coupon_cases coupon_use
    join coupons coupon on coupon.account_id = coupon_use.account_id and coupon.id = coupon_use.coupon_id
    left join customers customer on customer.account_id = coupon_use.account_id and customer.id = coupon_use.customer_id
    left join customers surviving_customer on surviving_customer.account_id = customer.account_id
      and surviving_customer.id = ${firstNotNull(sql`customer.merged_into`, sql`customer.id`)}
    where coupon_use.account_id = ${accountId} and coupon_use.facility_account_id = ${facilityId}
      and coupon_use.reservation_code = ${code} and coupon_use.partner_key_id is not null
      and (surviving_customer.id is null or ${inReach(sql`surviving_customer.id`)})
    order by coupon_use.id limit 200`;
}

export type HeldCoupon = {
  acquire_coupon_id: number;
  name: string;
  /** For the guest; empty: nothing more to say. */
  description: string;
  /** The guest's own code of a coupon with a pool. */
  code: string | null;
  reservation_end_date: string | null;
  stay_start_date: string | null;
  /** As it is for this guest: also what is counted from the acquisition. */
  stay_end_date: string | null;
};

/** Coupons that the guest has and can still use on the day, soonest over first; what the guest has twice since a merge is told once. */
export function usableCoupons(
  tx: Tx,
  accountId: number,
  customerId: number,
  today: CalendarDate,
): Promise<HeldCoupon[]> {
  const whose = idsOfCustomer(accountId, customerId);
  const held = sql`acquired`;
  return tx.all<HeldCoupon>`select acquired.id as acquire_coupon_id, coupon.name, coupon.description, ${codeOf(held)} as code,
      coupon.reservation_end_date, coupon.stay_start_date, ${lastNight(held)} as stay_end_date
    from acquire_coupons acquired
    join coupons coupon on coupon.account_id = acquired.account_id and coupon.id = acquired.coupon_id
    where acquired.account_id = ${accountId} and acquired.customer_id in ${whose} and acquired.active_status = 'active'
      and ${usableOn(today, timesUsed(whose, held), held)} and not ${isDoubled(held, whose)}
    order by ${lastCouponDaySql(held)} nulls last, acquired.id limit 200`;
}
