import type { ScheduleFields } from "@okaeri/domain/campaigns/schedule/schedule";
import { useTranslation } from "react-i18next";
import { formatCount, formatDateTime, formatDateWithWeekday, formatMoment } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import type { NextRunsAnswer as Answer } from "../campaigns.api.ts";
import { useEditor } from "../editor/editor-context.ts";
import text from "../text.module.css";
import { usePeriodText } from "./period-text.ts";
import { useNextRuns } from "./use-next-runs.ts";
import { useRunPeople } from "./use-run-people.ts";
import styles from "./when.module.css";

/** The next runs of a schedule with what meets them, or plainly that none comes. */
export function NextRuns({ schedule }: { schedule: ScheduleFields | null }) {
  const { t } = useTranslation("campaigns");
  const { draft } = useEditor();
  const { data, runs, cut, isError } = useNextRuns(schedule);
  const peopleOn = useRunPeople();
  const period = usePeriodText();
  if (schedule === null) return null;
  if (data === undefined)
    return (
      <p className={text.quiet} role="status">
        {t(isError ? "when.next.failed" : "when.next.counting")}
      </p>
    );
  if (data.problem)
    return (
      <p className={text.error} role="alert">
        {t("when.next.never")}
        {data.problem.code === "never" ? t("problem.line", { message: data.problem.message }) : null}
      </p>
    );
  const { campaign_start_dt: start, campaign_end_dt: end } = draft;
  if (runs.length === 0)
    return (
      <p className={text.error} role="alert">
        {t("when.next.outside", { period: period(start, end) })}
      </p>
    );
  return (
    <section className={styles.next} aria-label={t("when.next.title")}>
      <header>
        <h3>{t("when.next.title")}</h3>
      </header>
      <ol>
        {runs.map((run) => (
          <li key={run.at}>
            {formatMoment(run.at)} {peopleText(run.at)}{" "}
            {run.holiday === null ? null : <Tag kind="neutral">{run.holiday}</Tag>}
            {run.quiet ? <small>{quietText(run, data.quiet_hours)}</small> : null}
          </li>
        ))}
      </ol>
      {cut ? <p className={text.quiet}>{t("when.next.end", { end: formatDateWithWeekday(end ?? "") })}</p> : null}
      {!cut && runs.length < MOST ? <p className={text.quiet}>{t("when.next.all", { count: runs.length })}</p> : null}
    </section>
  );

  function peopleText(at: string) {
    const n = peopleOn(at);
    return n === null ? null : <span>{t("runs.about", { n: formatCount(n, "people") })}</span>;
  }

  function quietText({ at }: Answer["runs"][number], hours: Answer["quiet_hours"]): string {
    if (hours === null) return t("when.next.quietPlain");
    const time = formatDateTime(at).slice(-5);
    const until = plain(hours.until);
    const morning = hours.from > hours.until && time >= hours.from;
    return t("when.next.quiet", {
      from: plain(hours.from),
      until,
      at: t(morning ? "when.next.nextMorning" : "when.next.sameDay", { time: until }),
    });
  }
}

/** So many are asked for. */
const MOST = 10;
const plain = (time: string) => time.replace(/^0/, "");
