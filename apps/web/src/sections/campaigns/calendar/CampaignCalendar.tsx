import { ActionIcon, Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { calendarQuery } from "../../../parts/campaigns/runs/calendar.ts";
import { useCounted } from "../../../parts/campaigns/runs/expected.ts";
import { type CalendarLine, linesByDay } from "../../../parts/campaigns/runs/lines.ts";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatMonth } from "../../../ui/format.ts";
import { RunSheet } from "../schedule/RunSheet.tsx";
import text from "../text.module.css";
import { Agenda } from "./Agenda.tsx";
import styles from "./calendar.module.css";
import { DayDialog } from "./DayDialog.tsx";
import { MonthGrid } from "./MonthGrid.tsx";
import { type Month, monthAfter, monthOfDay, weeksOf } from "./month.ts";

type CampaignCalendarProps = { month: Month; today: string; onMonth: (month: Month) => void };

/** A month of what runs by itself: what comes, what went out, and what did not. */
export function CampaignCalendar({ month, today, onMonth }: CampaignCalendarProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const phone = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  const [open, setOpen] = useState<{ day?: CalendarDate; line?: CalendarLine }>({});
  const weeks = weeksOf(month);
  const shown = weeks.flat();
  const { data, isError, error, refetch } = useQuery(calendarQuery(shown[0] ?? today, shown.at(-1) ?? today));
  const items = useCounted(data?.items ?? []);
  const days = data && linesByDay(items);
  const empty = days !== undefined && ![...days.keys()].some((day) => monthOfDay(day) === month);
  const show = { month, today: calendarDate(today), days, onDay: (day: CalendarDate) => setOpen({ day }), onLine };
  function onLine(line: CalendarLine) {
    setOpen((before) => ({ ...before, line }));
  }
  return (
    <Card
      flush
      title={<span aria-live="polite">{formatMonth(month)}</span>}
      aside={
        <>
          <Button size="xs" disabled={month === monthOfDay(today)} onClick={() => onMonth(monthOfDay(today))}>
            {t("calendar.thisMonth")}
          </Button>
          {([-1, 1] as const).map((step) => (
            <ActionIcon
              key={step}
              size={30}
              aria-label={t(step === -1 ? "calendar.before" : "calendar.after")}
              onClick={() => onMonth(monthAfter(month, step))}
            >
              {step === -1 ? <IconChevronLeft size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
            </ActionIcon>
          ))}
        </>
      }
    >
      {isError ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <>
          {empty ? <p className={`${styles.empty} ${text.quiet}`}>{t("calendar.empty")}</p> : null}
          {phone ? <Agenda {...show} /> : <MonthGrid {...show} weeks={weeks} onMonth={onMonth} />}
        </>
      )}
      {open.day && days ? (
        <DayDialog day={open.day} lines={days.get(open.day) ?? []} onLine={onLine} onClose={() => setOpen({})} />
      ) : null}
      {open.line ? (
        <RunSheet line={open.line} onClose={() => setOpen(({ day }) => (day === undefined ? {} : { day }))} />
      ) : null}
    </Card>
  );
}
