import { createContext, use } from "react";
import type { Names } from "../names.ts";
import type { Draft } from "./draft.ts";
import type { Problem } from "./draft-problems.ts";

export type Editor = {
  draft: Draft;
  /** Undefined until it is saved for the first time. */
  campaignId?: number | undefined;
  change: (recipe: (draft: Draft) => Draft) => void;
  /** What is wrong with a field, in words; undefined when nothing is, or nothing to tell yet. */
  errorAt: (path: string) => string | undefined;
  problems: Problem[];
  /** Opens the field's step and puts the cursor there. */
  focusOn: (path: string) => void;
  names: Names;
  /** The segment the person works on: its numbers and its preview stand beside the form. */
  current: number;
  setCurrent: (index: number) => void;
};

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (editor === undefined) throw new Error("no campaign is being edited here");
  return editor;
}
