import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { toAppError } from "../../api/app-error.ts";
import { api, client } from "../../api/client.ts";
import { type Loaded, useEditedDocument } from "../../parts/edited-document/use-edited-document.ts";
import { useGo } from "../../shell/navigation.ts";
import { notify } from "../../shell/toasts.tsx";
import { formatNumber } from "../../ui/format.ts";
import { groupErrors } from "./painted-groups.ts";
import {
  boundsOf,
  changedRfmParts,
  figureErrors,
  mergeRfmDrafts,
  type RfmDraft,
  type RfmDraftPart,
  rfmDraftOf,
  rfmEditOf,
} from "./rfm-draft.ts";
import { afterRfmChange, type Rfm, rfmQuery, type Ties } from "./rfms.api.ts";

/** The draft, with the definition whose version it is. */
type LoadedRfm = Loaded<RfmDraft> & { rfm: Rfm };

function loadedFrom(rfm: Rfm): LoadedRfm {
  return { version: rfm.version, values: rfmDraftOf(rfm), rfm };
}

/** The edit as it stands: what was loaded, what is typed, what is wrong with it, and the ways out. */
export function useRfmEdit(loaded: Rfm) {
  const { t } = useTranslation("rfms");
  const go = useGo();
  const cache = useQueryClient();
  /** After a suggestion: values that more than a fifth of the guests share. */
  const [ties, setTies] = useState<Ties>();
  const suggestion = useMutation(api.rfms.suggest.mutationOptions());
  const namesWrong = (draft: RfmDraft) => groupErrors(draft.painted, draft.rows);
  const edited = useEditedDocument<RfmDraft, RfmDraftPart, LoadedRfm>({
    name: `rfms/${loaded.id}/parts`,
    loaded: useMemo(() => loadedFrom(loaded), [loaded]),
    differing: changedRfmParts,
    putOver: mergeRfmDrafts,
    nameOf: (part) =>
      part === "years" || part === "groups" ? t(`form.changedFields.${part}`) : t(`form.axis.${part}`),
    mayBeSent: (draft) => Object.keys({ ...figureErrors(draft), ...namesWrong(draft) }).length === 0,
    save: async ({ version, values }) =>
      loadedFrom(await client.rfms.update({ ...rfmEditOf(values), id: loaded.id, version })),
    newest: async () => loadedFrom(await cache.fetchQuery(rfmQuery(loaded.id))),
  });
  const { values: draft, attempts } = edited;
  const figures = figureErrors(draft);

  const change = (next: Partial<RfmDraft>) => edited.change((now) => ({ ...now, ...next }));
  const save = async () => {
    const saved = await edited.save();
    if (saved === undefined) return;
    await afterRfmChange(cache);
    notify("success", t("form.saved", { n: formatNumber(saved.rfm.customers_scored) }));
    await go("/rfms");
  };
  const suggest = async () => {
    try {
      const { details, ties: found } = await suggestion.mutateAsync({
        id: loaded.id,
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
    ...edited,
    draft,
    change,
    save,
    suggest,
    suggesting: suggestion.isPending,
    ties,
    /** Years that are no years cannot be asked with. */
    maySuggest: !("frequency_aggregation_years" in figures) && !("monetary_aggregation_years" in figures),
    discard: () => {
      edited.discard();
      setTies(undefined);
    },
    loadNewest: async () => {
      await edited.loadNewest();
      setTies(undefined);
    },
    /** Names are judged once somebody tried to save: a new group starts without one. */
    codes: attempts > 0 ? { ...figures, ...namesWrong(draft) } : figures,
  };
}
