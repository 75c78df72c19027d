import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { isOpen, sendsOf } from "../campaign-state.ts";
import { type CampaignDetail, showCampaign } from "../campaigns.api.ts";
import styles from "./send.module.css";
import { stopSentences } from "./send-words.ts";

type StopDialogProps = { campaign: CampaignDetail; opened: boolean; onClose: () => void };

/** Before a running send is stopped: of each action what was given, what is stopped, and what can be taken back. The figures go on. */
export function StopDialog({ campaign, opened, onClose }: StopDialogProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const going = sendsOf(campaign.pushes).filter((send) => send.some(isOpen));
  const parts = going.flatMap((send) => send.toReversed());
  const stop = async () => {
    try {
      showCampaign(await client.campaigns.stop({ id: campaign.id }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t("progress.stopTitle")}
      confirm={t("progress.stop")}
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
      <p>{t("progress.stopText")}</p>
    </ConfirmDialog>
  );
}
