import type { CampaignType } from "../enumerations.ts";
import { type ConditionGroup, type ConditionNode, isCounted, isGroup } from "./condition.ts";
import { type FactsWith, SEGMENT_FIELD_NAMES, SEGMENT_FIELDS, type SegmentField } from "./fields.ts";
import { type Form, factsIn } from "./form.ts";

/** Facts that can be told for any past check-out. */
export type AsOfField = FactsWith<{ asOf: true }>;

/** Whether the fact can be told for the evening of a past check-out. */
export function isJudgedAsOf(field: SegmentField): field is AsOfField {
  return SEGMENT_FIELDS[field].asOf;
}

/** The fields a target of that campaign may ask, in the order of the builder. */
export function fieldsForCampaign(type: string): readonly SegmentField[] {
  return type === "basic" ? SEGMENT_FIELD_NAMES.filter(isJudgedAsOf) : SEGMENT_FIELD_NAMES;
}

/** Paths in a checked tree of what cannot be judged as of a day and would be in a campaign of that type, like "rules.0.rules.2.field". */
export function notJudgedAsOf(tree: ConditionGroup, type: CampaignType | undefined): string[] {
  const walk = (node: ConditionNode, path: string): string[] => {
    if (isGroup(node))
      return node.rules.flatMap((rule, index) => walk(rule, path === "" ? `rules.${index}` : `${path}.rules.${index}`));
    // What a guest has done is counted as of now.
    if (isCounted(node)) return [`${path}.of`];
    return isJudgedAsOf(node.field) ? [] : [`${path}.field`];
  };
  return type === "basic" ? walk(tree, "") : [];
}

/** Whether a form asks for one of these facts anywhere. */
export function asksFor(form: Form, facts: readonly SegmentField[]): boolean {
  const used = factsIn(form);
  return facts.some((fact) => used.has(fact));
}

/** What RFM conditions ask. */
export const RFM_FIELDS: readonly SegmentField[] = SEGMENT_FIELD_NAMES.filter(
  (field) => SEGMENT_FIELDS[field].owner === "rfms",
);
