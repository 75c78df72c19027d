import type { CalendarDate } from "../calendar-date.ts";
import { toEpochDay } from "../calendar-date.ts";
import { type DateOrder, readDate } from "./read-date.ts";

const TIME =
  /^(\d{4}[-/]\d{1,2}[-/]\d{1,2}|.{6,20}?)(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)? ?(Z|[+-]\d{2}:?\d{2})?$/;

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined) return 9 * 60; // hotel systems write local time
  if (zone === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  return (zone.startsWith("-") ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

/** A date with time as ISO 8601 UTC with milliseconds; without a zone it is Japan's time, without a time midnight. */
export function readTimestamp(text: string, order: DateOrder | null = null): string | "order_open" | undefined {
  const match = TIME.exec(text.normalize("NFKC").trim());
  if (!match) return undefined;
  const date: CalendarDate | "order_open" | undefined = readDate(match[1] ?? "", order);
  if (date === "order_open") return date;
  const [hour, minute, second] = [Number(match[2] ?? 0), Number(match[3] ?? 0), Number(match[4] ?? 0)];
  const offset = offsetMinutes(match[6]);
  if (date === undefined || hour > 23 || minute > 59 || second > 59 || Math.abs(offset) > 14 * 60) return undefined;
  const milliseconds = Number((match[5] ?? "").padEnd(3, "0").slice(0, 3));
  const minutes = toEpochDay(date) * 1440 + hour * 60 + minute - offset;
  return new Date((minutes * 60 + second) * 1000 + milliseconds).toISOString();
}
