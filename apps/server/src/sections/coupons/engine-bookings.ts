import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { lockBooking } from "../points/lock-booking.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";
import { codeOf, timesUsed, usableOn } from "./coupons.read.ts";
import type { CouponContext, CouponReservation } from "./use-coupon.ts";

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
  const its = sql`r.account_id = ${accountId} and r.facility_account_id = ${facilityId} and r.original_reservation_code = ${code}
    and r.active_status = 'active'`;
  if (lock) {
    await lockBooking(tx, { accountId, facilityId, code });
    await tx.run`select from stay_reservations r where ${its} order by r.id for update`;
  }
  return tx.maybe<Known>`select r.id, r.reserved_date from stay_reservations r where ${its} order by r.id desc limit 1`;
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
  }>`select k.id, k.active_status = 'active' as in_force from coupons k
    where k.account_id = ${accountId} and k.code = ${code} and k.issued_at is not null order by k.active_status, k.id desc limit 1`;
  const meant = everybodys && { coupon_id: everybodys.id, customer_id: null, acquire_coupon_id: null };
  if (everybodys?.in_force) return meant;
  const its = sql`q.id = (select c.acquire_coupon_id from coupon_codes c where c.account_id = ${accountId} and c.code = ${code})`;
  return (await heldWhere(tx, accountId, its)) ?? meant;
}

/** An acquisition, which coupon it is of and whose it is today. */
export function acquisitionById(tx: Tx, accountId: number, id: number) {
  return heldWhere(tx, accountId, sql`q.id = ${id}`);
}

function heldWhere(tx: Tx, accountId: number, condition: RawBuilder<unknown>): Promise<Held | undefined> {
  return tx.maybe<Held>`select q.coupon_id, l.id as customer_id, q.id as acquire_coupon_id
    from acquire_coupons q join customers c on c.account_id = q.account_id and c.id = q.customer_id
    join customers l on l.account_id = c.account_id and l.id = coalesce(c.merged_into, c.id)
    where q.account_id = ${accountId} and ${condition} and q.active_status = 'active' and l.active_status = 'active'`;
}

/** A use that a booking engine of the facility made. */
export function engineCouponUse(tx: Tx, { accountId, facilityId }: Engine, id: number) {
  return tx.maybe<{
    coupon_id: number;
    discount: number;
    customer_id: number | null;
  }>`select u.coupon_id, u.discount, u.customer_id
    from use_coupon_cases u where u.account_id = ${accountId} and u.id = ${id} and u.facility_account_id = ${facilityId}
      and u.partner_key_id is not null`;
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
  return tx.all<EngineCouponUse>`select c.id as customer_id, u.id as use_coupon_case_id, c.member_number, k.name as coupon_name, u.discount, u.quantity,
      u.use_date, u.cancel_date
    from use_coupon_cases u join coupons k on k.account_id = u.account_id and k.id = u.coupon_id
    left join customers h on h.account_id = u.account_id and h.id = u.customer_id
    left join customers c on c.account_id = h.account_id and c.id = coalesce(h.merged_into, h.id)
    where u.account_id = ${accountId} and u.facility_account_id = ${facilityId} and u.reservation_code = ${code}
      and u.partner_key_id is not null and (c.id is null or ${inReach(sql`c.id`)}) order by u.id limit 200`;
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
  return tx.all<HeldCoupon>`select q.id as acquire_coupon_id, k.name, k.description, ${codeOf(sql`q`)} as code, k.reservation_end_date, k.stay_start_date, k.stay_end_date
    from acquire_coupons q join coupons k on k.account_id = q.account_id and k.id = q.coupon_id
    where q.account_id = ${accountId} and q.customer_id in ${whose} and q.active_status = 'active' and ${usableOn(today, timesUsed(whose))}
      and not exists (select from acquire_coupons o where o.account_id = q.account_id and o.coupon_id = q.coupon_id
        and o.customer_id in ${whose} and o.active_status = 'active' and o.id < q.id)
    order by least(k.reservation_end_date, k.stay_end_date) nulls last, q.id limit 200`;
}
