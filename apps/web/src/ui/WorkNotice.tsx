import { IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatDateTime } from "./format.ts";
import { ReasonedButton } from "./ReasonedButton.tsx";
import styles from "./WorkNotice.module.css";

/** State of background work (a job) for a whole account. */
export type Work = { state: "idle" | "waiting" | "running" | "failed"; since: string | null };

/** A job waits or is at work. */
export const isBusy = ({ state }: Work): boolean => state === "waiting" || state === "running";

/** Polling interval: short while a job runs; long otherwise, so that work started by somebody else or by the clock is noticed. */
export const pollEvery = (busy: boolean): number => (busy ? 2_000 : 60_000);

type WorkNoticeProps = {
  work: Work;
  /** Time of the server's answer. */
  at: number;
  /** Each with the time since when. `night`: when it is tried again by itself. */
  words: Record<"waiting" | "running" | "failed", (time: string) => ReactNode> & { night: string; done: string };
  /** The person may start it again. */
  mayStart: boolean;
  /** Asks again for what else shows the results. */
  onDone: () => void;
};

/** Whether something is being worked out anew, and what to do when that failed. */
export function WorkNotice({ work, at, words, mayStart, onDone }: WorkNoticeProps) {
  const { t } = useTranslation("ui");
  const { state, since } = work;
  const busy = isBusy(work);
  const was = useRef(busy);
  const latestOnDone = useRef(onDone);
  latestOnDone.current = onDone;
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (was.current === busy) return;
    was.current = busy;
    setDone(!busy && state === "idle");
    if (!busy) latestOnDone.current();
  }, [busy, state]);
  const time = since === null ? "" : formatDateTime(since);
  const seconds = since === null ? 0 : Math.max(0, Math.round((at - Date.parse(since)) / 1000));
  return (
    <div className={styles.notice} data-state={done && state === "idle" ? "done" : state}>
      {/* Always there, so that a screen reader is told of what appears in it. */}
      <div role="status">
        {state === "waiting" || state === "running" ? words[state](time) : null}
        {state === "failed" ? (
          <>
            <strong>{words.failed(time)}</strong>
            <br />
            {words.night}
            {t(mayStart ? "work.again" : "work.provider")}
          </>
        ) : null}
        {state === "idle" && done ? words.done : null}
      </div>
      {/* Not read aloud with every poll. */}
      {busy ? <span aria-hidden="true">{t("work.elapsed", { time: elapsed(seconds) })}</span> : null}
    </div>
  );
}

function elapsed(seconds: number): string {
  return seconds < 60 ? formatCount(seconds, "seconds") : formatCount(Math.floor(seconds / 60), "minutes");
}

type WorkAgainProps = { work: Work; label?: string; start: () => Promise<void>; children: ReactNode };

/** Starts the work; while it waits or runs the button says so. */
export function WorkAgain({ work, label, start, children }: WorkAgainProps) {
  const { t } = useTranslation("ui");
  const [starting, setStarting] = useState(false);
  const press = async () => {
    setStarting(true);
    await start();
    setStarting(false);
  };
  return (
    <ReasonedButton
      leftSection={<IconRefresh size={16} aria-hidden />}
      reason={isBusy(work) ? t(work.state === "waiting" ? "work.waits" : "work.runs") : undefined}
      label={label}
      loading={starting}
      onClick={() => void press()}
    >
      {children}
    </ReasonedButton>
  );
}
