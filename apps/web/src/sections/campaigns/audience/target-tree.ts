import type { ConditionInput } from "@okaeri/contract/campaigns/audience/condition";
import type { FactEntry } from "@okaeri/domain/segments/field-types";
import type { Operator } from "@okaeri/domain/segments/fields";
import { isSegmentList, type SegmentList } from "@okaeri/domain/segments/lists";
import type { ReactNode } from "react";
import type { RuleGroupType, RuleType } from "react-querybuilder";
import { askedFact, type FactSubject } from "../../../parts/campaigns/conditions/asked-fact.ts";

/** A rule as the builder holds it: of a fact, or of what is counted, which then has `of` and `where` and an empty `field`. */
export type BuilderRule = RuleType & {
  args?: (string | number | null)[];
  of?: SegmentList;
  where?: RuleGroupType;
  sum?: string;
};
type BuilderNode = RuleGroupType | BuilderRule;

export function isBuilderGroup(node: BuilderNode): node is RuleGroupType {
  return "rules" in node;
}

function firstOperator({ type }: FactEntry): Operator {
  if (type === "boolean") return "=";
  return type === "number" || type === "date" ? ">=" : "in";
}

function firstValue({ type }: FactEntry): unknown {
  if (type === "boolean") return true;
  return type === "number" ? null : type === "date" ? "" : [];
}

/** A rule with nothing filled in. */
export function newRule(place: FactSubject, field: string): BuilderRule {
  const fact = askedFact(place, field);
  if (fact === undefined) return { field, operator: "=", value: null };
  const args = fact.args?.map((argument) => ("choices" in argument ? (argument.choices[0] ?? null) : null));
  return {
    field,
    ...(args === undefined ? {} : { args }),
    operator: firstOperator(fact),
    value: firstValue(fact),
  };
}

/** A rule that counts the items of a list, or sums one of their facts. */
export function newCountedRule(of: SegmentList, sum?: string): BuilderRule {
  return {
    field: "",
    of,
    where: { combinator: "and", rules: [] },
    operator: ">=",
    value: null,
    ...(sum === undefined ? {} : { sum }),
  };
}

/** The rule with another comparison: a range gets its second value, a single comparison loses it, what is (not) known has none. */
export function withOperator(rule: BuilderRule, operator: string, empty: unknown): BuilderRule {
  if (operator === "null" || operator === "notNull") return { ...rule, operator, value: null };
  if (operator === "in" || operator === "notIn")
    return { ...rule, operator, value: Array.isArray(rule.value) ? rule.value : [] };
  const first = Array.isArray(rule.value) ? ((rule.value as unknown[])[0] ?? empty) : (rule.value ?? empty);
  if (operator !== "between") return { ...rule, operator, value: first };
  return { ...rule, operator, value: Array.isArray(rule.value) ? rule.value : [first, empty] };
}

/** The builder's tree as the calls take it, without the builder's own ids. */
export function toTarget(group: RuleGroupType): ConditionInput {
  return {
    combinator: group.combinator === "or" ? "or" : "and",
    ...(group.not ? { not: true } : {}),
    rules: group.rules.map((node) => (isBuilderGroup(node) ? toTarget(node) : toRule(node))),
  };
}

export function toRule({
  of,
  where,
  sum,
  field,
  args,
  operator,
  value = null,
}: BuilderRule): Exclude<ConditionInput, { rules: unknown }> {
  if (of !== undefined)
    return {
      of,
      where: toTarget(where ?? { combinator: "and", rules: [] }),
      operator,
      value,
      ...(sum === undefined ? {} : { sum }),
    };
  return { field, ...(args === undefined ? {} : { args: args as (string | number)[] }), operator, value };
}

/** A saved tree as the builder edits it. Each part is told apart by an id that stays: nothing is drawn anew while it is looked at. */
export function fromTarget(node: ConditionInput): RuleGroupType {
  const id = crypto.randomUUID();
  if (!("rules" in node)) return { id, combinator: "and", rules: [fromRule(node)] };
  return {
    id,
    combinator: node.combinator,
    ...(node.not ? { not: true } : {}),
    rules: node.rules.map((rule) => ("rules" in rule ? fromTarget(rule) : fromRule(rule))),
  };
}

function fromRule(rule: Exclude<ConditionInput, { rules: unknown }>): BuilderRule {
  const id = crypto.randomUUID();
  if (!("of" in rule)) return { id, ...rule } as BuilderRule;
  const { of, where, ...rest } = rule;
  // A list that this version does not know stays as it is, and is said to be none.
  return { id, ...rest, field: "", of: of as SegmentList, where: fromTarget(where) } as BuilderRule;
}

/** The tree with another rule in that place. */
export function replacedIn(group: RuleGroupType, path: readonly number[], rule: BuilderRule): RuleGroupType {
  const [at, ...rest] = path;
  return {
    ...group,
    rules: group.rules.map((node, index) => {
      if (index !== at) return node;
      return rest.length > 0 && isBuilderGroup(node) ? replacedIn(node, rest, rule) : rule;
    }),
  };
}

/** Rules in a whole tree, those within counted rules too. */
export function countRules(group: RuleGroupType): number {
  return group.rules.reduce(
    (total, node) =>
      total + (isBuilderGroup(node) ? countRules(node) : 1 + countRules((node as BuilderRule).where ?? EMPTY)),
    0,
  );
}
const EMPTY: RuleGroupType = { combinator: "and", rules: [] };

/** Whether the list of the rule is one that this version knows. */
export const knownList = (of: unknown): of is SegmentList => isSegmentList(of);

/** What a builder hands to all its controls. */
export type BuilderContext = {
  /** The path of its top group, as the checks name it: "segments.0.target", or "….rules.1.where" within a counted rule. */
  path: string;
  place: FactSubject;
  replace: (path: readonly number[], rule: BuilderRule) => void;
  /** The conditions on what a counted rule counts: a builder of their own. */
  renderInner: (inner: InnerConditions) => ReactNode;
  /** How deep groups may stand, the top one counted. */
  maxDepth: number;
};

export type InnerConditions = {
  path: string;
  list: SegmentList;
  where: RuleGroupType;
  onChange: (where: RuleGroupType) => void;
};

/** The path of a node of the tree: "segments.0.target.rules.1.rules.0". */
export function nodePath({ path }: Pick<BuilderContext, "path">, place: readonly number[]): string {
  return [path, ...place.map((at) => `rules.${at}`)].join(".");
}
