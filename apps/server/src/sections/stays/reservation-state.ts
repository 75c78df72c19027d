import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import type { StayState } from "@okaeri/domain/enumerations";
import { stayState } from "@okaeri/domain/stays/derived-state";

type ReportedState = {
  check_in_date: string;
  check_out_date: string;
  cancel_date: string | null;
  is_no_show: boolean;
  confirmed: boolean;
};

/** Where a stored reservation stands, derived from its dates (product §4). */
export function reservationState(row: ReportedState, today: CalendarDate): StayState {
  const state = stayState(
    {
      check_in_date: calendarDate(row.check_in_date),
      check_out_date: calendarDate(row.check_out_date),
      cancel_date: row.cancel_date === null ? null : calendarDate(row.cancel_date),
      confirmed: row.confirmed,
    },
    today,
  );
  // The source may already call it a no-show while its dates still run.
  return row.is_no_show && state !== "cancelled" && !row.confirmed ? "no_show" : state;
}
