import { useTranslation } from "react-i18next";
import { formatCount, formatNumber, formatPrice } from "../../ui/format.ts";
import { StatTile } from "../../ui/StatTile.tsx";
import { Tag } from "../../ui/Tag.tsx";
import type { Overview } from "./reports.api.ts";
import styles from "./reports.module.css";

function sumOf<Row>(rows: readonly Row[], figure: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + figure(row), 0);
}

/** The figures of the period that one looks for first. */
export function ReportTiles({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation(["reports", "ui"]);
  if (overview === undefined) {
    return (
      <div className={styles.tiles} role="status" aria-label={t("ui:table.loading")}>
        {["a", "b", "c"].map((key) => (
          <span key={key} className={styles.bone} />
        ))}
      </div>
    );
  }
  const { campaigns, points, stays } = overview;
  const reached = sumOf(campaigns, ({ figures }) => figures?.reached ?? 0);
  return (
    <div className={styles.tiles}>
      <StatTile
        label={t("tiles.recipients")}
        value={formatCount(
          sumOf(campaigns, ({ figures }) => figures?.targets ?? 0),
          "people",
        )}
        note={<Tag kind="info">{t("tiles.reached", { n: formatCount(reached, "people") })}</Tag>}
      />
      <StatTile
        label={t("tiles.stays")}
        value={formatCount(
          sumOf(stays, (month) => month.stays),
          "items",
        )}
        note={<Tag kind="info">{formatPrice(sumOf(stays, (month) => month.use_price))}</Tag>}
      />
      <StatTile
        label={t("tiles.outstanding")}
        value={formatNumber(points.at(-1)?.outstanding ?? 0)}
        note={<Tag>{t("tiles.granted", { n: formatNumber(sumOf(points, (month) => month.granted)) })}</Tag>}
      />
    </div>
  );
}
