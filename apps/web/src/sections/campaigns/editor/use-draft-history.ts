import { useEffect, useRef, useState } from "react";
import { client } from "../../../api/client.ts";
import { campaignDraftOf, type Draft, type SavedDocument } from "./draft.ts";
import { changedDraftParts } from "./draft-changes.ts";

/** What was typed without a pause is one step. */
const STEP_MS = 1_000;
const MOST_STEPS = 100;

type Options = { id: number; draft: Draft; change: (recipe: (draft: Draft) => Draft) => void };

/**
 * The documents of this page and, before them, those of the last hour that the server keeps: each step back or forth puts one of them in
 * the place of the draft, which then saves itself like any other change.
 */
export function useDraftHistory({ id, draft, change }: Options) {
  const [docs, setDocs] = useState<readonly Draft[]>([draft]);
  const [at, setAt] = useState(0);
  const [oldest, setOldest] = useState(false);
  const known = useKnownRows(draft);
  const now = docs[at] ?? draft;
  const typed = changedDraftParts(now, draft).length > 0;

  useEffect(() => {
    if (!typed) return undefined;
    const timer = setTimeout(() => {
      const history = [...docs.slice(0, at + 1), draft].slice(-MOST_STEPS);
      setDocs(history);
      setAt(history.length - 1);
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [typed, draft, docs, at]);

  const show = (steps: readonly Draft[], place: number) => {
    setDocs(steps);
    setAt(place);
    const wanted = steps[place];
    // The preset is chosen once.
    if (wanted) change(({ preset_type }) => ({ ...known(wanted), preset_type }));
  };
  /** @returns false where nothing is left to go back to. */
  const undo = async (): Promise<boolean> => {
    const steps = typed ? [...docs.slice(0, at + 1), draft] : docs;
    const place = typed ? at + 1 : at;
    if (place > 0) {
      show(steps, place - 1);
      return true;
    }
    if (oldest) return false;
    // After a reload the page itself remembers nothing.
    const { items } = await client.campaigns.edits({ id });
    const older = items.map(({ document }) => campaignDraftOf(document)).reverse();
    setOldest(true);
    if (older.length > 0) show([...older, ...steps], older.length - 1);
    return older.length > 0;
  };
  return {
    undo,
    redo: () => show(docs, at + 1),
    mayUndo: typed || at > 0 || !oldest,
    mayRedo: !typed && at < docs.length - 1,
    /** A document of before, as one more step. */
    putBack: (document: SavedDocument) => {
      const steps = [...docs.slice(0, at + 1), ...(typed ? [draft] : []), campaignDraftOf(document)];
      show(steps, steps.length - 1);
    },
    /** Somebody else's version came underneath: steps of before would take it away again. */
    forget: (from: Draft) => {
      setDocs([from]);
      setAt(0);
      setOldest(false);
    },
  };
}

/** Rows go by their ids: a document of before takes the keys on screen, and the ids that its rows were given since. */
function useKnownRows(draft: Draft) {
  const keys = useRef(new Map<number, string>());
  const ids = useRef(new Map<string, number>());
  for (const row of draft.segments.flatMap((segment) => [segment, ...segment.actions])) {
    if (row.id === null) continue;
    ids.current.set(row.key, row.id);
    keys.current.set(row.id * 2 + Number("actions" in row), row.key);
  }
  const knownRow = <Row extends { key: string; id: number | null }>(row: Row): Row => {
    const id = row.id ?? ids.current.get(row.key) ?? null;
    const key = id === null ? undefined : keys.current.get(id * 2 + Number("actions" in row));
    return { ...row, id, key: key ?? row.key };
  };
  return (wanted: Draft): Draft => ({
    ...wanted,
    segments: wanted.segments.map((segment) => ({ ...knownRow(segment), actions: segment.actions.map(knownRow) })),
  });
}
