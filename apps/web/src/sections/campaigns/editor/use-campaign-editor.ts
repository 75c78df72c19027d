import type { ActionType } from "@okaeri/domain/enumerations";
import type { Variant } from "@okaeri/domain/pushes/variants";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, client } from "../../../api/client.ts";
import { recordChanged } from "../../../api/records.ts";
import { useProblemText } from "../../../i18n/use-problem-text.ts";
import { useNames } from "../../../parts/campaigns/conditions/names.ts";
import { expectedQuery } from "../../../parts/campaigns/runs/expected.ts";
import { type Loaded, useEditedDocument } from "../../../parts/edited-document/use-edited-document.ts";
import { type CampaignDetail, campaignQuery } from "../campaigns.api.ts";
import type { EditorCard } from "../campaigns.search.ts";
import type { VariantKey } from "../variants/variant-key.ts";
import { campaignDocumentOf, campaignDraftOf, type Draft, wholeDraft, withIds } from "./draft.ts";
import { changedDraftParts, type DraftPart, putOver } from "./draft-changes.ts";
import { type DraftProblem, draftProblems, savedProblems, whereChosen } from "./draft-problems.ts";
import type { Editor } from "./editor-context.ts";
import { lacksOnlyConditions, refusedInDraft } from "./refused-drafts.ts";
import { useDraftHistory } from "./use-draft-history.ts";
import { useFocusOn } from "./use-focus-on.ts";
import { useLeftFields } from "./use-left-fields.ts";
import { useSavesItself } from "./use-saves-itself.ts";

/** The draft, with the campaign whose version it is. */
type LoadedCampaign = Loaded<Draft> & { record: CampaignDetail };

function loadedFrom(record: CampaignDetail): LoadedCampaign {
  return { version: record.version, values: campaignDraftOf(record), record };
}

/** What a browser sends of a page that is being closed. */
const MAX_IDLE_READERS = 60_000;

type Options = { saved: CampaignDetail; today: string; card: EditorCard; open: (card: EditorCard) => void };

/** The state of the editor: the draft, what differs from the saved one, what is wrong, and saving by itself. */
export function useCampaignEditor({ saved, today, card, open }: Options) {
  const { t } = useTranslation("campaigns");
  const say = useProblemText();
  const names = useNames();
  const [current, setCurrent] = useState(0);
  const { variantKeyOf, setWording } = useWording();
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const key = `campaigns/${saved.id}/parts`;
  const edited = useEditedDocument<Draft, DraftPart, LoadedCampaign>({
    name: key,
    loaded: useMemo(() => loadedFrom(saved), [saved]),
    differing: changedDraftParts,
    putOver,
    nameOf: (part) => t(`edit.part.${part}`),
    save: async ({ values, version, record }, leaving) => {
      const input = { ...campaignDocumentOf(values), id: record.id, version };
      const keepalive = leaving && JSON.stringify(input).length < MAX_IDLE_READERS;
      const detail = await client.campaigns.update(input, { context: { keepalive } });
      setRefused({});
      return loadedFrom(
        recordChanged(campaignQuery(detail.id), detail, api.campaigns.list.key(), expectedQuery(detail.id).queryKey),
      );
    },
    settle: (now, sent, typed) => ({
      base: { ...now, values: withIds(sent, now.record, sent) },
      values: withIds(typed, now.record, sent),
    }),
    newest: async ({ record }) => loadedFrom(await client.campaigns.get({ id: record.id })),
    onRefused: ({ fields }) => setRefused(fields),
  });
  const { changes, failure } = edited;
  const draft = useMemo(() => wholeDraft(edited.values), [edited.values]);
  const { record } = edited.base;
  const problems = useMemo(() => draftProblems(draft, today), [draft, today]);
  const wrong = useMemo(() => refusedInDraft(draft), [draft]);
  const unfinished = useMemo(() => lacksOnlyConditions(draft, wrong), [draft, wrong]);
  const saving = useSavesItself(key, edited, wrong.length === 0, unfinished);
  const history = useDraftHistory({ id: record.id, draft, change: edited.change });
  const missing = useMissing(problems, { draft, record, changed: changes.length > 0 });
  const left = useLeftFields(draft);
  // Whoever comes to look it over is told of everything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed afterwards is told when it is left
  useEffect(() => {
    if (card === "review") left.all(missing.map(({ path }) => path));
  }, [card]);
  const focusOn = useFocusOn({ draft, card, open, setCurrent, setWording });

  const refusals = Object.entries(refused).map(([path, message]) => ({ path: whereChosen(path, draft), message }));
  const errorAt = (path: string): string | undefined => {
    const message = refusals.find((one) => one.path === path)?.message;
    if (message !== undefined) return message;
    const problem = problems.find((one) => one.path === path);
    return problem === undefined || !left.has(path) ? undefined : say(problem);
  };
  const editor: Editor = {
    draft,
    today,
    record,
    change: edited.change,
    errorAt,
    problems,
    missing,
    focusOn,
    names,
    current: Math.min(current, draft.segments.length - 1),
    setCurrent,
    variantKeyOf,
    setWording,
    card,
    open,
    save: async () => ((await saving.flush()) ? edited.baseNow().record : undefined),
    refuse: edited.refuse,
  };
  const wrongPaths = [
    ...new Set([...wrong.map(({ path }) => whereChosen(path, draft)), ...refusals.map(({ path }) => path)]),
  ];
  const loadNewest = async () => {
    await edited.loadNewest();
    history.forget(edited.baseNow().values);
  };
  return {
    ...edited,
    ...saving,
    loadNewest,
    history,
    editor,
    wrongPaths,
    stale: failure?.status === 412 ? failure : undefined,
    left,
  };
}

/** Each kind is worked on by its own letter, all in one language. */
function useWording(): Pick<Editor, "variantKeyOf" | "setWording"> {
  const [language, setLanguage] = useState<VariantKey["language"]>("ja");
  const [variants, setVariants] = useState<Partial<Record<ActionType, Variant>>>({});
  return {
    variantKeyOf: (type) => ({ variant: variants[type] ?? "A", language }),
    setWording: (type, worded) => {
      setVariants((before) => ({ ...before, [type]: worded.variant }));
      if (worded.language !== undefined) setLanguage(worded.language);
    },
  };
}

/** What only the server knows counts while nothing was changed since. */
function useMissing(
  problems: DraftProblem[],
  { draft, record, changed }: { draft: Draft; record: CampaignDetail; changed: boolean },
): DraftProblem[] {
  const { data } = useQuery(campaignQuery(record.id));
  const saved = data?.version === record.version ? data : record;
  return useMemo(
    () => (problems.length > 0 || changed ? problems : savedProblems(saved.missing, draft)),
    [problems, changed, saved, draft],
  );
}
