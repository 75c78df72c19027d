import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "../../../ui/Card.tsx";
import { formatMoment } from "../../../ui/format.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import text from "../text.module.css";
import styles from "./runs.module.css";

/** Runs that did not go out: when, why, and what one can do. */
export function MissedRuns({ campaign: { missed } }: { campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  if (missed.length === 0) return null;
  const runs = [...Map.groupBy(missed, ({ at }) => at)].sort(([a], [b]) => b.localeCompare(a));
  return (
    <Card title={t("runs.missed")}>
      <ul className={styles.lines}>
        {runs.map(([at, actions]) => (
          <li key={at} className={styles.missed}>
            <span>
              <IconAlertTriangle size={14} aria-hidden /> {formatMoment(at)}
            </span>
            {[...new Set(actions.map(({ reason }) => reason))].map((reason) => (
              <span key={reason}>{reason}</span>
            ))}
          </li>
        ))}
      </ul>
      <p className={text.quiet}>{t("runs.missedNote")}</p>
    </Card>
  );
}
