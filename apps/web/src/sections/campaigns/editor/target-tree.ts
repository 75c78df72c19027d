import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import { fieldsForCampaign } from "@okaeri/domain/segments/as-of";
import type { Operator, SegmentField, SegmentFieldType } from "@okaeri/domain/segments/fields";
import { isSegmentField, SEGMENT_FIELDS } from "@okaeri/domain/segments/fields";
import type { RuleGroupType, RuleType } from "react-querybuilder";
import type { Names } from "../names.ts";

type Node = RuleGroupType | RuleType;

function isGroup(node: Node): node is RuleGroupType {
  return "rules" in node;
}

/** What a new condition compares with. */
export function firstOperator(field: string): Operator {
  const type = typeOf(field);
  if (type === undefined || type.type === "boolean") return "=";
  return type.type === "number" || type.type === "date" ? ">=" : "in";
}

export function typeOf(field: string): SegmentFieldType | undefined {
  return isSegmentField(field) ? SEGMENT_FIELDS[field] : undefined;
}

/** The value a condition starts with: nothing filled in. */
export function firstValue(field: string): unknown {
  const type = typeOf(field);
  if (type?.type === "boolean") return true;
  return type?.type === "number" ? null : type?.type === "date" ? "" : [];
}

function fitted(rule: RuleType): RuleType {
  const type = typeOf(rule.field);
  if (type?.type !== "number" && type?.type !== "date") return rule;
  const empty = type.type === "number" ? null : "";
  const isPair = Array.isArray(rule.value);
  if (rule.operator === "between") return isPair ? rule : { ...rule, value: [rule.value, empty] };
  return isPair ? { ...rule, value: (rule.value as unknown[])[0] ?? empty } : rule;
}

/** After an edit: a range gets its second value, and a single comparison loses it. */
export function settled(group: RuleGroupType): RuleGroupType {
  return {
    ...group,
    rules: group.rules.map((node) =>
      typeof node === "string" ? node : isGroup(node) ? settled(node) : fitted(node),
    ) as RuleGroupType["rules"],
  };
}

/** The builder's tree as the calls take it, without the builder's own ids. */
export function toTarget(group: RuleGroupType): ConditionNode {
  return {
    combinator: group.combinator === "or" ? "or" : "and",
    ...(group.not ? { not: true } : {}),
    rules: group.rules.map((node) =>
      isGroup(node) ? toTarget(node) : { field: node.field, operator: node.operator, value: node.value ?? null },
    ),
  };
}

/** A saved tree as the builder edits it. */
export function fromTarget(node: ConditionNode): RuleGroupType {
  if (!("rules" in node)) return { combinator: "and", rules: [{ ...node }] };
  return {
    combinator: node.combinator,
    ...(node.not ? { not: true } : {}),
    rules: node.rules.map((rule) => ("rules" in rule ? fromTarget(rule) : { ...rule })),
  };
}

/** Fields in the order they are offered, by what they are about. */
export const FIELD_GROUPS = {
  stay: [
    "last_stay_days",
    "last_stay_on",
    "stay_count",
    "stay_count_2y",
    "use_price_total",
    "stay_check_in_day",
    "stay_check_out_day",
    "stay_days",
    "facility_account_id",
    "reserved_facility_account_id",
  ],
  loyalty: ["rank_detail_id", "point_balance", "has_member_number"],
  rfm: ["rfm_group_id", "rfm_recency_score", "rfm_frequency_score", "rfm_monetary_score"],
  person: ["birthday_month", "gender", "language", "customer_type_id"],
  contact: ["mail_reachable", "line_reachable"],
} as const satisfies Record<string, readonly SegmentField[]>;
export type FieldGroup = keyof typeof FIELD_GROUPS;

/** Fields that a campaign of this type may ask and that have something to choose in this account. */
export function offeredFields(names: Names, type: string): SegmentField[] {
  return fieldsForCampaign(type).filter((field) => {
    const type = SEGMENT_FIELDS[field];
    if (type.type === "people") return false;
    return type.type !== "reference" || names[type.reference].length > 0;
  });
}

/** What the builder hands to all its controls: the path of the segment's target. */
export type BuilderContext = { path: string };

/** The path of a node of the tree, as the checks name it: "segments.0.target.rules.1.rules.0". */
export function nodePath(context: BuilderContext, place: readonly number[]): string {
  return [context.path, ...place.map((at) => `rules.${at}`)].join(".");
}
