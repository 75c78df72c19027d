import { Button } from "@mantine/core";
import { isMessage } from "@okaeri/domain/pushes/next-steps";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ProgressPanel } from "../../../ui/ProgressPanel.tsx";
import { unitOfAction } from "../actions/kinds.ts";
import { holdOf, isMoving, isPushOpen, kindsOf, sendProgress, totalCounts } from "../campaign-state.ts";
import type { CampaignDetail, Push } from "../campaigns.api.ts";
import { isAutomatic } from "../schedule/timed.ts";
import text from "../text.module.css";
import { StopDialog } from "./StopDialog.tsx";
import styles from "./send.module.css";
import { amountsOf, unitOfSend } from "./send-words.ts";

type SendProgressProps = { campaign: CampaignDetail; send: readonly Push[] };

/** How far a send is, what came of it so far, how long still, and the way to stop it. */
export function SendProgress({ campaign, send: pushes }: SendProgressProps) {
  const { t } = useTranslation(["campaigns", "ui"]);
  const [asking, setAsking] = useState(false);
  const sending = pushes.some(isMoving);
  const held = holdOf(pushes)?.for;
  const counts = sendProgress(pushes);
  const remaining = useRemaining(counts.done, counts.total, sending && held === undefined);
  const halted = !sending && pushes.some(isPushOpen);
  if (!sending && !halted) return null;
  // Before it begins there is nothing to show, and the hold says how to end it.
  if (held === "approval" || held === "grace") return null;
  if (held === "quiet_hours" && campaign.commands.includes("cancel")) return null;
  // A campaign that runs by itself is stopped as a whole, from its head.
  const mayStop = sending && campaign.commands.includes("stop") && !isAutomatic(campaign);
  const kinds = kindsOf(pushes);
  const reached = kinds.map((type) => ({
    label: kinds.length > 1 ? t(`action.${type}.short`) : t(isMessage(type) ? "outcome.sent" : "outcome.granted"),
    value: totalCounts(pushes.filter((push) => push.type === type)).sent,
    unit: unitOfAction(type),
    kind: "success" as const,
  }));
  return (
    <div className={styles.progress}>
      <ProgressPanel
        title={t(held === "quiet_hours" ? "progress.resting" : sending ? "progress.sending" : "progress.halted")}
        done={counts.done}
        total={counts.targets === 0 ? undefined : counts.total}
        unit={unitOfSend(pushes)}
        remainingSeconds={remaining}
        finished={!sending}
        counts={[
          ...reached,
          { label: t("outcome.failed"), value: counts.failed, kind: "danger" as const },
          { label: t("outcome.unknown"), value: counts.unknown, kind: "warning" as const },
        ].filter(({ value }) => value > 0)}
      >
        {sending && pushes.some((push) => push.is_canary && isPushOpen(push)) ? (
          <p className={text.quiet}>{t("progress.canary")}</p>
        ) : null}
        {halted ? (
          <p className={text.quiet}>{t("progress.haltedText", { n: amountsOf(pushes, "waiting", t) })}</p>
        ) : null}
        {mayStop ? (
          <div>
            <Button color="danger" onClick={() => setAsking(true)}>
              {t("progress.stop")}
            </Button>
          </div>
        ) : null}
      </ProgressPanel>
      <StopDialog campaign={campaign} opened={asking && mayStop} onClose={() => setAsking(false)} />
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
