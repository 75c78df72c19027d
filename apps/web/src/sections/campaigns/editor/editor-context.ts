import type { ActionType } from "@okaeri/domain/enumerations";
import { createContext, use } from "react";
import type { ConditionNames } from "../../../parts/campaigns/conditions/names.ts";
import type { CampaignDetail } from "../campaigns.api.ts";
import type { EditorCard } from "../campaigns.search.ts";
import type { VariantKey, WithVariantKey } from "../variants/variant-key.ts";
import type { Draft } from "./draft.ts";
import type { DraftProblem } from "./draft-problems.ts";

export type Editor = {
  draft: Draft;
  /** In Tokyo. */
  today: string;
  /** The campaign as it was last saved. */
  record: CampaignDetail;
  change: (recipe: (draft: Draft) => Draft) => void;
  /** What is wrong with a field, in words; undefined when nothing is, or its field was not left yet. */
  errorAt: (path: string) => string | undefined;
  /** What the draft itself lacks. */
  problems: DraftProblem[];
  /** Everything that keeps the campaign from being set going: the one list. */
  missing: DraftProblem[];
  /** Opens the field's card and puts the cursor there. */
  focusOn: (path: string) => void;
  names: ConditionNames;
  /** The segment the person works on: its numbers and its preview stand beside the form. */
  current: number;
  setCurrent: (index: number) => void;
  /** Which letter of each kind, and which language, the person works on. */
  variantKeyOf: (type: ActionType) => VariantKey;
  setWording: (type: ActionType, variantKey: WithVariantKey) => void;
  card: EditorCard;
  open: (card: EditorCard) => void;
  /** Saves what is not saved yet; the campaign as it then stands, undefined when it cannot be and the page says why. */
  save: () => Promise<CampaignDetail | undefined>;
  /** Another call about this campaign was refused. */
  refuse: (error: unknown) => Promise<void>;
};

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (editor === undefined) throw new Error("no campaign is being edited here");
  return editor;
}
