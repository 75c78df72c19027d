import type { CalendarDate } from "../calendar-date.ts";
import type { StayState } from "../enumerations.ts";

export interface StayFacts {
  check_in_date: CalendarDate;
  check_out_date: CalendarDate;
  cancel_date: CalendarDate | null;
  /** A StayTransaction exists: the stay happened and is settled. */
  confirmed: boolean;
}

/**
 * Where a stay stands on `today`. A reservation whose check-out day has passed without a confirmed stay is a no-show;
 * on the check-out day itself an unsettled guest is still in house.
 */
export function stayState(stay: StayFacts, today: CalendarDate): StayState {
  if (stay.cancel_date !== null) return "cancelled";
  if (stay.confirmed) return today < stay.check_out_date ? "in_house" : "checked_out";
  if (today < stay.check_in_date) return "reserved";
  return today <= stay.check_out_date ? "in_house" : "no_show";
}
