import { formatJa, parseDate, todayInTokyo } from "./calendar-date.ts";

/** A day as the screens show it (specification §3): 2026年01月05日, in English 2026-01-05. Nothing for no day. */
export function shownDate(day: string | null, language: "ja" | "en"): string {
  const date = parseDate(day ?? "");
  if (date === undefined) return "";
  return language === "ja" ? formatJa(date) : date;
}

/** An instant as the screens show it, day and minute in Asia/Tokyo: 2026年01月05日 09:07. Nothing for no instant. */
export function shownDateTime(instant: Date | null, language: "ja" | "en"): string {
  if (instant === null) return "";
  // Japan keeps no daylight saving time.
  const minute = new Date(instant.getTime() + 9 * 60 * 60 * 1000).toISOString().slice(11, 16);
  return `${shownDate(todayInTokyo(instant), language)} ${minute}`;
}

/** A month as the screens show it: 2026年01月, in English 2026-01. */
export function shownMonth(month: string, language: "ja" | "en"): string {
  return language === "ja" ? `${month.replace("-", "年")}月` : month;
}
