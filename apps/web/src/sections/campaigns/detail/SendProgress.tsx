import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../../api/app-error.ts";
import { client } from "../../../api/client.ts";
import { notify } from "../../../shell/toasts.tsx";
import { useWhenEnded } from "../../../shell/use-when-ended.ts";
import { ConfirmDialog } from "../../../ui/Dialog.tsx";
import { formatCount, formatNumber } from "../../../ui/format.ts";
import { ProgressPanel } from "../../../ui/ProgressPanel.tsx";
import { isOpen, newestSend, progressOf, totalCounts } from "../campaign-state.ts";
import { type CampaignDetail, sendEnded, showCampaign } from "../campaigns.api.ts";
import styles from "../campaigns.module.css";

/** How far the send is, what came of it so far, how long still, and the way to stop it. */
export function SendProgress({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const [asking, setAsking] = useState(false);
  const { id, sending } = campaign;
  const pushes = newestSend(campaign.pushes);
  const counts = progressOf(pushes);
  const granted = totalCounts(pushes.filter(({ type }) => type === "point"));
  const remaining = useRemaining(counts.done, counts.total, sending && campaign.held === null);
  const unit = counts.mails ? "mails" : "people";
  useFarewell(campaign);
  const halted = !sending && pushes.some(isOpen);
  if (!sending && !halted) return null;
  // Before it begins there is nothing to show, and the hold says how to end it.
  if (campaign.held === "approval" || campaign.held === "grace") return null;
  if (campaign.held === "quiet_hours" && campaign.commands.includes("cancel")) return null;
  const mayStop = sending && campaign.commands.includes("stop");
  const stop = async () => {
    try {
      showCampaign(await client.campaigns.stop({ id }));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return (
    <div className={styles.progress}>
      <ProgressPanel
        title={t(campaign.held ? "progress.resting" : sending ? "progress.sending" : "progress.halted")}
        done={counts.done}
        total={counts.targets === 0 ? undefined : counts.total}
        unit={unit}
        remainingSeconds={remaining}
        finished={!sending}
        counts={[
          { label: t(counts.mails ? "outcome.sent" : "outcome.granted"), value: counts.sent, kind: "success" as const },
          { label: t("outcome.skipped"), value: counts.skipped, kind: "neutral" as const },
          { label: t("outcome.failed"), value: counts.failed, kind: "danger" as const },
          { label: t("outcome.unknown"), value: counts.unknown, kind: "warning" as const },
        ].filter(({ value }) => value > 0)}
      >
        {counts.mails && granted.targets > 0 ? (
          <p className={styles.quiet}>
            {t("progress.granted", { n: formatNumber(granted.sent), total: formatNumber(granted.targets) })}
          </p>
        ) : null}
        {sending && pushes.some((push) => push.first_wave && push.push_status === "doing") ? (
          <p className={styles.quiet}>{t("progress.firstWave")}</p>
        ) : null}
        {halted ? (
          <p className={styles.quiet}>{t("progress.haltedText", { n: formatCount(counts.waiting, unit) })}</p>
        ) : null}
        {mayStop ? (
          <div>
            <Button color="danger" onClick={() => setAsking(true)}>
              {t("progress.stop")}
            </Button>
          </div>
        ) : null}
      </ProgressPanel>
      <ConfirmDialog
        opened={asking && mayStop}
        onClose={() => setAsking(false)}
        title={t("progress.stopTitle")}
        confirm={t("progress.stop")}
        danger
        onConfirm={stop}
      >
        {t("progress.stopText", { n: formatCount(counts.waiting, unit) })}
      </ConfirmDialog>
    </div>
  );
}

/** Seconds still to go at the pace seen since the page was opened; undefined until there is a pace. */
function useRemaining(done: number, total: number, running: boolean): number | undefined {
  const start = useRef<{ at: number; done: number }>(undefined);
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    if (!running) {
      start.current = undefined;
      setSeconds(undefined);
      return;
    }
    start.current ??= { at: performance.now(), done };
    const elapsed = (performance.now() - start.current.at) / 1000;
    const progress = done - start.current.done;
    if (elapsed >= 2 && progress > 0) setSeconds(((total - done) * elapsed) / progress);
  }, [done, total, running]);
  return seconds;
}

/** When the send watched here has ended, says once how, and everything that shows what it left behind asks anew. */
function useFarewell(campaign: CampaignDetail): void {
  const { t } = useTranslation(["campaigns", "ui"]);
  useWhenEnded(campaign.sending, () => {
    sendEnded(campaign.id);
    if (newestSend(campaign.pushes).some((push) => push.called_off)) return;
    const { sent, waiting, mails } = progressOf(newestSend(campaign.pushes));
    const n = formatCount(sent, mails ? "mails" : "people");
    // Right after a stop the mails on their way still come in: its words say that the count is of this moment.
    notify(waiting > 0 ? "info" : "success", t(waiting > 0 ? "progress.wasStopped" : "progress.ended", { n }));
  });
}
