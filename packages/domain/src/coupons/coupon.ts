import { addDays, type CalendarDate, compareDates, dayOfWeek, monthOf } from "../calendar-date.ts";
import { SINGLE_VARIANT, type WithVariants } from "../campaigns/variants/variants.ts";
import type { AbsoluteType, CouponType, DiscountType, RateType } from "../enumerations.ts";
import { isRate, MAX_STAY_YEN } from "../money.ts";
import { isGiven } from "./pool.ts";
import { earliest, MAX_VALID_DAYS, MAX_VALID_MONTHS, type RelativeEnd, validUntil } from "./valid-until.ts";

/** Days that belong to it, both ends included. */
export interface DayRange {
  start: CalendarDate;
  end: CalendarDate;
}

/** The Coupon entity's fields (specification §3). Limits of null are none, lists that are empty mean all. */
export interface CouponTerms extends RelativeEnd {
  name: string;
  description: string;
  /** `code` is typed when booking, `acquire` is held by the guest. */
  type: CouponType;
  /** A send offers it, and guests take it themselves as long as there are any; of `acquire` alone. */
  taken_by_guest: boolean;
  /** Everybody's; where it is empty, each guest has one of the coupon's pool (./pool.ts). */
  code: string | null;
  /** Most guests who may get it. */
  acquire_amount_limit: number | null;
  /** Most coupons that are used in all. */
  use_amount_limit: number | null;
  /** Most uses of one guest. */
  use_times_limit: number | null;
  /** Most coupons for one reservation. */
  use_quantity_limit: number | null;
  /** Last day of booking. */
  reservation_end_date: CalendarDate | null;
  /** 1 to 12, of each night. */
  available_months: readonly number[];
  /** First and last night. */
  stay_start_date: CalendarDate | null;
  stay_end_date: CalendarDate | null;
  /** 0 (Sunday) to 6, of each night. */
  day_of_week: readonly number[];
  unavailable_period: readonly DayRange[];
  /** Least price of the reservation, yen. */
  use_condition: number;
  plan_code: readonly string[];
  /** Also for reservations that cost nothing. */
  includes_free: boolean;
  can_use_together: boolean;
  discount_type: DiscountType;
  /** `plan`: the figure is the booked plan's and is told with the use. */
  absolute_type: AbsoluteType | null;
  rate_type: RateType | null;
  /** Yen for each coupon. */
  discount_absolute: number | null;
  /** Percent with up to three decimals. */
  discount_rate: number | null;
  /** Most yen of one coupon; of rates only. */
  discount_limit: number | null;
  /** A cancellation fee is computed on the discounted price. */
  cancellation_includes_discount: boolean;
}

/** `without_end`: that it has no end was chosen; in force only where it has none. */
export type EndedTerms = CouponTerms & { without_end: boolean };

/** A coupon that takes nothing off yet and asks for nothing. */
export function blankCoupon() {
  return {
    name: "",
    description: "",
    type: "acquire" as CouponType,
    taken_by_guest: false,
    code: null as string | null,
    acquire_amount_limit: null as number | null,
    use_amount_limit: null as number | null,
    use_times_limit: null as number | null,
    use_quantity_limit: null as number | null,
    reservation_end_date: null as CalendarDate | null,
    available_months: [] as number[],
    stay_start_date: null as CalendarDate | null,
    stay_end_date: null as CalendarDate | null,
    valid_days_from_acquire: null as number | null,
    valid_months_from_acquire: null as number | null,
    without_end: false,
    day_of_week: [] as number[],
    unavailable_period: [] as DayRange[],
    use_condition: 0,
    plan_code: [] as string[],
    includes_free: false,
    can_use_together: false,
    discount_type: "absolute" as DiscountType,
    absolute_type: "action" as AbsoluteType | null,
    rate_type: null as RateType | null,
    discount_absolute: null as number | null,
    discount_rate: null as number | null,
    discount_limit: null as number | null,
    cancellation_includes_discount: false,
    ...(SINGLE_VARIANT as WithVariants),
  } satisfies EndedTerms;
}

/** Largest count of any limit. */
export const MAX_COUPONS = 10_000_000;
/** Most coupons of one use. */
export const MAX_QUANTITY = 100;
export const MAX_BLACKOUTS = 50;
/** The last day that any field takes. */
const LAST_NIGHT = "2999-12-31" as CalendarDate;
/** Without a first night so many years before the last are looked through. */
const SEARCHED_DAYS = 3_660;

/** Whether a night is one of the coupon's: period, months, weekdays and blackout days together. */
export function isCouponNight(terms: CouponTerms, night: CalendarDate): boolean {
  return nightFaults(terms, night).length === 0;
}

export type NightFault = "coupon_outside_period" | "coupon_other_month" | "coupon_other_weekday" | "coupon_blackout";

/** What keeps the coupon from a night. */
export function nightFaults(terms: CouponTerms, night: CalendarDate): NightFault[] {
  const { stay_start_date: from, stay_end_date: to, available_months: months, day_of_week: weekdays } = terms;
  const faults: NightFault[] = [];
  if ((from !== null && night < from) || (to !== null && night > to)) faults.push("coupon_outside_period");
  if (months.length > 0 && !months.includes(monthOf(night))) faults.push("coupon_other_month");
  if (weekdays.length > 0 && !weekdays.includes(dayOfWeek(night))) faults.push("coupon_other_weekday");
  if (terms.unavailable_period.some(({ start, end }) => start <= night && night <= end)) faults.push("coupon_blackout");
  return faults;
}

export type CouponErrorCode =
  | "required"
  | "end_not_chosen"
  | "out_of_range"
  | "before_start"
  | "only_for_rate"
  | "more_than_in_all"
  | "no_night_left"
  | "already_over"
  | "over_before_given"
  | "days_or_months"
  | "only_for_given"
  | "not_coupon_code";
export interface CouponError {
  path: string;
  code: CouponErrorCode;
}

/** Half-width letters and digits, with - and _ between: what a guest can say and a booking engine can type. */
export function isCouponCode(code: string): boolean {
  return /^[A-Za-z0-9]+(?:[-_]+[A-Za-z0-9]+)*$/.test(code);
}

/** What is missing, wrong or contradictory in a coupon's terms; empty = it can be given out. */
export function couponErrors(terms: CouponTerms): CouponError[] {
  const errors: CouponError[] = [];
  const add = (path: string, code: CouponErrorCode) => errors.push({ path, code });
  if (terms.name.trim() === "") add("name", "required");
  if (terms.type === "code" && terms.code && !isCouponCode(terms.code)) add("code", "not_coupon_code");
  for (const { path, code } of discountErrors(terms)) add(path, code);
  for (const path of ["use_times_limit", "use_quantity_limit"] as const) {
    const limit = terms[path];
    if (limit !== null && terms.use_amount_limit !== null && limit > terms.use_amount_limit)
      add(path, "more_than_in_all");
  }
  for (const [index, { start, end }] of terms.unavailable_period.entries())
    if (end < start) add(`unavailable_period.${index}.end`, "before_start");
  const { stay_start_date: from, stay_end_date: to, reservation_end_date: bookBy } = terms;
  if (from !== null && to !== null && to < from) add("stay_end_date", "before_start");
  else if (!hasNight(terms)) add(noNightAt(terms), "no_night_left");
  if (bookBy !== null && to !== null && bookBy > to) add("reservation_end_date", "out_of_range");
  return [...errors, ...relativeEndErrors(terms)];
}

function relativeEndErrors(terms: CouponTerms): CouponError[] {
  const errors: CouponError[] = [];
  for (const [path, least, most] of [
    ["valid_days_from_acquire", 1, MAX_VALID_DAYS],
    ["valid_months_from_acquire", 0, MAX_VALID_MONTHS],
  ] as const) {
    const span = terms[path];
    if (span === null) continue;
    // A code that everybody has is acquired by nobody: there is no day to count from.
    if (!isGiven(terms)) errors.push({ path, code: "only_for_given" });
    else if (!Number.isInteger(span) || span < least || span > most) errors.push({ path, code: "out_of_range" });
  }
  if (terms.valid_days_from_acquire !== null && terms.valid_months_from_acquire !== null)
    errors.push({ path: "valid_months_from_acquire", code: "days_or_months" });
  return errors;
}

function discountErrors(terms: CouponTerms): CouponError[] {
  if (terms.discount_type === "absolute") {
    const limit: CouponError[] =
      terms.discount_limit === null ? [] : [{ path: "discount_limit", code: "only_for_rate" }];
    const yen = terms.discount_absolute;
    if (terms.absolute_type === "plan") return limit;
    if (yen === null) return [...limit, { path: "discount_absolute", code: "required" }];
    return isDiscount(yen) ? limit : [...limit, { path: "discount_absolute", code: "out_of_range" }];
  }
  if (terms.rate_type === "plan") return [];
  if (terms.discount_rate === null) return [{ path: "discount_rate", code: "required" }];
  return isRate(terms.discount_rate) ? [] : [{ path: "discount_rate", code: "out_of_range" }];
}

/** Whole yen that one coupon may take off. */
export function isDiscount(yen: number): boolean {
  return Number.isSafeInteger(yen) && yen >= 1 && yen <= MAX_STAY_YEN;
}

const noNightAt = ({ stay_end_date: to }: CouponTerms) => (to === null ? "unavailable_period" : "stay_end_date");

/** Whether any day or term ends it. */
export function hasEnd(terms: CouponTerms): boolean {
  const { reservation_end_date, stay_end_date, valid_days_from_acquire, valid_months_from_acquire } = terms;
  return [reservation_end_date, stay_end_date, valid_days_from_acquire, valid_months_from_acquire].some(
    (end) => end !== null,
  );
}

/** An end is given, or none is chosen: a coupon is never without one because a field was left empty. */
export function endNotChosen(terms: EndedTerms): CouponError[] {
  return hasEnd(terms) || terms.without_end ? [] : [{ path: "without_end", code: "end_not_chosen" }];
}

/** What makes a coupon with valid terms useless: what is over today, or before it is given for the first time. */
export function overFromTheStart(terms: CouponTerms, today: CalendarDate, firstGiven: CalendarDate): CouponError[] {
  const { reservation_end_date: bookBy, stay_end_date: to } = terms;
  const over: CouponError[] = [];
  for (const [path, end] of [
    ["reservation_end_date", bookBy],
    ["stay_end_date", to],
  ] as const) {
    if (end === null || end >= firstGiven) continue;
    over.push({ path, code: end < today ? "already_over" : "over_before_given" });
  }
  if (over.some(({ path }) => path === "stay_end_date") || !hasNight(terms)) return over;
  if (!hasNight(from(terms, firstGiven))) return [...over, { path: noNightAt(terms), code: "no_night_left" }];
  const until = validUntil(terms, firstGiven);
  if (until !== null && !hasNight(from({ ...terms, stay_end_date: earliest(to, until) }, firstGiven)))
    over.push({ path: relativeField(terms), code: "no_night_left" });
  return over;
}

const relativeField = ({ valid_days_from_acquire: days }: RelativeEnd) =>
  days === null ? "valid_months_from_acquire" : "valid_days_from_acquire";

/** The nights of it that are left on that day. */
function from(terms: CouponTerms, day: CalendarDate): CouponTerms {
  const { stay_start_date: first } = terms;
  return { ...terms, stay_start_date: first !== null && first > day ? first : day };
}

/** Whether any night is left. */
function hasNight(terms: CouponTerms): boolean {
  const { stay_start_date: from, stay_end_date: to, unavailable_period: blackouts } = terms;
  if (from === null && to === null) return true;
  const last = to ?? LAST_NIGHT;
  let night = from ?? addDays(last, -SEARCHED_DAYS);
  // Blackout days are leapt over; between them a year and a week has every weekday of every month.
  while (compareDates(night, last) <= 0) {
    const within = blackouts.find(({ start, end }) => start <= night && night <= end);
    if (within === undefined && isCouponNight(terms, night)) return true;
    night = addDays(within?.end ?? night, 1);
  }
  return false;
}
