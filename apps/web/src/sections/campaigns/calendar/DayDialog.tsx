import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { useTranslation } from "react-i18next";
import type { CalendarLine } from "../../../parts/campaigns/runs/lines.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { formatDayInWords } from "../../../ui/format.ts";
import { useHolidayName } from "../schedule/holiday.ts";
import { RunButton } from "../schedule/RunButton.tsx";
import styles from "../schedule/runs.module.css";
import text from "../text.module.css";

type DayDialogProps = {
  day: CalendarDate;
  lines: readonly CalendarLine[];
  onLine: (line: CalendarLine) => void;
  onClose: () => void;
};

/** All that happens on one day. */
export function DayDialog({ day, lines, onLine, onClose }: DayDialogProps) {
  const { t } = useTranslation("campaigns");
  const celebrated = useHolidayName()(day);
  return (
    <Dialog opened onClose={onClose} title={formatDayInWords(day)}>
      {celebrated ? <p>{celebrated}</p> : null}
      {lines.length === 0 ? <p className={text.quiet}>{t("calendar.nothing")}</p> : null}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.key}>
            <RunButton line={line} onOpen={onLine} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
