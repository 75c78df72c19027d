import { toEpochDay } from "../calendar-date.ts";
import { type DateOrder, readDate, splitDayAndTime } from "./read-date.ts";

/** Hotel systems write local time. */
const TOKYO_MINUTES = 9 * 60;

/** A date with time as ISO 8601 UTC with milliseconds; without a zone it is Japan's time, without a time midnight. */
export function readTimestamp(text: string, order: DateOrder | null = null): string | "order_open" | undefined {
  const parts = splitDayAndTime(text);
  if (parts === undefined) return undefined;
  const date = readDate(parts.day, order);
  if (date === undefined || date === "order_open") return date;
  const { hour, minute, second, millisecond, zone } = parts.time ?? MIDNIGHT;
  if (hour > 23) return undefined;
  const minutes = toEpochDay(date) * 1440 + hour * 60 + minute - (zone ?? TOKYO_MINUTES);
  return new Date((minutes * 60 + second) * 1000 + millisecond).toISOString();
}

const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0, zone: null };
