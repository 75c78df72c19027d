import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { formatMoment } from "../../../ui/format.ts";
import { isPushOpen, sendsOf } from "../campaign-state.ts";
import { type CampaignDetail, showCampaign } from "../campaigns.api.ts";
import { isAutomatic } from "../schedule/timed.ts";
import styles from "./send.module.css";
import { stopSentences } from "./send-words.ts";

type StopDialogProps = { campaign: CampaignDetail; opened: boolean; onClose: () => void };

/**
 * Before a campaign is stopped: of each action that goes out what was given, what is stopped, and what can be taken back, and what becomes
 * of the runs to come. The figures go on.
 */
export function StopDialog({ campaign, opened, onClose }: StopDialogProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const going = sendsOf(campaign.pushes).filter((send) => send.some(isPushOpen));
  const parts = going.flatMap((send) => send.toReversed());
  const automatic = isAutomatic(campaign);
  const stop = async () => {
    try {
      showCampaign(await client.campaigns.stop({ id: campaign.id }));
      if (automatic) notify("success", t("detail.switchedOff"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={automatic ? t("detail.switchOffTitle", { name: campaign.name }) : t("progress.stopTitle")}
      confirm={t(automatic ? "detail.switchOff" : "progress.stop")}
      danger
      onConfirm={stop}
    >
      <dl className={styles.parts}>
        {parts.map((push) => (
          <div key={push.id}>
            <dt>
              {t(`action.${push.type}.short`)}
              {campaign.segments.length > 1 ? ` ${t("segment.title", { n: push.priority_seq })}` : null}
            </dt>
            <dd>
              {stopSentences(push, t).map((sentence) => (
                <span key={sentence}>{sentence}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {automatic ? <Waiting campaign={campaign} /> : <p>{t("progress.stopText")}</p>}
    </ConfirmDialog>
  );
}

/** What a stopped campaign does not do by itself, and what it does when it is resumed. */
function Waiting({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation("campaigns");
  const [next] = campaign.next_runs;
  return (
    <>
      {next === undefined ? null : <p>{t("runs.stopNext", { at: formatMoment(next.at) })}</p>}
      <p>{t("runs.stopAll")}</p>
      <p>{t("runs.stopAfter")}</p>
    </>
  );
}
