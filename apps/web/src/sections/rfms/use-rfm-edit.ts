import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppError, toAppError } from "../../api/app-error.ts";
import { api } from "../../api/client.ts";
import { useKeptForm } from "../../parts/records/kept-forms.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { formatNumber } from "../../ui/format.ts";
import { groupErrors } from "./painted-groups.ts";
import {
  boundsOf,
  changedParts,
  type DraftPart,
  draftOf,
  editOf,
  figureErrors,
  putOver,
  type RfmDraft,
} from "./rfm-draft.ts";
import { afterRfmChange, type Rfm, rfmQuery, type Ties } from "./rfms.api.ts";

/** The edit as it stands: what was loaded, what is typed, what is wrong with it, and the ways out. */
export function useRfmEdit(loaded: Rfm) {
  const { t } = useTranslation("rfms");
  const go = useGo();
  const cache = useQueryClient();
  const [base, setBase] = useState(loaded);
  const [version, setVersion] = useState(loaded.version);
  const [draft, setDraft] = useState(() => draftOf(loaded));
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<AppError>();
  /** After a 412: what somebody else changed; after loading it: what both did. */
  const [theirs, setTheirs] = useState<DraftPart[]>();
  const [conflicts, setConflicts] = useState<DraftPart[]>([]);
  /** After a suggestion: values that more than a fifth of the guests share. */
  const [ties, setTies] = useState<Ties>();
  const finished = useRef(false);
  const update = useMutation(api.rfms.update.mutationOptions());
  const suggestion = useMutation(api.rfms.suggest.mutationOptions());
  const parts = changedParts(draftOf(base), draft);
  const figures = figureErrors(draft);
  const names = groupErrors(draft.painted, draft.rows);

  const change = (next: Partial<RfmDraft>) => {
    setDraft((now) => ({ ...now, ...next }));
    // A stale version stays stale whatever is typed; anything else may have been mended.
    setFailure((now) => (now?.status === 412 ? now : undefined));
  };
  const kept = useKeptForm(`rfms/${loaded.id}/painted`, parts.length > 0 ? { draft, version } : undefined, (found) => {
    change(found.draft);
    // Whoever saved since then is not overwritten without a word.
    setVersion(found.version);
  });
  const startFrom = (rfm: Rfm) => {
    setBase(rfm);
    setVersion(rfm.version);
    setDraft(draftOf(rfm));
    setFailure(undefined);
    setAttempts(0);
    setTheirs(undefined);
    setConflicts([]);
    setTies(undefined);
  };
  const save = async () => {
    setAttempts((now) => now + 1);
    if (Object.keys({ ...figures, ...names }).length > 0) return;
    try {
      const saved = await update.mutateAsync({ ...editOf(draft), id: base.id, version });
      finished.current = true;
      await afterRfmChange(cache);
      notify("success", t("form.saved", { n: formatNumber(saved.customers_scored) }));
      await go("/rfms");
    } catch (error) {
      const told = toAppError(error);
      const newest = told.status === 412 ? await cache.fetchQuery(rfmQuery(base.id)).catch(() => undefined) : undefined;
      setTheirs(newest && changedParts(draftOf(base), draftOf(newest)));
      setFailure(told);
      setAttempts((now) => now + 1);
    }
  };
  const suggest = async () => {
    try {
      const { details, ties: found } = await suggestion.mutateAsync({
        id: base.id,
        frequency_aggregation_years: Number(draft.frequencyYears),
        monetary_aggregation_years: Number(draft.monetaryYears),
      });
      change({ bounds: boundsOf(details) });
      setTies(found);
      notify("info", t("form.suggested"));
    } catch (error) {
      notify("error", toAppError(error).message);
    }
  };
  return {
    base,
    draft,
    kept,
    parts,
    failure,
    change,
    save,
    saving: update.isPending,
    suggest,
    suggesting: suggestion.isPending,
    ties,
    /** Years that are no years cannot be asked with. */
    maySuggest: !("frequency_aggregation_years" in figures) && !("monetary_aggregation_years" in figures),
    discard: () => startFrom(base),
    theirs,
    conflicts,
    loadNewest: async () => {
      const newest = await cache.fetchQuery(rfmQuery(base.id));
      const other = changedParts(draftOf(base), draftOf(newest));
      startFrom(newest);
      setDraft(putOver(draftOf(newest), draft, parts));
      setConflicts(parts.filter((part) => other.includes(part)));
    },
    isDirty: () => !finished.current && parts.length > 0,
    /** Grows with every refused save, so that the focus can move to the summary. */
    attempts,
    /** Names are judged once somebody tried to save: a new group starts without one. */
    codes: attempts > 0 ? { ...figures, ...names } : figures,
  };
}
