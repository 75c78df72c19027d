import i18next from "i18next";
import type { Areas } from "../i18n/areas.ts";

export { formatDate } from "./format-date.ts";

const number = new Intl.NumberFormat("ja-JP");
const compactIn = (language: string) =>
  new Intl.NumberFormat(language, { notation: "compact", maximumSignificantDigits: 3 });
const tokyoParts = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Asia/Tokyo",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** 12345 → 12,345 */
export function formatNumber(value: number): string {
  return number.format(value);
}

type Word<Key> = Key extends `${infer Unit}_other` ? Unit : never;
/** What figures are counted in; worded in `units`. */
export type Unit = Word<keyof Areas["units"]>;

/** What stands behind a figure: 人, 件, " stay", " stays". */
export function unitOf(unit: Unit | undefined, value: number): string {
  return unit === undefined ? "" : i18next.t(`units:${unit}`, { count: value });
}

/** 1,204件, 1 stay, 2 stays. */
export function formatCount(value: number, unit: Unit | undefined): string {
  return formatNumber(value) + unitOf(unit, value);
}

/** 12345 → 1.2万 (12.3K in English); for the axes of charts, where the exact figure stands in the tip and the table. */
export function formatCompact(value: number): string {
  return Math.abs(value) < 10_000 ? number.format(value) : compactIn(i18next.language).format(value);
}

/** 12345 → ¥12,345; negative amounts carry their sign before the yen mark. */
export function formatPrice(value: number): string {
  const text = i18next.t("ui:yen", { n: number.format(Math.abs(value)) });
  return value < 0 ? `-${text}` : text;
}

/** 2026-11-20 → 2026年11月20日(金) */
export function formatDateWithWeekday(day: string): string {
  const [y, m, d] = day.slice(0, 10).split("-");
  const weekday = new Date(`${day.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return i18next.t("ui:dateWithWeekday", { y, m, d, w: i18next.t("ui:weekdays").split(",")[weekday] });
}

/** A day within a sentence: 12月1日(火), of another year than this 2027年1月5日(火). */
export function formatDayInWords(day: string): string {
  const thisYear = tokyoDay(new Date().toISOString()).startsWith(day.slice(0, 4));
  const year = thisYear ? {} : ({ year: "numeric" } as const);
  return partName(
    { ...year, month: "long", day: "numeric", weekday: "short" },
    Date.parse(`${day.slice(0, 10)}T00:00:00Z`),
  );
}

/** A day on an axis: 12月1日, where it needs its year 2026年12月1日. */
export function formatAxisDay(day: string, withYear: boolean): string {
  const year = withYear ? ({ year: "numeric" } as const) : {};
  return partName({ ...year, month: "short", day: "numeric" }, Date.parse(`${day.slice(0, 10)}T00:00:00Z`));
}

/** A moment within a sentence: 12月1日(火) 10:00, in Asia/Tokyo. */
export function formatMoment(timestamp: string): string {
  return `${formatDayInWords(tokyoDay(timestamp))} ${formatDateTime(timestamp).slice(-5)}`;
}

/** 2026-11 or 2026-11-02 → 2026年11月 */
export function formatMonth(day: string): string {
  const [y, m] = day.split("-");
  return i18next.t("ui:month", { y, m });
}

/** An ISO timestamp → 2026年11月02日 14:05, in Asia/Tokyo whatever the browser's zone. */
export function formatDateTime(timestamp: string): string {
  const parts = Object.fromEntries(
    tokyoParts.formatToParts(new Date(timestamp)).map((part) => [part.type, part.value]),
  );
  return i18next.t("ui:dateTime", {
    y: parts.year,
    m: parts.month,
    d: parts.day,
    h: parts.hour,
    min: parts.minute,
  });
}

/** The time of day of an ISO timestamp in Asia/Tokyo: 14:05. */
export function formatTime(timestamp: string): string {
  return formatDateTime(timestamp).slice(-5);
}

/** When something was saved, beside its word: today 14:05, else with its day. */
export function formatSavedAt(timestamp: string): string {
  const isToday = tokyoDay(timestamp) === tokyoDay(new Date().toISOString());
  return isToday ? formatTime(timestamp) : formatDateTime(timestamp);
}

/** The Asia/Tokyo day of an ISO timestamp, YYYY-MM-DD. */
export function tokyoDay(timestamp: string): string {
  const parts = Object.fromEntries(
    tokyoParts.formatToParts(new Date(timestamp)).map((part) => [part.type, part.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}

/** 0 (Sunday) to 6 → 日, "Sun". */
export function weekdayName(weekday: number): string {
  // The first of November 2026 was a Sunday.
  return partName({ weekday: "short" }, Date.UTC(2026, 10, 1 + weekday));
}

/** 1 to 12 → 1月, "Jan". */
export function monthName(month: number): string {
  return partName({ month: "short" }, Date.UTC(2026, month - 1, 1));
}

function partName(part: Intl.DateTimeFormatOptions, at: number): string {
  return new Intl.DateTimeFormat(i18next.language, { ...part, timeZone: "UTC" }).format(at);
}
