import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatDateTime } from "../../ui/format.ts";
import { afterRfmChange, isScoring, type Rfm } from "./rfms.api.ts";
import styles from "./rfms.module.css";

/** Whether the scores are being worked out anew, and what to do when that failed. `at`: when the server said so. */
export function ScoringNotice({ rfm, at }: { rfm: Rfm; at: number }) {
  const { t } = useTranslation(["rfms", "ui"]);
  const cache = useQueryClient();
  const { state, since } = rfm.scoring;
  const busy = isScoring(rfm);
  const was = useRef(busy);
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (was.current === busy) return;
    was.current = busy;
    setDone(!busy && state === "idle");
    // Groups, movements and guests are those of the new scores.
    if (!busy) void afterRfmChange(cache);
  }, [busy, state, cache]);
  const time = since === null ? "" : formatDateTime(since);
  const seconds = since === null ? 0 : Math.max(0, Math.round((at - Date.parse(since)) / 1000));
  return (
    <div className={styles.scoring} data-state={done && state === "idle" ? "done" : state}>
      {/* Always there, so that a screen reader is told of what appears in it. */}
      <div role="status">
        {state === "waiting" ? t("scoring.waiting", { time }) : null}
        {state === "running" ? t("scoring.running", { time }) : null}
        {state === "failed" ? (
          <>
            <strong>{t("scoring.failed", { time })}</strong>
            <br />
            {t("scoring.night")}
            {t("scoring.provider")}
          </>
        ) : null}
        {state === "idle" && done ? t("scoring.done") : null}
      </div>
      {/* Told once, not every two seconds. */}
      {busy ? <span aria-hidden="true">{t("scoring.elapsed", { time: elapsed(seconds) })}</span> : null}
    </div>
  );
}

function elapsed(seconds: number): string {
  return seconds < 60 ? formatCount(seconds, "seconds") : formatCount(Math.floor(seconds / 60), "minutes");
}
