import { useRef, useState } from "react";
import { type AppError, toAppError } from "../../api/app-error.ts";
import { useUnsavedDraft } from "./unsaved-drafts.ts";

/** What is edited as it was loaded or saved, and its version. */
export type Loaded<V> = { version: number; values: V };

export type EditedDocumentOptions<V, P extends string, L extends Loaded<V>> = {
  /** Kind and record, such as `campaigns/12`: the key of a kept form. */
  name: string;
  loaded: L;
  /** What stands in the fields from the beginning, where it is not what was loaded. */
  typed?: V | undefined;
  /** The parts that differ between two documents, in the order of the page. */
  differing: (before: V, after: V) => P[];
  /** Another version with these parts of one's own put over it. */
  putOver: (newest: V, own: V, parts: readonly P[]) => V;
  /** What of a document these parts are made of: no more than that is kept in the browser. Without it, everything is. */
  only?: (values: V, parts: readonly P[]) => V;
  /** What a part is called on screen. */
  nameOf: (part: P) => string;
  /** Parts that never leave this page's memory. */
  secret?: readonly P[] | undefined;
  /** Whether it may be sent; what is wrong is shown once somebody has tried. */
  mayBeSent?: (values: V) => boolean;
  /** `leaving`: the page is being closed, and the call must outlive it. */
  save: (edit: L, leaving: boolean) => Promise<L>;
  /**
   * For a document that saves itself while somebody goes on typing: what it is after a save, with what the save alone knows (ids of new
   * rows). Nothing that stands in a field is touched. Without it, the fields show what was saved.
   */
  settle?: (saved: L, sent: V, typed: V) => { base: L; values: V };
  /** Fetched after a 412; left out for a record that does not exist yet, which nobody else can have changed. */
  newest?: ((base: L) => Promise<L>) | undefined;
  onRefused?: (failure: AppError) => void;
};

type Edit<V, P, L> = {
  base: L;
  values: V;
  /** Grows with every refused save, so that the focus can move to what says why. */
  attempts: number;
  failure: AppError | undefined;
  /** After a 412: what somebody else changed. */
  theirs: P[] | undefined;
  /** After their version came underneath: what both sides changed. */
  conflicts: P[];
  saving: boolean;
};

/** The changed parts alone, typed and before: what somebody else changes meanwhile stays theirs. */
type StoredEdit<V> = { version: number; typed: V; before: V };

/**
 * Optimistic locking: a document is loaded, edited and saved with its version. It holds what was typed, what differs and what was refused.
 * After a 412 the newest version is put under what was typed (a merge), and so it is for a form kept in the browser; `conflicts` names the
 * parts that both sides changed. What is typed during a save stays.
 */
export function useEditedDocument<V, P extends string, L extends Loaded<V> = Loaded<V>>(
  options: EditedDocumentOptions<V, P, L>,
) {
  const { differing, putOver, only = (values) => values, nameOf, secret = [], newest } = options;
  const [edit, show] = useState<Edit<V, P, L>>(() => ({
    ...atRest(options.loaded),
    values: options.typed ?? options.loaded.values,
  }));
  // The present state: a save that returns finds what was typed since, whatever was rendered (no stale closure).
  const now = useRef(edit);
  const set = (next: Partial<Edit<V, P, L>>) => {
    now.current = { ...now.current, ...next };
    show(now.current);
  };
  const changedNow = () => differing(now.current.base.values, now.current.values);
  const changed = differing(edit.base.values, edit.values);
  // A newer version arrived in the background while nothing was typed.
  if (changed.length === 0 && !edit.saving && options.loaded.version > edit.base.version) set(atRest(options.loaded));

  const change = (recipe: (values: V) => V) => {
    const { values, failure } = now.current;
    // A stale version stays stale whatever is typed; anything else may have been mended.
    set({ values: recipe(values), failure: failure?.status === 412 ? failure : undefined });
  };
  const keepable = changed.filter((part) => !secret.includes(part));
  const unsavedDraft = useUnsavedDraft<StoredEdit<V>>(
    options.name,
    keepable.length > 0
      ? {
          version: edit.base.version,
          typed: only(putOver(edit.base.values, edit.values, keepable), keepable),
          before: only(edit.base.values, keepable),
        }
      : undefined,
    ({ version, typed, before }) => {
      const own = differing(before, typed);
      change((values) => putOver(values, typed, own));
      const { base } = now.current;
      // What does not exist yet has no version: its suggestions may differ from last time's without anybody having changed them.
      if (version !== base.version) set({ conflicts: both(own, differing(before, base.values)) });
    },
    ({ typed, before }) => differing(edit.values, putOver(edit.values, typed, differing(before, typed))).length === 0,
  );

  /** Shows why something was not done; after a 412 first shows what somebody else changed. */
  const refuse = async (error: unknown) => {
    const failure = toAppError(error);
    const other = failure.status === 412 ? await newest?.(now.current.base).catch(() => undefined) : undefined;
    const { attempts, base } = now.current;
    set({ failure, attempts: attempts + 1, theirs: other && differing(base.values, other.values) });
    options.onRefused?.(failure);
  };
  /** @returns what was saved, or undefined when it was refused. */
  const save = async (leaving = false): Promise<L | undefined> => {
    const { base, values: sent, saving, attempts } = now.current;
    if (saving) return undefined;
    if (options.mayBeSent?.(sent) === false) {
      set({ attempts: attempts + 1 });
      return undefined;
    }
    set({ saving: true, failure: undefined });
    try {
      const saved = await options.save({ ...base, values: sent }, leaving);
      const typed = now.current.values;
      if (options.settle) {
        const settled = options.settle(saved, sent, typed);
        set({ ...atRest(settled.base), values: settled.values });
        return settled.base;
      }
      const since = differing(sent, typed);
      set({ ...atRest(saved), ...(since.length > 0 && { values: putOver(saved.values, typed, since) }) });
      return saved;
    } catch (error) {
      await refuse(error);
      return undefined;
    } finally {
      set({ saving: false });
    }
  };
  const loadNewest = async () => {
    try {
      const other = await newest?.(now.current.base);
      if (other === undefined) return;
      const { base, values } = now.current;
      const own = changedNow();
      const conflicts = both(own, differing(base.values, other.values));
      set({ ...atRest(other), values: putOver(other.values, values, own), conflicts });
    } catch (error) {
      await refuse(error);
    }
  };
  const { base, values, attempts, failure, saving } = edit;
  return {
    base,
    values,
    change,
    changed,
    /** The changed parts by name, for the save bar and the guard. */
    changes: changed.map(nameOf),
    isDirty: () => changedNow().length > 0,
    /** What was loaded or saved last, also for a function that was made before. */
    baseNow: () => now.current.base,
    attempts,
    failure,
    theirs: edit.theirs?.map(nameOf),
    conflicts: edit.conflicts.map(nameOf),
    saving,
    save,
    /** Another command with this version was refused. */
    refuse,
    discard: () => set(atRest(edit.base)),
    loadNewest,
    unsavedDraft,
  };
}

function atRest<V, P, L extends Loaded<V>>(from: L): Omit<Edit<V, P, L>, "saving"> & { saving: false } {
  return {
    base: from,
    values: from.values,
    attempts: 0,
    failure: undefined,
    theirs: undefined,
    conflicts: [],
    saving: false,
  };
}

function both<P>(own: readonly P[], other: readonly P[]): P[] {
  return own.filter((part) => other.includes(part));
}
