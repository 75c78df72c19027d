import type { CalendarDate } from "../calendar-date.ts";
import { addDays, compareDates } from "../calendar-date.ts";
import type { PointExpirationType } from "../enumerations.ts";

// specification §9, point expiration type. The last valid day is inclusive; days are days in Asia/Tokyo.

/** Longest period that may be set, days (100 years). */
export const MAX_EXPIRATION_DAYS = 36_500;

export interface ExpirationRule {
  expiration_type: PointExpirationType;
  expiration_days_from_grant: number | null;
  expiration_days_from_last_stay: number | null;
  expiration_date: CalendarDate | null;
}

export type ExpirationErrorCode = "required" | "out_of_range" | "already_expired";
export interface ExpirationError {
  path: "expiration_days_from_grant" | "expiration_days_from_last_stay" | "expiration_date";
  code: ExpirationErrorCode;
}

function daysErrors(path: ExpirationError["path"], days: number | null): ExpirationError[] {
  if (days === null) return [{ path, code: "required" }];
  const fits = Number.isInteger(days) && days >= 0 && days <= MAX_EXPIRATION_DAYS;
  return fits ? [] : [{ path, code: "out_of_range" }];
}

/** What is missing or wrong in a rule; empty = usable. */
export function expirationErrors(rule: ExpirationRule): ExpirationError[] {
  switch (rule.expiration_type) {
    case "none":
      return [];
    case "date":
      return rule.expiration_date === null ? [{ path: "expiration_date", code: "required" }] : [];
    case "days_from_grant":
      return daysErrors("expiration_days_from_grant", rule.expiration_days_from_grant);
    case "days_from_last_stay":
      return daysErrors("expiration_days_from_last_stay", rule.expiration_days_from_last_stay);
  }
}

/** What makes every grant of a rule dead when none comes before `firstGrant`; empty = some can be used. */
export function deadFromTheStart(rule: ExpirationRule, firstGrant: CalendarDate): ExpirationError[] {
  const dead = rule.expiration_type === "date" && isExpired(rule.expiration_date, firstGrant);
  return dead ? [{ path: "expiration_date", code: "already_expired" }] : [];
}

/**
 * Last valid day of points granted on `grantDate`; null = they never expire. `lastStay` is the check-out day of the
 * last stay (null before any: counted from the grant). Throws RangeError for a rule that expirationErrors names.
 */
export function expiresOn(
  rule: ExpirationRule,
  grantDate: CalendarDate,
  lastStay: CalendarDate | null,
): CalendarDate | null {
  if (expirationErrors(rule).length > 0) throw new RangeError(`incomplete expiration rule: ${rule.expiration_type}`);
  switch (rule.expiration_type) {
    case "none":
      return null;
    case "date":
      return rule.expiration_date;
    case "days_from_grant":
      return addDays(grantDate, rule.expiration_days_from_grant ?? 0);
    case "days_from_last_stay":
      return addDays(lastStay ?? grantDate, rule.expiration_days_from_last_stay ?? 0);
  }
}

/** Whether points with that last valid day are gone on `today`. */
export function isExpired(lastDay: CalendarDate | null, today: CalendarDate): boolean {
  return lastDay !== null && lastDay < today;
}

/**
 * days_from_last_stay: the last valid day of points promised until `promised`, once these check-outs have rolled it (in any order). A
 * check-out counts while the points are still valid on it, so that a later one never wakes what expired before.
 */
export function rolledLastDay(promised: CalendarDate, days: number, checkOuts: readonly CalendarDate[]): CalendarDate {
  return [...checkOuts].sort(compareDates).reduce((lastDay, checkOut) => {
    if (checkOut > lastDay) return lastDay;
    const rolled = addDays(checkOut, days);
    return rolled > lastDay ? rolled : lastDay;
  }, promised);
}
