import { useTranslation } from "react-i18next";
import { Card } from "../../ui/Card.tsx";
import { formatCount, formatDate } from "../../ui/format.ts";
import { useCondition } from "./RankTableCard.tsx";
import type { Rank } from "./ranks.api.ts";
import styles from "./ranks.module.css";

/** A changed definition that waits for its day. */
export function RankComingCard({ coming }: { coming: NonNullable<Rank["coming"]> }) {
  const { t } = useTranslation("ranks");
  const conditionOf = useCondition(coming.definition);
  return (
    <Card title={t("coming", { day: formatDate(coming.valid_from) })}>
      <p>
        {t(`definition.${coming.definition}`, {
          base: formatCount(coming.base_month, "months"),
          active: formatCount(coming.active_month, "months"),
        })}
      </p>
      <ul className={styles.coming}>
        {coming.details.map((tier) => (
          <li key={tier.id}>{t("comingTier", { name: tier.name, condition: conditionOf(tier) })}</li>
        ))}
      </ul>
    </Card>
  );
}
