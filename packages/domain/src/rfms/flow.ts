import { addDays, type CalendarDate, calendarDate, monthOf, parseDate, yearOf } from "../calendar-date.ts";
import { FLOW_FORM } from "./flow-form.ts";

// Guests who were in one place of an RFM on one evening and in another on a later one.

/** A group by its id; `none` scored and in no group; `unscored` no longer or not then scored; `new` scored for the first time since. */
export type FlowPosition = number | "none" | "unscored" | "new";
export type Flow = { rfmId: number; from: CalendarDate; to: CalendarDate; was: FlowPosition; is: FlowPosition };

/** A flow as an address names it: `4.2026-09-30.2026-11-20.12.none`. */
export function flowCode({ rfmId, from, to, was, is }: Flow): string {
  return [rfmId, from, to, was, is].join(".");
}

/** Undefined for what is no flow: other words, a day that does not exist, days the wrong way round. */
export function parseFlow(text: string): Flow | undefined {
  const [, rfmId = "", first = "", last = "", was = "", is = ""] = FLOW_FORM.exec(text) ?? [];
  const [from, to] = [parseDate(first), parseDate(last)];
  if (!from || !to || from > to || from < "1900-01-01" || to > "2999-12-31") return undefined;
  return { rfmId: Number(rfmId), from, to, was: flowPosition(was), is: flowPosition(is) };
}

/** A place as its text names it; only of a text that fits. */
export function flowPosition(text: string): FlowPosition {
  return text === "none" || text === "unscored" || text === "new" ? text : Number(text);
}

export function isFlow(text: string): boolean {
  return parseFlow(text) !== undefined;
}

/** The last day of the calendar quarter before this one. */
export function endOfLastQuarter(today: CalendarDate): CalendarDate {
  const first = 3 * Math.floor((monthOf(today) - 1) / 3) + 1;
  const year = String(yearOf(today)).padStart(4, "0");
  return addDays(calendarDate(`${year}-${String(first).padStart(2, "0")}-01`), -1);
}
