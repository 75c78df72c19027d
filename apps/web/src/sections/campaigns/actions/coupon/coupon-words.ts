import type { CouponEdit } from "@okaeri/contract/coupons";
import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { isGiven } from "@okaeri/domain/coupons/pool";
import { lastCouponDay, validUntil } from "@okaeri/domain/coupons/valid-until";
import { formatCount, formatDate, monthName, weekdayName } from "../../../../ui/format.ts";
import type { T } from "../kind.ts";

const joined = (t: T, words: readonly string[]) => words.join(t("condition.separator"));

/** When it ends, each way by itself; the first of them counts. Undefined while nobody has chosen. */
export function endWords(t: T, coupon: CouponEdit): string[] | undefined {
  const { stay_end_date: stay, reservation_end_date: book } = coupon;
  const { valid_days_from_acquire: days, valid_months_from_acquire: months } = coupon;
  const ends = [
    ...(stay === null ? [] : [t("ticket.end.stay", { date: formatDate(stay) })]),
    ...(book === null ? [] : [t("ticket.end.book", { date: formatDate(book) })]),
    ...(days === null ? [] : [t("ticket.end.days", { count: days })]),
    ...(months === null ? [] : [months === 0 ? t("ticket.end.thisMonth") : t("ticket.end.months", { count: months })]),
  ];
  if (ends.length > 0) return ends;
  return coupon.without_end ? [t("ticket.end.none")] : undefined;
}

/** Last day of what the next run gives, where it is counted from that day: 初回の配信分は2027年04月02日まで. */
export function firstEndWords(t: T, coupon: CouponEdit, firstRunOn: CalendarDate | null): string | undefined {
  const counted = firstRunOn === null || !isGiven(coupon) ? null : validUntil(coupon, firstRunOn);
  if (counted === null) return undefined;
  const dates = {
    reservation_end_date: coupon.reservation_end_date as CalendarDate | null,
    stay_end_date: coupon.stay_end_date as CalendarDate | null,
  };
  return t("what.firstUntil", { date: formatDate(lastCouponDay(dates, counted) ?? counted) });
}

/** How the folded fields stand, one line a group; what they leave open is said, too. */
export const FOLD_WORDS = {
  conditions: (t, coupon) => [
    coupon.use_condition > 0
      ? t("fold.says.atLeast", { yen: formatCount(coupon.use_condition, "yen") })
      : t("fold.says.anyPrice"),
    t(coupon.includes_free ? "coupon.says.free" : "coupon.says.notFree"),
  ],
  days: (t, { available_months: months, day_of_week: weekdays, unavailable_period: out, stay_start_date: from }) => [
    ...(from === null ? [] : [t("period.from", { start: formatDate(from) })]),
    ...(months.length + weekdays.length === 0
      ? [t("fold.says.everyMonthAndDay")]
      : [
          months.length === 0 ? t("fold.says.everyMonth") : months.map(monthName).join(t("fold.says.and")),
          weekdays.length === 0 ? t("fold.says.everyDay") : weekdays.map(weekdayName).join(t("fold.says.and")),
        ]),
    out.length === 0 ? t("fold.says.noDaysOut") : t("fold.says.daysOut", { count: out.length }),
  ],
  plans: (t, { plan_code: plans, discount_type: type, absolute_type, rate_type }) => [
    plans.length === 0 ? t("fold.says.everyPlan") : t("fold.says.plans", { plans: plans.join(t("fold.says.and")) }),
    t((type === "absolute" ? absolute_type : rate_type) === "plan" ? "fold.says.byPlan" : "fold.says.sameForAll"),
  ],
  together: (t, coupon) => [
    t(coupon.can_use_together ? "coupon.says.together" : "coupon.says.alone"),
    t(coupon.cancellation_includes_discount ? "coupon.says.feeAfter" : "coupon.says.feeBefore"),
  ],
  limits: (t, coupon) => [
    coupon.use_amount_limit === null
      ? t("fold.says.noLimit")
      : t("fold.says.inAll", { n: formatCount(coupon.use_amount_limit, "sheets") }),
    ...(coupon.acquire_amount_limit === null
      ? []
      : [t("fold.says.guests", { n: formatCount(coupon.acquire_amount_limit, "people") })]),
    coupon.use_times_limit === null
      ? t("fold.says.anyTimes")
      : t("fold.says.times", { n: formatCount(coupon.use_times_limit, "times") }),
    coupon.use_quantity_limit === null
      ? t("fold.says.anyQuantity")
      : t("fold.says.quantity", { n: formatCount(coupon.use_quantity_limit, "sheets") }),
  ],
} satisfies Record<string, (t: T, coupon: CouponEdit) => string[]>;

export type FoldName = keyof typeof FOLD_WORDS;

export const foldSays = (t: T, name: FoldName, coupon: CouponEdit) => joined(t, FOLD_WORDS[name](t, coupon));
