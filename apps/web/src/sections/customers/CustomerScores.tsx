import { useTranslation } from "react-i18next";
import { useProgrammeLabel } from "../../parts/accounts/use-programme-label.ts";
import { Card } from "../../ui/Card.tsx";
import { formatCount, formatDate, formatPrice } from "../../ui/format.ts";
import { Tag } from "../../ui/Tag.tsx";
import styles from "./CustomerScores.module.css";
import type { CustomerDetail } from "./customers.api.ts";
import customers from "./customers.module.css";

/** The three scores with the figures behind them (product §7). */
export function CustomerScores({ customer }: { customer: CustomerDetail }) {
  const { t } = useTranslation(["customers", "ui"]);
  const named = useProgrammeLabel();
  const { rfm, rfm_group: group } = customer;
  if (rfm === null) {
    return (
      <Card title={named(t("rfm.title"))}>
        <p className={customers.quiet}>{t("rfm.none")}</p>
      </Card>
    );
  }
  const rows = [
    {
      label: t("rfm.recency"),
      value: rfm.recency_days === 0 ? t("rfm.recencyToday") : t("rfm.recencyValue", { count: rfm.recency_days }),
      score: rfm.recency_score,
    },
    {
      label: t("rfm.frequency"),
      value: formatCount(rfm.frequency_count, "stays"),
      score: rfm.frequency_score,
    },
    { label: t("rfm.monetary"), value: formatPrice(rfm.monetary_total), score: rfm.monetary_score },
  ];
  return (
    <Card
      title={named(t("rfm.title"))}
      note={
        <span className={customers.since}>
          {t("rfm.heldSince", { date: formatDate(rfm.scored_on), since: formatDate(rfm.held_since) })}
        </span>
      }
      aside={group ? <Tag kind="info">{group.name}</Tag> : undefined}
    >
      <dl className={styles.scores}>
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd className="num">{row.value}</dd>
            <dd className={styles.score}>
              <span className={styles.steps} role="img" aria-label={t("rfm.score", { n: row.score })}>
                {[1, 2, 3, 4, 5].map((step) => (
                  <span key={step} data-on={step <= row.score} />
                ))}
              </span>
              <strong className="num" aria-hidden="true">
                {row.score}
              </strong>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
