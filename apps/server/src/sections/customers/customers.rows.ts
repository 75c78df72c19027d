import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { reservationState } from "../stays/reservation-state.ts";
import type { CustomerReservationRow } from "./customer-histories.queries.ts";
import type { CustomerDetailRow, CustomerRow } from "./customers.queries.ts";

/** The detail: the list's row and what is shown beyond it. */
export function toCustomerDetail(row: CustomerRow, detail: CustomerDetailRow, page_actions: string[]) {
  return { ...row, ...detail, created_at: detail.created_at.toISOString(), page_actions };
}

/** A reservation with its state derived from the dates (product §4). */
export function toReservationItem({ is_no_show, confirmed, ...row }: CustomerReservationRow, today: CalendarDate) {
  return { ...row, state: reservationState({ ...row, is_no_show, confirmed }, today) };
}
