import { useTranslation } from "react-i18next";
import { notify } from "../../../shell/toasts.tsx";
import { Card } from "../../../ui/Card.tsx";
import { formatCount, formatDateTime, formatNumber } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { useWhenEnded } from "../../../ui/use-when-ended.ts";
import { type CampaignDetail, sendEnded } from "../campaigns.api.ts";
import text from "../text.module.css";
import styles from "./send.module.css";

/** Sends whose points and coupons were taken back, and how far the work is; nothing where nobody ever did. */
export function Revocations({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const running = campaign.revocations.some(({ state }) => state === "running");
  useWhenEnded(running, () => {
    sendEnded(campaign.id);
    notify("success", t("revoke.ended"));
  });
  if (campaign.revocations.length === 0) return null;
  return (
    <div className={styles.progress}>
      <Card title={t("revoke.history")}>
        <ul className={styles.payments}>
          {campaign.revocations.map((one) => (
            <li key={one.id}>
              <Tag kind={one.state === "done" ? "success" : "info"}>{t(`revoke.state.${one.state}`)}</Tag>{" "}
              {t("revoke.line", { at: formatDateTime(one.sent_at), what: takenWords(one, t) })}
              {one.state === "running" ? (
                <p role="status">
                  {t("ui:progress.of", { done: formatNumber(one.done), total: formatCount(one.guests, "people") })}
                </p>
              ) : null}
              <p>{t("revoke.why", { remarks: one.remarks })}</p>
              <p className={text.quiet}>
                {t("pay.by", { at: formatDateTime(one.created_at), name: one.created_by_name })}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

type T = ReturnType<typeof useTranslation<["campaigns", "ui"]>>["t"];

function takenWords({ customers, points, coupons }: CampaignDetail["revocations"][number], t: T): string {
  const parts = [
    points > 0 || coupons === 0
      ? t("revoke.ofPoints", { people: formatCount(customers, "people"), points: formatCount(points, "points") })
      : null,
    coupons > 0 ? t("revoke.ofCoupons", { n: formatCount(coupons, "sheets") }) : null,
  ];
  return parts.filter((part) => part !== null).join(t("audience.reasonSeparator"));
}
