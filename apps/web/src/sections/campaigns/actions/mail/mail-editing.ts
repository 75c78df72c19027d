import type { MailDetail } from "@okaeri/contract/campaigns/actions/mail/mail";
import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { Placeholder } from "@okaeri/domain/messaging/placeholders";
import { type ComponentType, createContext, use } from "react";
import type { FieldRule } from "../../../../ui/fields/field-props.ts";

/** What stands around a mail that is edited: a campaign's segment, or a template. */
export type MailEditing = {
  /** Where the mail stands in what is saved, as the checks name it: "segments.0.actions.1.mail"; empty where it is all of it. */
  path: string;
  /** Always of the newest mail. */
  change: (recipe: (mail: MailDetail) => MailDetail) => void;
  /** The id of a field and what is wrong with it; paths are those of the checks: "title", "blocks.3.url". */
  field: (path: string) => { id: string; error: string | undefined };
  /** What a field takes: "title", "signature". */
  rule: (path: string) => FieldRule;
  language: MailDetail["language"];
  /** No more blocks fit in. */
  full: boolean;
  /** What can be put in. */
  offered: readonly Placeholder[];
  /** Whom a block is for; without it a mail's conditions stay as they are. */
  conditions: BlockConditionComponents | undefined;
};

export type BlockConditionComponents = {
  /** Builds them. */
  Builder: ComponentType<{ target: ConditionInput; path: string; onChange: (target: ConditionInput) => void }>;
  /** Says them. */
  Words: ComponentType<{ target: ConditionInput }>;
};

export const MailEditingContext = createContext<MailEditing | undefined>(undefined);

export function useMailEditing(): MailEditing {
  const editing = use(MailEditingContext);
  if (editing === undefined) throw new Error("no mail is being edited here");
  return editing;
}
