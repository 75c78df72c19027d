import { calendarDate } from "@okaeri/domain/calendar-date";
import { useTranslation } from "react-i18next";
import type { CalendarLine } from "../../../parts/campaigns/runs/lines.ts";
import { useRunWords } from "../../../parts/campaigns/runs/run-words.ts";
import { AppLink } from "../../../shell/AppLink.tsx";
import { useMay } from "../../../shell/use-may.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { formatDayInWords, formatMoment, tokyoDay } from "../../../ui/format.ts";
import { KeyValueList } from "../../../ui/SummaryStrip.tsx";
import { ChangeRun } from "./ChangeRun.tsx";
import { useHolidayName } from "./holiday.ts";
import { RunGuests } from "./RunGuests.tsx";
import styles from "./runs.module.css";

/** One run: of which campaign, when, what it does, for whom; and, by who may, another time for it or none. */
export function RunSheet({ line, onClose }: { line: CalendarLine; onClose: () => void }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const mayEdit = useMay("campaigns/edit");
  const words = useRunWords();
  const holiday = useHolidayName();
  const day = tokyoDay(line.at);
  const reason = line.actions.find((one) => one.reason !== null)?.reason;
  const types = [...new Set(line.actions.map(({ action_type }) => action_type))];
  const celebrated = holiday(calendarDate(day));
  return (
    <Dialog opened onClose={onClose} title={line.campaign_name || t("edit.unnamed")}>
      <div className={styles.sheet}>
        <KeyValueList
          items={[
            {
              label: t("runs.when"),
              value:
                line.kind === "trigger" && line.trigger
                  ? t("runs.triggerOn", { trigger: words.trigger(line.trigger), day: formatDayInWords(day) })
                  : formatMoment(line.at),
              note: [celebrated, line.quiet && line.kind === "schedule" ? t("runs.quietNote") : null]
                .filter((note) => note !== null)
                .join(t("ui:filter.separator")),
            },
            {
              label: t("runs.what"),
              value: types.map((type) => t(`action.${type}.short`)).join(t("audience.reasonSeparator")),
            },
            ...(line.kind === "missed"
              ? reason
                ? [{ label: t("runs.why"), value: reason }]
                : []
              : [{ label: t(line.kind === "done" ? "runs.got" : "runs.who"), value: <RunGuests line={line} /> }]),
          ]}
        />
        <p>
          <AppLink to={`/campaigns/${line.campaign_id}`} search={line.kind === "done" ? { tab: "results" } : {}}>
            {t(line.kind === "done" ? "runs.toResults" : "runs.toCampaign")}
          </AppLink>
        </p>
        {(line.kind === "schedule" || line.omitted) && mayEdit ? <ChangeRun line={line} /> : null}
      </div>
    </Dialog>
  );
}
