import { lastSignedIn } from "./session.ts";

const PREFIX = "okaeri:kept-form:";

export type StoredForm = { at: number; values: unknown };

/** The forms being edited, by key; what they answer is plain data, or undefined while nothing is unsaved. */
export const openForms = new Map<string, () => unknown>();

/** Where a form of the person signed in (last) is kept. */
export function storedAt(key: string): string | undefined {
  const userId = lastSignedIn();
  return userId === null ? undefined : `${PREFIX}${userId}:${key}`;
}

/** Called when the session ends during an edit (401, 409): what was being edited stays in this browser. */
export function keepOpenForms(): void {
  for (const key of openForms.keys()) keepOpenForm(key);
}

/** @returns whether there was something to keep. */
export function keepOpenForm(key: string): boolean {
  const values = openForms.get(key)?.();
  const item = storedAt(key);
  if (values === undefined || item === undefined) return false;
  try {
    localStorage.setItem(item, JSON.stringify({ at: Date.now(), values } satisfies StoredForm));
    return true;
  } catch {
    // Storage is full or switched off: the form cannot be kept.
    return false;
  }
}

export function removeDraft(key: string): void {
  const item = storedAt(key);
  if (item === undefined) return;
  try {
    localStorage.removeItem(item);
  } catch {
    // Storage is switched off, so nothing was kept either.
  }
}
