import { addMonths, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import type { PeriodPreset, PeriodSearch } from "./presets.ts";

export type Period = { from: string; to: string };

/** Calendar months each preset covers, the running one included. */
const MONTHS: Record<PeriodPreset, number> = { month: 1, quarter: 3, year: 12 };

export const DEFAULT_PRESET: PeriodPreset = "year";

function firstOfMonth(day: CalendarDate): CalendarDate {
  return calendarDate(`${day.slice(0, 7)}-01`);
}

/** From the first day of the preset's first month up to today. */
function presetPeriod(preset: PeriodPreset, today: string): Period {
  const to = calendarDate(today);
  return { from: addMonths(firstOfMonth(to), 1 - MONTHS[preset]), to };
}

/** What the URL asks for: two days of one's own (one alone is completed), else a preset. */
export function periodOf(search: PeriodSearch, today: string): Period {
  const { preset = DEFAULT_PRESET, from, to } = search;
  if (from === undefined && to === undefined) return presetPeriod(preset, today);
  const end = to ?? (from !== undefined && from > today ? from : today);
  return { from: from ?? presetPeriod(DEFAULT_PRESET, end).from, to: end };
}
