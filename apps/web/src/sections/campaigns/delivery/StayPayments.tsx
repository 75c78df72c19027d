import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { formatCount, formatDateTime } from "../../../ui/format.ts";
import { Tag, type TagKind } from "../../../ui/Tag.tsx";
import type { CampaignDetail } from "../campaigns.api.ts";
import { usePeriodText } from "../schedule/period-text.ts";
import text from "../text.module.css";
import styles from "./send.module.css";

const KINDS: Record<CampaignDetail["stay_payments"][number]["state"], TagKind> = {
  waiting: "neutral",
  running: "neutral",
  done: "success",
  refused: "danger",
};

/** What became of each request to pay older stays; nothing where nobody ever asked. */
export function StayPayments({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  const period = usePeriodText();
  if (campaign.stay_payments.length === 0) return null;
  return (
    <div className={styles.progress}>
      <Card title={t("pay.history")}>
        <ul className={styles.payments}>
          {campaign.stay_payments.map((payment) => (
            <li key={payment.id}>
              <Tag kind={KINDS[payment.state]}>{t(`pay.state.${payment.state}`)}</Tag>{" "}
              {t("pay.line", {
                period: period(payment.from, payment.to),
                stays: formatCount(payment.stays, "stays"),
                points: formatCount(payment.points, "points"),
              })}
              {payment.refused_because ? <p>{payment.refused_because}</p> : null}
              <p className={text.quiet}>
                {t("pay.by", { at: formatDateTime(payment.created_at), name: payment.created_by_name })}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
