import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import { useEffect, useMemo, useRef, useState } from "react";
import { type AppError, toAppError } from "../../../api/app-error.ts";
import { api, client } from "../../../api/client.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useProblemText } from "../../../i18n/use-problem-text.ts";
import { useKeptForm } from "../../../parts/records/kept-forms.ts";
import { notify } from "../../../shell/toasts.tsx";
import { type CampaignDetail, campaignQuery } from "../campaigns.api.ts";
import type { EditorStep } from "../campaigns.search.ts";
import { useNames } from "../names.ts";
import { changedParts, type Draft, type DraftPart, draftOf, editOf, newDraft, putOver } from "./draft.ts";
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

/** The state of the editor: the draft, what differs from the saved one, what is wrong, and saving. */
export function useCampaignEditor({ saved, target: wanted, today, step, goStep }: Options) {
  const say = useProblemText();
  const names = useNames();
  const [base, setBase] = useState<Draft>(() => (saved ? draftOf(saved) : newDraft()));
  // A target that was brought along is a change of its own: leaving without saving is asked about.
  const [draft, setDraft] = useState(() => (saved || wanted === undefined ? base : newDraft(wanted)));
  const [record, setRecord] = useState(saved);
  const [version, setVersion] = useState(saved?.version);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [visited, setVisited] = useState<ReadonlySet<EditorStep>>(new Set(saved ? ["basics"] : []));
  const [current, setCurrent] = useState(0);
  const [target, setTarget] = useState<{ path: string }>();
  const [busy, setBusy] = useState(false);
  const [stale, setStale] = useState<AppError>();
  /** After a 412: what somebody else changed; after loading it: what both did. */
  const [theirs, setTheirs] = useState<DraftPart[]>();
  const [conflicts, setConflicts] = useState<DraftPart[]>([]);
  const released = useRef(false);

  const changes = useMemo(() => changedParts(draft, base), [draft, base]);
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
  const newest = () => client.campaigns.get({ id: record?.id ?? 0 });
  const refuse = (error: AppError) => {
    if (error.status === 412) {
      setStale(error);
      void newest()
        .then((detail) => setTheirs(changedParts(draftOf(detail), base)))
        .catch(() => undefined);
      return;
    }
    setRefused(error.fields);
    const first = Object.keys(error.fields)[0];
    if (first !== undefined) focusOn(first);
    else if (!error.endsSession) notify("error", error.message);
  };
  const adopt = (detail: CampaignDetail) => {
    const fresh = draftOf(detail);
    queryClient.setQueryData(campaignQuery(detail.id).queryKey, detail);
    void queryClient.invalidateQueries({ queryKey: api.campaigns.list.key() });
    setRecord(detail);
    setVersion(detail.version);
    setBase(fresh);
    setDraft(fresh);
    setRefused({});
    setStale(undefined);
    setTheirs(undefined);
    setConflicts([]);
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
    setBusy(true);
    try {
      const input = editOf(draft);
      const detail =
        record === undefined
          ? await client.campaigns.get({ id: (await client.campaigns.create(input)).id })
          : changes.length === 0
            ? record
            : await client.campaigns.update({ ...input, id: record.id, version: version ?? record.version });
      adopt(detail);
      released.current = true;
      return detail;
    } catch (error) {
      refuse(toAppError(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const reload = async () => {
    if (record === undefined) return;
    try {
      const detail = await newest();
      const other = changedParts(draftOf(detail), base);
      adopt(detail);
      setDraft(putOver(draftOf(detail), draft, changes));
      setConflicts(changes.filter((part) => other.includes(part)));
    } catch (error) {
      refuse(toAppError(error));
    }
  };

  const change: Editor["change"] = (recipe) => {
    released.current = false;
    setRefused({});
    setDraft(recipe);
  };
  const kept = useKeptForm(
    `campaigns/${saved?.id ?? "new"}`,
    changes.length > 0 ? { draft, version } : undefined,
    (found) => {
      change(() => found.draft);
      // Whoever saved since then is not overwritten without a word.
      setVersion(found.version);
    },
  );
  const editor: Editor = {
    draft,
    campaignId: record?.id,
    change,
    errorAt,
    problems,
    focusOn,
    names,
    current: Math.min(current, draft.segments.length - 1),
    setCurrent,
  };
  return {
    editor,
    isNew: saved === undefined,
    record,
    kept,
    changes,
    refused,
    busy,
    stale,
    theirs,
    conflicts,
    visit,
    save,
    refuse,
    reload,
    discard: () => {
      setDraft(base);
      setVersion(record?.version);
      setRefused({});
    },
    isDirty: () => !released.current && changes.length > 0,
  };
}
