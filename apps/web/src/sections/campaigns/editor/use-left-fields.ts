import { type FocusEvent, useState } from "react";
import type { Draft } from "./draft.ts";
import { campaignFieldId, fieldKey } from "./draft-problems.ts";

/** The fields that somebody has left, or was told of: what is wrong is said of these alone. They stay with their rows. */
export function useLeftFields(draft: Draft) {
  const [places, setPlaces] = useState<ReadonlySet<string>>(new Set());
  const add = (more: string[]) =>
    setPlaces((before) => (more.every((one) => before.has(one)) ? before : new Set([...before, ...more])));
  return {
    has: (path: string) => places.has(fieldKey(campaignFieldId(path), draft)),
    all: (paths: string[]) => add(paths.map((path) => fieldKey(campaignFieldId(path), draft))),
    onBlur: ({ target }: FocusEvent) => {
      const field = target.closest('[id^="campaign-"]');
      if (field) add([fieldKey(field.id, draft)]);
    },
  };
}
