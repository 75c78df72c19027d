import { type CalendarDate, dayOfMonth, dayOfWeek } from "@okaeri/domain/calendar-date";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CalendarLine } from "../../../parts/campaigns/runs/lines.ts";
import { formatDayInWords, formatMonth, weekdayName } from "../../../ui/format.ts";
import { useHolidayName } from "../schedule/holiday.ts";
import { RunButton } from "../schedule/RunButton.tsx";
import styles from "./calendar.module.css";
import { dayAfterKey, type Month, monthOfDay } from "./month.ts";

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
/** Of a day so many are named; the rest is one press further. */
const NAMED = 4;

export type ShownMonth = {
  month: Month;
  today: CalendarDate;
  /** Undefined while they are loading. */
  days: ReadonlyMap<string, CalendarLine[]> | undefined;
  onDay: (day: CalendarDate) => void;
  onLine: (line: CalendarLine) => void;
};
type MonthGridProps = ShownMonth & { weeks: CalendarDate[][]; onMonth: (month: Month) => void };

/** A month as a table. The arrow keys go from day to day and on into the months beside, Enter opens the day. */
export function MonthGrid({ month, today, days, weeks, onDay, onLine, onMonth }: MonthGridProps) {
  const { t } = useTranslation("campaigns");
  const holiday = useHolidayName();
  const table = useRef<HTMLTableElement>(null);
  const [chosen, setChosen] = useState<CalendarDate>();
  const first = weeks.flat().find((day) => monthOfDay(day) === month);
  const inMonth = (day: CalendarDate | undefined) => day !== undefined && monthOfDay(day) === month;
  const focused = [chosen, today].find(inMonth) ?? first;
  useEffect(() => {
    if (chosen && monthOfDay(chosen) === month)
      table.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus();
  }, [chosen, month]);
  const move = (event: KeyboardEvent, day: CalendarDate) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return onDay(day);
    }
    const next = dayAfterKey(event.key, day);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    if (monthOfDay(next) !== month) onMonth(monthOfDay(next));
  };
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go through its days, as in any calendar
      role="grid"
      className={styles.month}
      aria-label={formatMonth(month)}
      aria-busy={days === undefined}
    >
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" data-weekday={weekday}>
              {weekdayName(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const lines = days?.get(day) ?? [];
              const celebrated = holiday(day);
              const says = [formatDayInWords(day), celebrated, t("calendar.runs", { count: lines.length })];
              return (
                <td
                  key={day}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a day of the grid
                  role="gridcell"
                  data-day={day}
                  data-weekday={celebrated ? 0 : dayOfWeek(day)}
                  data-outside={monthOfDay(day) !== month}
                  data-quiet={lines.length === 0}
                  aria-current={day === today ? "date" : undefined}
                  aria-label={says.filter((part) => part !== null).join(" ")}
                  tabIndex={day === focused ? 0 : -1}
                  onKeyDown={(event) => move(event, day)}
                >
                  <span className={styles.day}>
                    <time dateTime={day}>{dayOfMonth(day)}</time>
                    {celebrated ? <small title={celebrated}>{celebrated}</small> : null}
                  </span>
                  {days === undefined ? <span className={styles.skeleton} /> : null}
                  {lines.slice(0, NAMED).map((line) => (
                    <RunButton key={line.key} line={line} onOpen={onLine} narrow />
                  ))}
                  {lines.length > NAMED ? (
                    <button type="button" className={styles.more} tabIndex={-1} onClick={() => onDay(day)}>
                      {t("calendar.more", { count: lines.length - NAMED })}
                    </button>
                  ) : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
