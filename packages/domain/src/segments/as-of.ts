import type { ConditionGroup, ConditionNode, ConditionProblem } from "./condition.ts";
import { isGroup, parseCondition } from "./condition.ts";
import { type FactsWith, SEGMENT_FIELD_NAMES, SEGMENT_FIELDS, type SegmentField } from "./fields.ts";
import { factsIn, formOf } from "./form.ts";

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

/** Paths of the rules of a checked tree that cannot be judged as of a day, like "rules.0.rules.2". */
export function fieldsNotJudgedAsOf(tree: ConditionGroup): string[] {
  const walk = (node: ConditionNode, path: string): string[] => {
    if (!isGroup(node)) return isJudgedAsOf(node.field) ? [] : [path];
    return node.rules.flatMap((rule, index) => walk(rule, path === "" ? `rules.${index}` : `${path}.rules.${index}`));
  };
  return walk(tree, "");
}

/** Whether a tree asks for one of these facts anywhere. */
export function asksFor(tree: ConditionGroup, facts: readonly SegmentField[]): boolean {
  const used = factsIn(formOf(tree));
  return facts.some((fact) => used.has(fact));
}

/** What RFM conditions ask. */
export const RFM_FIELDS: readonly SegmentField[] = SEGMENT_FIELD_NAMES.filter(
  (field) => SEGMENT_FIELDS[field].owner === "rfms",
);

export type TargetProblem = ConditionProblem | { code: "not_judged_as_of" };

/** Every fault of a target in a campaign of that type; empty = usable. */
export function targetErrors(value: unknown, type: string): (TargetProblem & { path: string })[] {
  const parsed = parseCondition(value);
  if (!parsed.ok) return parsed.errors;
  if (type !== "basic") return [];
  return fieldsNotJudgedAsOf(parsed.tree).map((path) => ({ path: `${path}.field`, code: "not_judged_as_of" }));
}
