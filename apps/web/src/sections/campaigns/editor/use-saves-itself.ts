import { useEffect, useRef, useState } from "react";
import type { AppError } from "../../../api/app-error.ts";
import { keepOpenForm, removeDraft } from "../../../shell/open-forms.ts";

/** Long enough not to save at every key, short enough that nobody waits for it. */
const PAUSE_MS = 1_000;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 60_000;

/** Of an edited document: what saving by itself needs of it. */
export type SelfSaved<V> = {
  values: V;
  saving: boolean;
  failure: AppError | undefined;
  isDirty: () => boolean;
  save: (leaving?: boolean) => Promise<unknown>;
};

/** `saved`: everything typed is. `wrong`: only after something is mended. `unfinished`: once what is being typed is complete. `stale`, `refused`: somebody has to decide first. */
export type SaveState = "saved" | "saving" | "offline" | "later" | "wrong" | "unfinished" | "stale" | "refused";

type Outage = { tries: number; until: number };

/**
 * Saves an edited document a moment after its last change and when the page is left: one call at a time, again and again while nobody
 * answers, never what is wrong. `key` is the name of its kept form: what cannot be sent while the page closes stays in the browser.
 */
export function useSavesItself<V>(key: string, form: SelfSaved<V>, mayBeSent: boolean, unfinished = false) {
  const online = useOnline();
  const [outage, setOutage] = useState<Outage>();
  const [held, setHeld] = useState(false);
  const running = useRef<Promise<unknown>>(undefined);
  const latest = useRef({ form, mayBeSent });
  latest.current = { form, mayBeSent };
  const { values, failure, saving } = form;
  const dirty = form.isDirty();
  const passing = failure !== undefined && isPassing(failure);
  const blocked = failure !== undefined && !passing;

  const send = async (leaving = false): Promise<boolean> => {
    if (running.current) await running.current;
    const now = latest.current;
    if (!now.form.isDirty()) return true;
    if (!now.mayBeSent) return false;
    running.current = now.form.save(leaving);
    const saved = await running.current;
    running.current = undefined;
    if (saved === undefined) return false;
    setOutage(undefined);
    return true;
  };
  /** Everything that is typed is saved; false when it cannot be, and the page says why. */
  const flush = async (leaving = false): Promise<boolean> => {
    for (let turns = 0; turns < 5; turns += 1) {
      if (!(await send(leaving))) return false;
      if (!latest.current.form.isDirty()) return true;
    }
    return false;
  };

  useEffect(() => {
    if (failure !== undefined && isPassing(failure)) setOutage((before) => longer(before, failure.retryAfter));
  }, [failure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the pause anew
  useEffect(() => {
    setHeld(false);
    if (!dirty || saving || blocked || !online) return undefined;
    const wait = Math.max(PAUSE_MS, (outage?.until ?? 0) - Date.now());
    const timer = setTimeout(() => {
      if (latest.current.mayBeSent) void send();
      else setHeld(true);
    }, wait);
    return () => clearTimeout(timer);
  }, [values, dirty, saving, blocked, online, outage, mayBeSent]);

  useLeaving(() => {
    if (!latest.current.form.isDirty()) return;
    keepOpenForm(key);
    void send(true);
  });
  const wasStored = useRef(false);
  wasStored.current ||= dirty;
  useEffect(() => {
    if (dirty || !wasStored.current) return;
    wasStored.current = false;
    // What was kept when the page was put aside has arrived since.
    removeDraft(key);
  }, [dirty, key]);

  const state = ((): SaveState => {
    if (!dirty) return "saved";
    if (failure?.status === 412) return "stale";
    if (blocked) return Object.keys(failure.fields).length > 0 ? "wrong" : "refused";
    if (held && !mayBeSent) return unfinished ? "unfinished" : "wrong";
    if (!online) return "offline";
    return outage && !saving ? "later" : "saving";
  })();
  return { state, flush, isStuck: () => dirty && state !== "saving" };
}

/** Nobody answered, or was too busy: the same call may be answered later. */
function isPassing({ status, missingPart }: AppError): boolean {
  return !missingPart && (status === -1 || status === 408 || status === 429 || status >= 500);
}

function longer(before: Outage | undefined, asked: number | undefined): Outage {
  const tries = (before?.tries ?? 0) + 1;
  const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
  return { tries, until: Date.now() + Math.max(wait, (asked ?? 0) * 1_000) };
}

function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return online;
}

/** The tab is closed or put aside: the last moment at which a call can begin. */
function useLeaving(leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const hidden = () => document.visibilityState === "hidden" && latest.current();
    const closed = () => latest.current();
    document.addEventListener("visibilitychange", hidden);
    window.addEventListener("pagehide", closed);
    return () => {
      document.removeEventListener("visibilitychange", hidden);
      window.removeEventListener("pagehide", closed);
    };
  }, []);
}
