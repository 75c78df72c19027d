import { addDays, addMonths, type CalendarDate, lastDayOfMonth } from "../calendar-date.ts";

// Terms that are counted from the day on which a guest gets the coupon. Days are days in Asia/Tokyo; the last one belongs to it.

/** The Coupon's own columns beside the entity's dates; at most one of them is set. */
export interface RelativeEnd {
  /** So many days after the acquisition. */
  valid_days_from_acquire: number | null;
  /** To the end of the month that lies so many months after the acquisition's; 0 is that month itself. */
  valid_months_from_acquire: number | null;
}

export const MAX_VALID_DAYS = 3_650;
export const MAX_VALID_MONTHS = 120;

/**
 * Last night of what is acquired on that day; null = the coupon's own dates alone end it. Months are those of the occasion where that is
 * still to come (`occasionOn`): what is given two weeks before a birthday is for the birthday's month.
 */
export function validUntil(
  terms: RelativeEnd,
  acquiredOn: CalendarDate,
  occasionOn: CalendarDate | null = null,
): CalendarDate | null {
  const { valid_days_from_acquire: days, valid_months_from_acquire: months } = terms;
  if (days !== null) return addDays(acquiredOn, days);
  const from = occasionOn !== null && occasionOn > acquiredOn ? occasionOn : acquiredOn;
  return months === null ? null : lastDayOfMonth(addMonths(from, months));
}

/** The earliest of these days; null = none of them ends anything. */
export function earliest(...days: readonly (CalendarDate | null)[]): CalendarDate | null {
  return days.reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null);
}

type Dates = { reservation_end_date: CalendarDate | null; stay_end_date: CalendarDate | null };

/**
 * The last day on which anything can be begun with a coupon that ends so for its guest (`until`: see validUntil; null for a code that
 * everybody has). SQL's twin is `lastCouponDaySql` of the server's coupons.
 */
export function lastCouponDay({ reservation_end_date, stay_end_date }: Dates, until: CalendarDate | null) {
  return earliest(reservation_end_date, stay_end_date, until);
}
