import { type CouponEdit, couponDetail } from "@okaeri/contract/coupons";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { WithVariants } from "@okaeri/domain/campaigns/variants/variants";
import type { CouponTerms } from "@okaeri/domain/coupons/coupon";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { type RawBuilder, sql } from "kysely";
import { objectOf } from "../../database/columns.ts";
import type { Tx } from "../../database/connection.ts";
import type { EvaluationDay } from "../../database/evaluation-day.ts";
import { idsOfCustomer } from "../points/merged-customers.read.ts";

/** Columns of coupons that hold what the contract says of a coupon. */
export const COUPON_COLUMNS = Object.keys(couponDetail.shape) as (keyof CouponEdit)[];

/** The occasion of what is given by hand, or by a send that happens once. */
export const ONCE = "";

/** SQL over coupons `coupon`: all terms as one JSON object, by the entity's names. */
export const TERMS = objectOf("coupon", COUPON_COLUMNS);

const ofAction = sql`coupon.account_id = action.account_id and coupon.campaign_action_id = action.id
  and coupon.active_status = 'active'`;

/** SQL over campaign actions `action`: the coupon of the action's first letter as JSON, null where it has none. */
export const couponOfAction = sql`(select ${TERMS} from coupons coupon where ${ofAction} order by coupon.variant limit 1)`;

/** SQL over campaign actions `action`: its coupons by other letters, in the order of the alphabet. */
export const otherCouponsOfAction = sql`coalesce((select jsonb_agg(o.terms order by o.variant)
  from (select ${TERMS} as terms, coupon.variant from coupons coupon where ${ofAction} order by coupon.variant offset 1) o), '[]')`;

/** SQL over coupons `coupon`: the letter, where the action has, or had, several. */
export const variantOfCoupon = (accountId: RawBuilder<unknown>): RawBuilder<Variant | null> =>
  sql<Variant | null>`case when exists (select from coupons other_coupon
    where other_coupon.account_id = ${accountId} and other_coupon.campaign_action_id = coupon.campaign_action_id
      and other_coupon.variant <> coupon.variant) then coupon.variant end`;

/** SQL over coupons `coupon`: of several of an action the one of this letter; the first, where the guest got it while there was one. */
export const isOfVariant = (
  accountId: RawBuilder<unknown>,
  assignedVariant: RawBuilder<Variant | null>,
): RawBuilder<boolean> =>
  sql<boolean>`(${variantOfCoupon(accountId)} is null or coalesce(coupon.variant = ${assignedVariant},
    not exists (select from coupons other_coupon
      where other_coupon.account_id = ${accountId} and other_coupon.campaign_action_id = coupon.campaign_action_id
        and other_coupon.active_status = 'active' and other_coupon.variant < coupon.variant)))`;

/** The coupons of an action that a send gives, by their letters. */
export function couponsOfAction(tx: Tx, accountId: number, actionId: number): Promise<Coupon[]> {
  return couponsWhere(tx, accountId, sql`coupon.campaign_action_id = ${actionId} and coupon.active_status = 'active'`);
}

/** SQL over campaign actions `action`: somebody has the coupon of the action, or it was given out. */
export const couponWasIssued = sql<boolean>`exists (select from coupons coupon
  where coupon.account_id = action.account_id
    and coupon.campaign_action_id = action.id and coupon.issued_at is not null)`;

/** SQL over an acquisition: the code that the guest got with it, null where the coupon has no pool. */
export const codeOf = (of: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select coupon_code.code
    from coupon_codes coupon_code
    where coupon_code.account_id = ${of}.account_id
      and coupon_code.acquire_coupon_id = ${of}.id)`;

/** SQL over coupons `coupon`: nobody can be given it any more: it was taken out of use, or its last day of booking or of staying is over. */
export const endedOn = (today: CalendarDate): RawBuilder<boolean> =>
  sql<boolean>`(coupon.active_status = 'inactive'
    or coalesce(least(coupon.stay_end_date, coupon.reservation_end_date) < ${today}::date, false))`;

/** SQL over coupons `coupon` and what a guest has of it (`of`: its `valid_until`): the last night. */
export const lastNight = (of: RawBuilder<unknown>): RawBuilder<CalendarDate | null> =>
  sql<CalendarDate | null>`least(coupon.stay_end_date, ${of}.valid_until)`;

/** As above: the last day on which anything can be begun with it. The domain's twin is `lastCouponDay` of coupons/valid-until. */
export const lastCouponDaySql = (of: RawBuilder<unknown>): RawBuilder<CalendarDate | null> =>
  sql<CalendarDate | null>`least(coupon.reservation_end_date, coupon.stay_end_date, ${of}.valid_until)`;

/** As above: it is over for its guest on the day. */
export const overOn = (today: EvaluationDay, of: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(coupon.active_status = 'inactive' or coalesce(${lastCouponDaySql(of)} < ${today}::date, false))`;

/** SQL over coupons `coupon`: how often these guests (SQL of ids) have used it for the occasion of what they have (`of`). */
export const timesUsed = (whose: RawBuilder<number>, of: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select count(*)::int
    from use_coupon_cases coupon_use
    left join acquire_coupons used_acquired on used_acquired.account_id = coupon_use.account_id
      and used_acquired.id = coupon_use.acquire_coupon_id
    where coupon_use.account_id = coupon.account_id
      and coupon_use.coupon_id = coupon.id and coupon_use.customer_id in ${whose} and coupon_use.cancel_date is null
      and coalesce(used_acquired.occasion, '') = coalesce(${of}.occasion, ''))`;

/**
 * SQL over coupons `coupon` and what a guest has of it (`of`): it can still be used on the day by who has used it so often. Limits of all
 * guests together are not asked.
 */
export const usableOn = (
  today: EvaluationDay,
  times: RawBuilder<number>,
  of: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql<boolean>`(not ${overOn(today, of)} and (coupon.use_times_limit is null or coupon.use_times_limit > ${times}))`;

/**
 * SQL over acquisitions `of`: these guests (SQL of ids) have another one of the coupon for the same occasion, since two who had it became
 * one, and it lasts longer, or as long and is older. Limits count for both together.
 */
export const isDoubled = (of: RawBuilder<unknown>, whose: RawBuilder<number>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from acquire_coupons better_acquired
    where better_acquired.account_id = ${of}.account_id and better_acquired.coupon_id = ${of}.coupon_id
      and better_acquired.customer_id in ${whose} and better_acquired.active_status = 'active'
      and better_acquired.occasion = ${of}.occasion
      and (coalesce(better_acquired.valid_until, 'infinity'), -better_acquired.id) > (coalesce(${of}.valid_until, 'infinity'), -${of}.id))`;

/** SQL over uses `coupon_use` and reservations `reservation`: an engine used it for a booking of this code that had not arrived. */
export const usedByCode: RawBuilder<boolean> = sql<boolean>`coupon_use.account_id = reservation.account_id
    and coupon_use.stay_reservation_id is null and coupon_use.facility_account_id = reservation.facility_account_id
    and coupon_use.reservation_code = reservation.original_reservation_code`;

/** SQL over reservations `reservation`: it is what its code means at the facility, being the newest one of those that are in force. */
export const answersToItsCode: RawBuilder<boolean> = sql<boolean>`(reservation.active_status = 'active'
    and not exists (select from stay_reservations newer_reservation
      where newer_reservation.account_id = reservation.account_id
        and newer_reservation.facility_account_id = reservation.facility_account_id
        and newer_reservation.original_reservation_code = reservation.original_reservation_code
        and newer_reservation.active_status = 'active' and newer_reservation.id > reservation.id))`;

/**
 * SQL: the uses that are shown as the guest's: the guest's own, and those of a booking engine for the guest's booking that named nobody
 * (docs/adr/0128). Each branch has its index.
 */
export function couponUsesSql(accountId: number, customerId: number): RawBuilder<number> {
  const whose = idsOfCustomer(accountId, customerId);
  const nobodys = sql`coupon_use.account_id = ${accountId} and coupon_use.customer_id is null`;
  return sql<number>`(
    select coupon_use.id
    from use_coupon_cases coupon_use
    where coupon_use.account_id = ${accountId} and coupon_use.customer_id in ${whose}
    union all
    select coupon_use.id
    from stay_reservations reservation
    join use_coupon_cases coupon_use on coupon_use.account_id = reservation.account_id
      and coupon_use.stay_reservation_id = reservation.id and ${nobodys}
    where reservation.account_id = ${accountId} and reservation.customer_id in ${whose}
    union all
    select coupon_use.id
    from stay_reservations reservation
    join use_coupon_cases coupon_use on ${usedByCode} and ${nobodys}
    where reservation.account_id = ${accountId} and reservation.customer_id in ${whose} and ${answersToItsCode}
  )`;
}

export type Coupon = {
  id: number;
  campaign_action_id: number | null;
  terms: CouponTerms & WithVariants;
  state: "draft" | "issued" | "ended";
  acquired: number;
  used: number;
  /** Codes of its pool, those that nobody has yet, and how few of them staff want to be told of. */
  code_count: number;
  codes_left: number;
  codes_alarm_at: number | null;
};

const STATE = sql`case when coupon.active_status = 'inactive' then 'ended' when coupon.issued_at is null then 'draft' else 'issued' end`;

/** Coupons of the programme that meet the condition over `coupon`, the newest first. */
export function couponsWhere(tx: Tx, accountId: number, condition: RawBuilder<unknown>): Promise<Coupon[]> {
  return tx.all<Coupon>`select coupon.id, coupon.campaign_action_id, ${TERMS} as terms, ${STATE} as state,
      coalesce(counter.acquired_count, 0) as acquired, coalesce(counter.used_count, 0) as used,
      coalesce(counter.code_count, 0) as code_count, coalesce(counter.codes_left, 0) as codes_left, coupon.codes_alarm_at
    from coupons coupon
    left join coupon_counters counter on counter.account_id = coupon.account_id and counter.coupon_id = coupon.id
    where coupon.account_id = ${accountId} and ${condition}
    order by coupon.id desc`;
}

/** Whether nobody can be given it any more. */
export async function couponHasEnded(
  tx: Tx,
  accountId: number,
  couponId: number,
  today: CalendarDate,
): Promise<boolean> {
  const { ended } = await tx.one<{ ended: boolean }>`select ${endedOn(today)} as ended
    from coupons coupon
    where coupon.account_id = ${accountId} and coupon.id = ${couponId}`;
  return ended;
}

/**
 * The coupon with its counter locked until the transaction ends, read after all earlier holders of the lock have committed. This lock is
 * what keeps the limits under parallel uses. Undefined: the programme has none with this id.
 */
export async function lockCoupon(tx: Tx, accountId: number, couponId: number): Promise<Coupon | undefined> {
  await tx.run`select from coupon_counters where account_id = ${accountId} and coupon_id = ${couponId} for update`;
  const [coupon] = await couponsWhere(tx, accountId, sql`coupon.id = ${couponId}`);
  return coupon;
}
