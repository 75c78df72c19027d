import { RFM_AXES, type RfmAxis, SCORES, type Score } from "@okaeri/domain/rfms/score";
import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { DataTable } from "../../ui/DataTable.tsx";
import { formatCount } from "../../ui/format.ts";
import { drawBars } from "../../ui/pictures/draw-bars.tsx";
import type { Column } from "../../ui/table-props.ts";
import { RfmFile } from "./RfmFile.tsx";
import { boundsOf } from "./rfm-draft.ts";
import type { Rfm } from "./rfms.api.ts";
import styles from "./rfms.module.css";
import { thresholdText } from "./threshold-text.ts";

const BEST_FIRST: Score[] = [...SCORES].reverse();

const INITIALS = { recency: "R", frequency: "F", monetary: "M" } as const;

/** What earns each score, in words, and how many guests have it. */
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
  const scored = rfm.customers_scored > 0;
  const countOf = (axis: RfmAxis, score: Score) => rfm.scores[axis].find((one) => one.score === score)?.count ?? 0;
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
      render: (score: Score) => (
        <span className={styles.scoreGuests}>
          <span>{thresholdText(t, axis, bounds[axis], score)}</span>
          {scored ? <strong className="num">{formatCount(countOf(axis, score), "people")}</strong> : null}
        </span>
      ),
    })),
  ];
  const bars = {
    unit: "people" as const,
    whole: rfm.customers_scored,
    bars: RFM_AXES.flatMap((axis) =>
      BEST_FIRST.map((score) => ({
        key: `${axis}${score}`,
        label: `${t(`map.score${INITIALS[axis]}`, { n: score })} ${thresholdText(t, axis, bounds[axis], score)}`,
        value: countOf(axis, score),
      })),
    ),
  };
  return (
    <Card
      flush
      title={t("thresholds.title")}
      aside={
        <RfmFile
          rfm={rfm}
          file="scores"
          title={t("thresholds.guests")}
          draw={(colour) => drawBars({ ...bars, percent: (n) => t("ui:percent", { n }) }, colour)}
        />
      }
    >
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
