import { calendarDate } from "@okaeri/domain/calendar-date";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { expectedQuery } from "../../../parts/campaigns/runs/expected.ts";
import type { CalendarLine } from "../../../parts/campaigns/runs/lines.ts";
import { useRunWords } from "../../../parts/campaigns/runs/run-words.ts";
import { Card } from "../../../ui/Card.tsx";
import { formatCount, tokyoDay } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import text from "../text.module.css";
import { useHolidayName } from "./holiday.ts";
import { RunButton } from "./RunButton.tsx";
import { RunSheet } from "./RunSheet.tsx";
import styles from "./runs.module.css";
import { comingLines, isAutomatic, timedActions } from "./timed.ts";

/** Runs that are told at first; more when somebody asks. */
const FEW = 3;

/** What a campaign will do by itself: its next runs, and whom triggers will meet today and within a week. */
export function ComingRuns({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const { trigger } = useRunWords();
  const holiday = useHolidayName();
  const [open, setOpen] = useState<CalendarLine>();
  const [all, setAll] = useState(false);
  const automatic = isAutomatic(campaign) && campaign.status !== "inactive";
  const { data: expected } = useQuery(expectedQuery(campaign.id, automatic));
  if (!automatic) return null;
  const triggers = timedActions(campaign).flatMap((action) =>
    action.trigger ? { ...action, trigger: action.trigger } : [],
  );
  const lines = comingLines(campaign, expected);
  const shown = all || lines.length <= FEW + 1 ? lines : lines.slice(0, FEW);
  const scheduled = timedActions(campaign).some(({ schedule }) => schedule !== null);
  return (
    <Card title={t("runs.coming")} note={campaign.status === "stopped" ? t("runs.whileStopped") : undefined}>
      {triggers.length === 0 ? null : (
        <ul className={styles.lines}>
          {triggers.map((action) => {
            const met = expected?.triggers.find(({ action_id }) => action_id === action.id);
            return (
              <li key={action.id} className={styles.trigger}>
                <span>
                  {t(`action.${action.type}.short`)} {trigger(action.trigger)} {action.trigger.time}
                </span>
                <span className={text.quiet}>
                  {met === undefined
                    ? expected === undefined && t("runs.counting")
                    : t("runs.meets", {
                        today: formatCount(met.today, "people"),
                        week: t(`runs.basis.${met.next_7_days === null ? "unknown" : met.basis}`, {
                          n: formatCount(met.next_7_days ?? 0, "people"),
                        }),
                      })}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {lines.length === 0 ? (
        scheduled && campaign.status === "active" ? (
          <p className={text.quiet}>{t("runs.noneComing")}</p>
        ) : null
      ) : (
        <ol className={styles.lines}>
          {shown.map((line) => {
            const celebrated = holiday(calendarDate(tokyoDay(line.at)));
            return (
              <li key={line.key}>
                <RunButton line={line} onOpen={setOpen} dated nameless>
                  {celebrated ? <Tag>{celebrated}</Tag> : null} {line.quiet ? <Tag>{t("runs.quiet")}</Tag> : null}
                </RunButton>
              </li>
            );
          })}
        </ol>
      )}
      {shown.length < lines.length ? (
        <button type="button" className={text.textLink} onClick={() => setAll(true)}>
          {t("runs.further", { count: lines.length })}
        </button>
      ) : null}
      {expected === undefined ? null : <p className={text.quiet}>{t("runs.leavesOut")}</p>}
      {open ? <RunSheet line={open} onClose={() => setOpen(undefined)} /> : null}
    </Card>
  );
}
