import { useEffect, useRef, useState } from "react";
import { openForms, removeDraft, type StoredForm, storedAt } from "../../shell/open-forms.ts";

/** A day: long enough for a night's break, short enough that nobody meets a forgotten draft. */
const LIFE_MS = 24 * 60 * 60 * 1000;

function read(item: string): StoredForm | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(item) ?? "null") as StoredForm | null;
    if (stored !== null && Date.now() - stored.at < LIFE_MS) return stored;
    localStorage.removeItem(item);
  } catch {
    // Not ours or not readable: as good as nothing.
  }
  return undefined;
}

/** What was kept of this form, ready to be taken back or thrown away. */
export type UnsavedDraft = { at: string; restore: () => void; discard: () => void };

/**
 * Keeps a form as a draft in localStorage when the session ends during an edit, and offers it to the same person after the next sign-in.
 * `key` names the form and record (`campaigns/12`). `values` is undefined while nothing is unsaved, and must be plain data without
 * passwords and codes. What is moot, as it was saved after all, is not offered. Show the answer with <UnsavedDraftOffer>.
 */
export function useUnsavedDraft<T>(
  key: string,
  values: T | undefined,
  restore: (values: T) => void,
  isMoot: (stored: T) => boolean = () => false,
): UnsavedDraft | undefined {
  const latest = useRef(values);
  latest.current = values;
  useEffect(() => {
    openForms.set(key, () => latest.current);
    return () => {
      openForms.delete(key);
    };
  }, [key]);
  const [stored, setSurvivor] = useState(() => {
    const item = storedAt(key);
    const found = item === undefined ? undefined : read(item);
    if (found === undefined || !isMoot(found.values as T)) return found;
    removeDraft(key);
    return undefined;
  });
  if (stored === undefined) return undefined;
  const close = () => {
    removeDraft(key);
    setSurvivor(undefined);
  };
  return {
    at: new Date(stored.at).toISOString(),
    restore: () => {
      restore(stored.values as T);
      close();
    },
    discard: close,
  };
}
