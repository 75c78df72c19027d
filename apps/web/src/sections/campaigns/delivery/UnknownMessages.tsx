import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { totalCounts } from "../campaign-state.ts";
import { type CampaignDetail, type CampaignRecipient, showCampaign } from "../campaigns.api.ts";
import styles from "./send.module.css";

type Decision = "resend" | "delivered";
type UnknownMessagesProps = { campaign: CampaignDetail; chosen: readonly CampaignRecipient[]; onDone: () => void };

/** What a person decides about messages whose delivery is unknown: the chosen ones, or all. */
export function UnknownMessages({ campaign, chosen, onDone }: UnknownMessagesProps) {
  const { t } = useTranslation("campaigns");
  const [asking, setAsking] = useState<Decision>();
  const { unknown } = totalCounts(campaign.totals);
  const count = chosen.length || unknown;
  const decide = (decision: Decision) => async () => {
    const recipients = chosen.map(({ push_action_id, customer_id }) => ({ push_action_id, customer_id }));
    try {
      const input = { id: campaign.id, decision, recipients: recipients.length > 0 ? recipients : null };
      const { decided, omitted: left, ...detail } = await client.campaigns.decideUnknown(input);
      showCampaign(detail);
      const done = t(decision === "resend" ? "unknown.resent" : "unknown.noted", { count: decided });
      const others = recipients.length > 0 ? left : unknown - decided;
      notify("success", others > 0 ? `${done}${t("unknown.omitted", { count: others })}` : done);
      onDone();
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <section className={styles.notice} aria-label={t("unknown.title")}>
      <div className={styles.reason}>
        <p>{t("unknown.text")}</p>
        <span>{t("unknown.hint")}</span>
      </div>
      <div className={styles.decisions}>
        <Button onClick={() => setAsking("delivered")}>{t("unknown.delivered")}</Button>
        <Button onClick={() => setAsking("resend")}>{t("unknown.resend")}</Button>
      </div>
      <ConfirmDialog
        opened={asking === "resend"}
        onClose={() => setAsking(undefined)}
        title={t("unknown.resendTitle", { count })}
        confirm={t("unknown.resend")}
        danger
        onConfirm={decide("resend")}
      >
        {t("unknown.resendText")}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === "delivered"}
        onClose={() => setAsking(undefined)}
        title={t("unknown.deliveredTitle", { count })}
        confirm={t("unknown.delivered")}
        onConfirm={decide("delivered")}
      >
        {t("unknown.deliveredText")}
      </ConfirmDialog>
    </section>
  );
}
