import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { stayState } from "@okaeri/domain/stays/derived-state";
import type { ReservationRow } from "./customer-histories.queries.ts";
import type { CustomerDetailRow, CustomerRow } from "./customers.queries.ts";

/** The detail: the list's row and what is shown beyond it. */
export function customerDetail(row: CustomerRow, detail: CustomerDetailRow, page_actions: string[]) {
  return { ...row, ...detail, created_at: detail.created_at.toISOString(), page_actions };
}

/** A reservation with its state derived from the dates (product §4). */
export function reservationItem({ is_no_show, confirmed, ...row }: ReservationRow, today: CalendarDate) {
  const state = stayState(
    {
      check_in_date: calendarDate(row.check_in_date),
      check_out_date: calendarDate(row.check_out_date),
      cancel_date: row.cancel_date === null ? null : calendarDate(row.cancel_date),
      confirmed,
    },
    today,
  );
  // The source may already call it a no-show while its dates still run.
  return { ...row, state: is_no_show && state !== "cancelled" && !confirmed ? ("no_show" as const) : state };
}
