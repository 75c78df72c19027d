import { calendarDate, dayOfWeek } from "@okaeri/domain/calendar-date";
import { useTranslation } from "react-i18next";
import { formatDayInWords } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { useHolidayName } from "../schedule/holiday.ts";
import { RunButton } from "../schedule/RunButton.tsx";
import lines from "../schedule/runs.module.css";
import styles from "./calendar.module.css";
import type { ShownMonth } from "./MonthGrid.tsx";
import { monthOfDay } from "./month.ts";

/** A month on a phone: the days on which something happens, one beneath the other. */
export function Agenda({ month, today, days, onLine }: ShownMonth) {
  const { t } = useTranslation("campaigns");
  const holiday = useHolidayName();
  if (days === undefined)
    return (
      <div className={styles.agenda} aria-busy>
        {[55, 85, 70].map((width) => (
          <span key={width} className={styles.skeleton} style={{ width: `${width}%` }} />
        ))}
      </div>
    );
  const shown = [...days.keys()].filter((day) => monthOfDay(day) === month).sort();
  return (
    <div className={styles.agenda}>
      {shown.map((text) => {
        const day = calendarDate(text);
        const celebrated = holiday(day);
        return (
          <section key={day} aria-label={formatDayInWords(day)}>
            <h3 data-weekday={celebrated ? 0 : dayOfWeek(day)}>
              <time dateTime={day}>{formatDayInWords(day)}</time>
              {celebrated ? <small>{celebrated}</small> : null}
              {day === today ? <Tag kind="info">{t("calendar.today")}</Tag> : null}
            </h3>
            <ul className={lines.lines}>
              {(days.get(day) ?? []).map((line) => (
                <li key={line.key}>
                  <RunButton line={line} onOpen={onLine} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
