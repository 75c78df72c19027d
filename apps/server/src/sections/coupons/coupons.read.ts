import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";

/** SQL over coupons `k`: all terms as one JSON object, by the entity's names. */
const TERMS = sql`json_build_object('name', k.name, 'description', k.description, 'type', k.type, 'code', k.code,
  'acquire_amount_limit', k.acquire_amount_limit, 'use_amount_limit', k.use_amount_limit, 'use_times_limit', k.use_times_limit,
  'use_quantity_limit', k.use_quantity_limit, 'reservation_end_date', k.reservation_end_date, 'available_months', k.available_months,
  'stay_start_date', k.stay_start_date, 'stay_end_date', k.stay_end_date, 'day_of_week', k.day_of_week,
  'unavailable_period', k.unavailable_period, 'use_condition', k.use_condition, 'plan_code', k.plan_code,
  'includes_free', k.includes_free, 'can_use_together', k.can_use_together, 'discount_type', k.discount_type,
  'absolute_type', k.absolute_type, 'rate_type', k.rate_type, 'discount_absolute', k.discount_absolute, 'discount_rate', k.discount_rate,
  'discount_limit', k.discount_limit, 'cancellation_includes_discount', k.cancellation_includes_discount)`;

/** SQL over campaign actions `a`: the coupon of the action as JSON, null where it has none. */
export const couponOfAction = sql`(select ${TERMS} from coupons k where k.account_id = a.account_id and k.campaign_action_id = a.id
  and k.active_status = 'active')`;

/** SQL over campaign actions `a`: somebody has the coupon of the action, or it was given out. */
export const couponWasIssued = sql<boolean>`exists (select from coupons k where k.account_id = a.account_id and k.campaign_action_id = a.id
  and k.issued_at is not null)`;

/** SQL over an acquisition: the code that the guest got with it, null where the coupon has no pool. */
export const codeOf = (of: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select o.code from coupon_codes o where o.account_id = ${of}.account_id and o.acquire_coupon_id = ${of}.id)`;

/** SQL over coupons `k`: taken out of use, or its last day of booking or of staying is over. */
export const endedOn = (today: CalendarDate): RawBuilder<boolean> =>
  sql<boolean>`(k.active_status = 'inactive' or coalesce(least(k.stay_end_date, k.reservation_end_date) < ${today}::date, false))`;

/** SQL over coupons `k`: how often these guests (SQL of ids) have used it. */
export const timesUsed = (whose: RawBuilder<number>): RawBuilder<number> =>
  sql<number>`(select count(*) from use_coupon_cases u where u.account_id = k.account_id and u.coupon_id = k.id
    and u.customer_id in ${whose} and u.cancel_date is null)`;

/** SQL over coupons `k`: on the day it can still be used by who has used it so often. Limits of all guests together are not asked. */
export const usableOn = (today: CalendarDate, times: RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`(not ${endedOn(today)} and (k.use_times_limit is null or k.use_times_limit > ${times}))`;

/**
 * SQL: the uses that are shown as the guest's: the guest's own, and those of a booking engine for the guest's booking that named nobody
 * (docs/adr/0128). Each branch has its index.
 */
export function usesOf(accountId: number, customerId: number): RawBuilder<number> {
  const whose = idsOfCustomer(accountId, customerId);
  const nobodys = sql`u.account_id = ${accountId} and u.customer_id is null`;
  return sql<number>`(
    select u.id from use_coupon_cases u where u.account_id = ${accountId} and u.customer_id in ${whose}
    union all select u.id from stay_reservations r join use_coupon_cases u on u.account_id = r.account_id
        and u.stay_reservation_id = r.id and ${nobodys}
      where r.account_id = ${accountId} and r.customer_id in ${whose}
    union all select u.id from stay_reservations r join use_coupon_cases u on u.account_id = r.account_id and ${nobodys}
        and u.stay_reservation_id is null and u.facility_account_id = r.facility_account_id
        and u.reservation_code = r.original_reservation_code
      where r.account_id = ${accountId} and r.customer_id in ${whose} and r.active_status = 'active'
        and not exists (select from stay_reservations x where x.account_id = r.account_id and x.facility_account_id = r.facility_account_id
          and x.original_reservation_code = r.original_reservation_code and x.active_status = 'active' and x.id > r.id))`;
}

export type Coupon = {
  id: number;
  campaign_action_id: number | null;
  terms: CouponTerms;
  state: "draft" | "issued" | "ended";
  acquired: number;
  used: number;
  /** Codes of its pool, those that nobody has yet, and how few of them staff want to be told of. */
  code_count: number;
  codes_left: number;
  codes_alarm_at: number | null;
};

const STATE = sql`case when k.active_status = 'inactive' then 'ended' when k.issued_at is null then 'draft' else 'issued' end`;

/** Coupons of the programme that meet the condition over `k`, the newest first. */
export function couponsWhere(tx: Tx, accountId: number, condition: RawBuilder<unknown>): Promise<Coupon[]> {
  return tx.all<Coupon>`select k.id, k.campaign_action_id, ${TERMS} as terms, ${STATE} as state, coalesce(n.acquired_count, 0) as acquired,
      coalesce(n.used_count, 0) as used, coalesce(n.code_count, 0) as code_count, coalesce(n.codes_left, 0) as codes_left, k.codes_alarm_at
    from coupons k left join coupon_counters n on n.account_id = k.account_id and n.coupon_id = k.id
    where k.account_id = ${accountId} and ${condition} order by k.id desc`;
}

/** Whether nobody can be given it or lose it any more. */
export async function hasEnded(tx: Tx, accountId: number, couponId: number, today: CalendarDate): Promise<boolean> {
  const { ended } = await tx.one<{ ended: boolean }>`select ${endedOn(today)} as ended from coupons k
    where k.account_id = ${accountId} and k.id = ${couponId}`;
  return ended;
}

/**
 * The coupon with its counter locked until the transaction ends, read after all earlier holders of the lock have committed. This lock is
 * what keeps the limits under parallel uses. Undefined: the programme has none with this id.
 */
export async function lockCoupon(tx: Tx, accountId: number, couponId: number): Promise<Coupon | undefined> {
  await tx.run`select from coupon_counters where account_id = ${accountId} and coupon_id = ${couponId} for update`;
  const [coupon] = await couponsWhere(tx, accountId, sql`k.id = ${couponId}`);
  return coupon;
}
