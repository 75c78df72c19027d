import type { ConditionGroup, ConditionNode, ConditionProblem } from "./condition.ts";
import { isGroup, parseCondition } from "./condition.ts";
import { SEGMENT_FIELD_NAMES, type SegmentField } from "./fields.ts";

/**
 * Facts that can be told for any past check-out: they follow from the stays, or never change; rank and RFM are those of the evening before
 * (docs/adr/0158, 0172). Basic campaigns offer only these (product §4). The others stand as they are now, and would pay a stay by the day
 * on which it happened to be processed.
 */
const JUDGED_AS_OF = [
  "last_stay_days",
  "last_stay_on",
  "stay_count",
  "stay_count_2y",
  "use_price_total",
  "stay_check_in_day",
  "stay_check_out_day",
  "stay_days",
  "birthday_month",
  "gender",
  "rank_detail_id",
  "rfm_group_id",
  "rfm_recency_score",
  "rfm_frequency_score",
  "rfm_monetary_score",
  "facility_account_id",
] as const satisfies readonly SegmentField[];
export type AsOfField = (typeof JUDGED_AS_OF)[number];

/** Whether the fact can be told for the evening of a past check-out. */
export function isJudgedAsOf(field: SegmentField): field is AsOfField {
  return (JUDGED_AS_OF as readonly string[]).includes(field);
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

/** Whether a tree asks for one of these fields anywhere. */
export function asksFor(node: ConditionNode, fields: readonly SegmentField[]): boolean {
  return isGroup(node) ? node.rules.some((rule) => asksFor(rule, fields)) : fields.includes(node.field);
}

/** What RFM conditions ask. */
export const RFM_FIELDS = [
  "rfm_group_id",
  "rfm_recency_score",
  "rfm_frequency_score",
  "rfm_monetary_score",
] as const satisfies readonly AsOfField[];

export type TargetProblem = ConditionProblem | { code: "not_judged_as_of" };

/** Every fault of a target in a campaign of that type; empty = usable. */
export function targetErrors(value: unknown, type: string): (TargetProblem & { path: string })[] {
  const parsed = parseCondition(value);
  if (!parsed.ok) return parsed.errors;
  if (type !== "basic") return [];
  return fieldsNotJudgedAsOf(parsed.tree).map((path) => ({ path: `${path}.field`, code: "not_judged_as_of" }));
}
