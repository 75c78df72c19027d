import { type FocusEvent, useState } from "react";
import type { Draft } from "./draft.ts";
import { fieldId, placeOf } from "./draft-problems.ts";

/** The fields that somebody has left, or was told of: what is wrong is said of these alone. They stay with their rows. */
export function useLeftFields(draft: Draft) {
  const [places, setPlaces] = useState<ReadonlySet<string>>(new Set());
  const add = (more: string[]) =>
    setPlaces((before) => (more.every((one) => before.has(one)) ? before : new Set([...before, ...more])));
  return {
    has: (path: string) => places.has(placeOf(fieldId(path), draft)),
    all: (paths: string[]) => add(paths.map((path) => placeOf(fieldId(path), draft))),
    onBlur: ({ target }: FocusEvent) => {
      const field = target.closest('[id^="campaign-"]');
      if (field) add([placeOf(field.id, draft)]);
    },
  };
}
