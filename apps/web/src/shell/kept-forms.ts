import { useEffect, useRef, useState } from "react";
import { lastSignedIn } from "./session.ts";

const PREFIX = "okaeri:kept-form:";
/** A day: long enough for a night's break, short enough that nobody meets a forgotten draft. */
const LIFE_MS = 24 * 60 * 60 * 1000;

type Kept = { at: number; values: unknown };

const open = new Map<string, () => unknown>();

function place(key: string): string | undefined {
  const userId = lastSignedIn();
  return userId === null ? undefined : `${PREFIX}${userId}:${key}`;
}

/** Called when the session ends under a person's hands (401, 409): what they were editing stays in this browser. */
export function keepOpenForms(): void {
  for (const [key, valuesOf] of open) {
    const values = valuesOf();
    const item = place(key);
    if (values === undefined || item === undefined) continue;
    try {
      localStorage.setItem(item, JSON.stringify({ at: Date.now(), values } satisfies Kept));
    } catch {
      // Storage is full or switched off: the form cannot be kept.
    }
  }
}

function read(item: string): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(item) ?? "null") as Kept | null;
    if (kept !== null && Date.now() - kept.at < LIFE_MS) return kept;
    localStorage.removeItem(item);
  } catch {
    // Not ours or not readable: as good as nothing.
  }
  return undefined;
}

function forget(item: string): void {
  try {
    localStorage.removeItem(item);
  } catch {
    // Storage is switched off, so nothing was kept either.
  }
}

/** What was kept of this form, ready to be taken back or thrown away. */
export type KeptForm = { at: string; restore: () => void; discard: () => void };

/**
 * Keeps a form that is being edited when the session ends, and offers it again to the same person after the next sign-in.
 * `key` names the form and record (`campaigns/12`); `values` is undefined while nothing is unsaved and must be plain
 * data without passwords and codes. Show the answer with <KeptFormOffer>.
 */
export function useKeptForm<T>(key: string, values: T | undefined, restore: (values: T) => void): KeptForm | undefined {
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => {
    open.set(key, () => latest.current);
    return () => {
      open.delete(key);
    };
  }, [key]);
  const [kept, setKept] = useState(() => {
    const item = place(key);
    return item === undefined ? undefined : read(item);
  });
  if (kept === undefined) return undefined;
  const close = () => {
    const item = place(key);
    if (item !== undefined) forget(item);
    setKept(undefined);
  };
  return {
    at: new Date(kept.at).toISOString(),
    restore: () => {
      restore(kept.values as T);
      close();
    },
    discard: close,
  };
}
