import { RFM_AXES, SCORES, type Score } from "@okaeri/domain/rfms/score";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { formatCount } from "../../ui/format.ts";
import { boundsOf } from "./rfm-draft.ts";
import type { Rfm } from "./rfms.api.ts";
import styles from "./rfms.module.css";
import { thresholdText } from "./threshold-text.ts";

const BEST_FIRST: Score[] = [...SCORES].reverse();

/** What earns each score, in words. */
export function ThresholdsCard({ rfm }: { rfm: Rfm }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const bounds = boundsOf(rfm.details);
  const years = {
    recency: 0,
    frequency: rfm.frequency_aggregation_years,
    monetary: rfm.monetary_aggregation_years,
  };
  // Whoever is R1 stayed before the window began, so nothing of theirs is in it: a rule, and no missing figure.
  const firstDays = (bounds.recency[3] ?? 0) >= 365 * Math.max(years.frequency, years.monetary);
  const windowNote = firstDays
    ? t("thresholds.window", {
        days: formatCount(bounds.recency[3] ?? 0, "days"),
        years: formatCount(Math.max(years.frequency, years.monetary), "years"),
      })
    : undefined;
  const columns: Column<Score>[] = [
    {
      key: "score",
      title: t("thresholds.score"),
      width: 110,
      render: (score) => (
        <strong>
          {score === 5 ? t("thresholds.best", { n: score }) : score === 1 ? t("thresholds.worst", { n: score }) : score}
        </strong>
      ),
    },
    ...RFM_AXES.map((axis) => ({
      key: axis,
      title: t(`thresholds.${axis}.title`, { years: formatCount(years[axis], "years") }),
      render: (score: Score) => thresholdText(t, axis, bounds[axis], score),
    })),
  ];
  return (
    <Card flush title={t("thresholds.title")}>
      <DataTable
        caption={t("thresholds.caption")}
        columns={columns}
        rows={BEST_FIRST}
        rowKey={(score) => score}
        minWidth={640}
        empty={null}
      />
      {windowNote ? <p className={styles.windowNote}>{windowNote}</p> : null}
    </Card>
  );
}
