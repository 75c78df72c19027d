import type { ConditionNode } from "@okaeri/contract/campaigns/condition";
import { fieldsForCampaign } from "@okaeri/domain/segments/as-of";
import type { FactEntry, Operator, SegmentField, SegmentFieldType } from "@okaeri/domain/segments/fields";
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
    rules: group.rules.map((node) => (isGroup(node) ? toTarget(node) : toRule(node))),
  };
}

type Rule = Exclude<ConditionNode, { rules: unknown }>;

/** What counts the items of a list has the list for its field, and the rest beside it. */
function toRule(node: RuleType): Rule {
  const { field, operator, value = null, args, where, sum } = node as RuleType & Record<string, unknown>;
  if (where !== undefined)
    return { of: field, where: where as ConditionNode, operator, value, ...(sum ? { sum: String(sum) } : {}) };
  return { field, ...(args ? { args: args as (string | number)[] } : {}), operator, value };
}

function fromRule(rule: Rule): RuleType {
  if (!("of" in rule)) return { ...rule };
  const { of, ...rest } = rule;
  return { field: of, ...rest };
}

/** A saved tree as the builder edits it. */
export function fromTarget(node: ConditionNode): RuleGroupType {
  if (!("rules" in node)) return { combinator: "and", rules: [fromRule(node)] };
  return {
    combinator: node.combinator,
    ...(node.not ? { not: true } : {}),
    rules: node.rules.map((rule) => ("rules" in rule ? fromTarget(rule) : fromRule(rule))),
  };
}

/** Fields that a campaign of this type may ask and that have something to choose in this account. */
export function offeredFields(names: Names, type: string): SegmentField[] {
  return fieldsForCampaign(type).filter((field) => {
    const type: FactEntry = SEGMENT_FIELDS[field];
    // Nothing to type codes and arguments with.
    if (type.type === "people" || type.type === "code" || type.args !== undefined) return false;
    return type.type !== "reference" || names[type.reference].length > 0;
  });
}

/** What the builder hands to all its controls: the path of the segment's target. */
export type BuilderContext = { path: string };

/** The path of a node of the tree, as the checks name it: "segments.0.target.rules.1.rules.0". */
export function nodePath(context: BuilderContext, place: readonly number[]): string {
  return [context.path, ...place.map((at) => `rules.${at}`)].join(".");
}
