import { useTranslation } from "react-i18next";
import { formatCount, formatNumber, formatYen } from "../../ui/format.ts";
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
        {["a", "b", "c", "d"].map((key) => (
          <span key={key} className={styles.bone} />
        ))}
      </div>
    );
  }
  const { campaigns, points } = overview;
  const sales = sumOf(campaigns, (one) => one.use_price);
  return (
    <div className={styles.tiles}>
      <StatTile
        label={t("tiles.recipients")}
        value={formatCount(
          sumOf(campaigns, (one) => one.recipients),
          "people",
        )}
        note={<Tag kind="info">{t("tiles.mails", { count: sumOf(campaigns, (one) => one.mails_sent) })}</Tag>}
      />
      <StatTile
        label={t("tiles.reserved")}
        value={formatCount(
          sumOf(campaigns, (one) => one.reserved),
          "items",
        )}
        note={<Tag kind="info">{formatYen(sumOf(campaigns, (one) => one.reserved_price))}</Tag>}
      />
      <StatTile
        label={t("tiles.sales")}
        value={formatYen(sales)}
        note={
          <Tag kind={sales > 0 ? "kaki" : "neutral"}>
            {t("tiles.transacted", { count: sumOf(campaigns, (one) => one.transacted) })}
          </Tag>
        }
      />
      <StatTile
        label={t("tiles.outstanding")}
        value={formatNumber(points.at(-1)?.outstanding ?? 0)}
        note={<Tag>{t("tiles.granted", { n: formatNumber(sumOf(points, (month) => month.granted)) })}</Tag>}
      />
    </div>
  );
}
