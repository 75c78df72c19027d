import { IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatCount, formatDateTime } from "./format.ts";
import { ReasonedButton } from "./ReasonedButton.tsx";
import styles from "./WorkNotice.module.css";

/** What becomes of work that a job does for everybody of an account. */
export type Work = { state: "idle" | "waiting" | "running" | "failed"; since: string | null };

/** A job waits or is at work. */
export const isBusy = ({ state }: Work): boolean => state === "waiting" || state === "running";

/** How often a page asks: while a job is at it, and else, so that one that another person or the night began is seen. */
export const pollEvery = (busy: boolean): number => (busy ? 2_000 : 60_000);

type WorkNoticeProps = {
  work: Work;
  /** When the server said so. */
  at: number;
  /** Each with the time since when. `night`: when it is tried again by itself. */
  words: Record<"waiting" | "running" | "failed", (time: string) => ReactNode> & { night: string; done: string };
  /** The person may start it again. */
  mayStart: boolean;
  /** What else shows its results is to ask again. */
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
      {/* Told once, not every two seconds. */}
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
