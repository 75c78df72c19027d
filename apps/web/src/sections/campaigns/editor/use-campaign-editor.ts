import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, client } from "../../../api/client.ts";
import { recordChanged } from "../../../api/records.ts";
import { useProblemText } from "../../../i18n/use-problem-text.ts";
import { type Loaded, useEditedDocument } from "../../../parts/edited-document/use-edited-document.ts";
import { notify } from "../../../shell/toasts.tsx";
import { type CampaignDetail, campaignQuery } from "../campaigns.api.ts";
import type { EditorStep } from "../campaigns.search.ts";
import { useNames } from "../names.ts";
import { type Draft, draftOf, editOf, newDraft } from "./draft.ts";
import { changedParts, type DraftPart, putOver } from "./draft-changes.ts";
import { draftProblems, elementOf, isUnfinished, segmentOf, stepOf } from "./draft-problems.ts";
import type { Editor } from "./editor-context.ts";
import { unread } from "./unread.ts";

type Options = {
  saved: CampaignDetail | undefined;
  target: ConditionNode | undefined;
  today: string;
  step: EditorStep;
  goStep: (step: EditorStep) => void;
};

/** The draft, with the campaign whose version it is: none until it is saved for the first time. */
type LoadedCampaign = Loaded<Draft> & { record: CampaignDetail | undefined };

function loadedFrom(record: CampaignDetail): LoadedCampaign {
  return { version: record.version, values: draftOf(record), record };
}

const NOTHING: Readonly<Record<string, string>> = {};

/** The state of the editor: the draft, what differs from the saved one, what is wrong, and saving. */
export function useCampaignEditor({ saved, target: wanted, today, step, goStep }: Options) {
  const { t } = useTranslation("campaigns");
  const say = useProblemText();
  const names = useNames();
  const [visited, setVisited] = useState<ReadonlySet<EditorStep>>(new Set(saved ? ["basics"] : []));
  const [current, setCurrent] = useState(0);
  const [target, setTarget] = useState<{ path: string }>();
  // A target that was brought along is a change of its own: leaving without saving is asked about.
  const [brought] = useState(() => (saved || wanted === undefined ? undefined : newDraft(wanted)));
  const edited = useEditedDocument<Draft, DraftPart, LoadedCampaign>({
    name: `campaigns/${saved?.id ?? "new"}/parts`,
    loaded: useMemo(() => (saved ? loadedFrom(saved) : { version: 0, values: newDraft(), record: undefined }), [saved]),
    typed: brought,
    differing: changedParts,
    putOver,
    nameOf: (part) => t(`edit.part.${part}`),
    save: async ({ values, version, record }) => {
      const input = editOf(values);
      const detail =
        record === undefined
          ? await client.campaigns.get({ id: (await client.campaigns.create(input)).id })
          : await client.campaigns.update({ ...input, id: record.id, version });
      return loadedFrom(recordChanged(campaignQuery(detail.id), detail, api.campaigns.list.key()));
    },
    newest: async (base) => (base.record ? loadedFrom(await client.campaigns.get({ id: base.record.id })) : base),
    onRefused: ({ status, fields, endsSession, message }) => {
      if (status === 412) return;
      const first = Object.keys(fields)[0];
      if (first !== undefined) focusOn(first);
      else if (!endsSession) notify("error", message);
    },
  });
  const { values: draft, changes, failure } = edited;
  const { record } = edited.base;
  const stale = failure?.status === 412 ? failure : undefined;
  const refused = stale ? NOTHING : (failure?.fields ?? NOTHING);
  const problems = useMemo(() => draftProblems(draft, today), [draft, today]);

  useEffect(() => {
    if (target === undefined || stepOf(target.path) !== step) return;
    const element = elementOf(target.path);
    element?.scrollIntoView({ block: "center" });
    element?.focus({ preventScroll: true });
    setTarget(undefined);
  }, [target, step]);

  const visit = (next: EditorStep) => {
    setVisited((before) => new Set([...before, step, ...(next === "review" ? (["target", "actions"] as const) : [])]));
    goStep(next);
  };
  const focusOn = (path: string) => {
    const segment = segmentOf(path);
    if (segment !== undefined) setCurrent(segment);
    if (stepOf(path) !== step) visit(stepOf(path));
    else setVisited((before) => new Set([...before, step]));
    setTarget({ path });
  };
  const errorAt = (path: string): string | undefined => {
    const message = refused[path];
    if (message !== undefined) return message;
    const problem = problems.find((one) => one.path === path);
    if (problem === undefined || (isUnfinished(problem) && !visited.has(step))) return undefined;
    return say(problem);
  };
  /** The saved campaign as it now stands; undefined when it could not be saved and the page says why. */
  const save = async (): Promise<CampaignDetail | undefined> => {
    if (draft.name.trim() === "") {
      focusOn("name");
      return undefined;
    }
    const [first] = unread(draft);
    if (first !== undefined) {
      focusOn(first.path);
      return undefined;
    }
    if (changes.length === 0 && record !== undefined) return record;
    return (await edited.save())?.record;
  };
  const editor: Editor = {
    draft,
    campaignId: record?.id,
    change: edited.change,
    errorAt,
    problems,
    focusOn,
    names,
    current: Math.min(current, draft.segments.length - 1),
    setCurrent,
  };
  return {
    ...edited,
    editor,
    isNew: saved === undefined,
    record,
    refused,
    stale,
    visit,
    save,
  };
}
