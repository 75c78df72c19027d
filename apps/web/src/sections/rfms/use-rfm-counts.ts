import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { rowsOf } from "./painted-groups.ts";
import { countedEdit, figureErrors, type RfmDraft, rfmDraftOf } from "./rfm-draft.ts";
import { type Rfm, rfmPreviewQuery } from "./rfms.api.ts";

type Distribution = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof rfmPreviewQuery>["queryFn"]>>>>;

/** A distribution together with the rows it was counted for: rows may move before the next answer is there. */
type Counted = { distribution: Distribution; keys: readonly string[] };

/** Customers of one group (its key), of those in no group (null); undefined where nothing was counted. */
function inGroup(counted: Counted | undefined, key: string | null): number | undefined {
  if (!counted) return undefined;
  const ofKey = counted.distribution.groups.filter(({ index }) =>
    index === null ? key === null : key !== null && counted.keys[index] === key,
  );
  return ofKey.length === 0 ? undefined : ofKey.reduce((sum, { count }) => sum + count, 0);
}

/** The group of each row that was sent. */
const keysOf = (draft: RfmDraft) => rowsOf(draft.painted, draft.rows).map(({ key }) => key);

/** Live counts of the saved definition and of the edited one, a moment after the last keystroke. */
export function useRfmCounts(base: Rfm, draft: RfmDraft) {
  const saved = useMemo(() => rfmDraftOf(base), [base]);
  const [settled] = useDebouncedValue(draft, 400);
  const usable = useMemo(() => Object.keys(figureErrors(settled)).length === 0, [settled]);
  const before = useQuery(
    rfmPreviewQuery(
      base.id,
      useMemo(() => countedEdit(saved), [saved]),
      true,
    ),
  );
  const after = useQuery(
    rfmPreviewQuery(
      base.id,
      useMemo(() => countedEdit(settled), [settled]),
      usable,
    ),
  );
  const [shown, setShown] = useState<Counted>();
  const { data } = after;
  useEffect(() => {
    if (data && usable) setShown({ distribution: data, keys: keysOf(settled) });
  }, [data, usable, settled]);
  const was = before.data && { distribution: before.data, keys: keysOf(saved) };
  const failed = after.error ?? before.error;
  const state = !usable ? "invalid" : failed ? "failed" : draft !== settled || after.isFetching ? "counting" : "ready";
  return {
    state: state as "invalid" | "failed" | "counting" | "ready",
    message: failed?.message,
    retry: () => void Promise.all([before.refetch(), after.refetch()]),
    before: before.data,
    after: shown?.distribution,
    groupBefore: (key: string | null) => inGroup(was, key),
    groupAfter: (key: string | null) => inGroup(shown, key),
    /** Customers counted: everybody who has stayed. */
    total: (shown?.distribution.recency ?? []).reduce((sum, score) => sum + score.count, 0),
  };
}

export type RfmCounts = ReturnType<typeof useRfmCounts>;
