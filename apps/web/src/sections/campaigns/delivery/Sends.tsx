import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "../../../shell/toasts.tsx";
import { formatDateTime } from "../../../ui/format.ts";
import { useWhenEnded } from "../../../ui/use-when-ended.ts";
import { isPushOpen, newestSend, sendsOf, totalCounts } from "../campaign-state.ts";
import { type CampaignDetail, sendEnded } from "../campaigns.api.ts";
import text from "../text.module.css";
import { SendDecision, SendHold } from "./SendHold.tsx";
import { SendProgress } from "./SendProgress.tsx";
import styles from "./send.module.css";
import { amountsOf } from "./send-words.ts";

/** The newest send and all others that go on, the newest first: what holds each up, who decided about it, and how far it is. */
export function Sends({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  useFarewell(campaign);
  const sends = sendsOf(campaign.pushes);
  return sends.map((send) => {
    const at = send[0]?.push_scheduled_time ?? "";
    const parts = (
      <>
        <SendHold campaign={campaign} send={send} />
        <SendDecision send={send} />
        <SendProgress campaign={campaign} send={send} />
      </>
    );
    if (sends.length === 1) return <Fragment key={at}>{parts}</Fragment>;
    const title = t("progress.sendOf", { at: at && formatDateTime(at) });
    return (
      <section key={at} aria-label={title}>
        <h2 className={text.caption}>{title}</h2>
        {send.some(isPushOpen) ? null : (
          <p className={styles.figures}>{t("progress.over", { n: amountsOf(send, "sent", t) })}</p>
        )}
        {parts}
      </section>
    );
  });
}

/** When what was watched here has ended, says once how, and everything that shows what it left behind asks anew. */
function useFarewell(campaign: CampaignDetail): void {
  const { t } = useTranslation(["campaigns", "ui"]);
  useWhenEnded(campaign.sending, () => {
    sendEnded(campaign.id);
    const send = newestSend(campaign.pushes);
    if (send.some((push) => push.called_off)) return;
    const n = amountsOf(send, "sent", t);
    // Right after a stop the mails on their way still come in: its words say that the count is of this moment.
    const stopped = totalCounts(send).waiting > 0;
    notify(stopped ? "info" : "success", t(stopped ? "progress.wasStopped" : "progress.ended", { n }));
  });
}
