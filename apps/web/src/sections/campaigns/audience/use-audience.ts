import { parseTarget } from "@okaeri/domain/segments/target";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { type AudienceQuestion, audienceQuery } from "../campaigns.api.ts";
import { campaignDocumentOf, type Draft } from "../editor/draft.ts";
import { useEditor } from "../editor/editor-context.ts";
import { audienceQuestion, doneFor } from "./audience-question.ts";

/** Fast enough to feel live, slow enough not to count at every key. */
const PAUSE = 350;

/** Asked by several parts of the page for one and the same draft: worked out once. */
const worked = new WeakMap<Draft, ReturnType<typeof workOut>>();

function workOut(draft: Draft, id: number) {
  const document = campaignDocumentOf(draft);
  const { segments } = document;
  const question = audienceQuestion(draft.type, segments, { id, terms: document });
  return {
    question,
    done: segments.map((segment) => doneFor(draft.type, segment)),
    complete: question.segments.every(({ target }) => parseTarget(target).ok),
    text: JSON.stringify(question),
  };
}

function questionOf(draft: Draft, id: number): ReturnType<typeof workOut> {
  const found = worked.get(draft) ?? workOut(draft, id);
  worked.set(draft, found);
  return found;
}

/** The live count of the draft. While a condition is unfinished there is none: no figure stands beside it. `counted`: what was asked last. */
export function useAudience(draft: Draft) {
  const { record } = useEditor();
  const { question, done, complete, text } = questionOf(draft, record.id);
  const [asked, setAsked] = useState<string | undefined>(complete ? text : undefined);
  useEffect(() => {
    if (!complete) return undefined;
    const timer = setTimeout(() => setAsked(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text, complete]);
  const counted = useMemo(() => (asked === undefined ? undefined : (JSON.parse(asked) as AudienceQuestion)), [asked]);
  const answered = useQuery(audienceQuery(counted));
  const query = complete ? answered : { ...answered, data: undefined };
  return { query, question, counted, done, complete, busy: answered.isFetching || (complete && asked !== text) };
}
