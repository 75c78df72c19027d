import { MAX_YEN } from "../money.ts";
import {
  argumentError,
  isObject,
  type Loose,
  MAX_LIST_VALUES,
  MAX_LISTED_GUESTS,
  type ValueProblem,
  valueProblem,
} from "./check-value.ts";
import {
  type FactEntry,
  isSegmentField,
  NUMBER_OPERATORS,
  type NumberOperator,
  type Operator,
  operatorsOf,
  type RelativeDate,
  SEGMENT_FIELDS,
  type SegmentField,
} from "./fields.ts";
import { type ItemField, isSegmentList, itemOf, MAX_CONDITION_COUNT, type SegmentList, summable } from "./lists.ts";

export { MAX_LIST_VALUES, MAX_LISTED_GUESTS };

/** One value, a pair for `between` (both ends inclusive), a list for `in` and `notIn`, nothing for `null` and `notNull`. */
export type ConditionValue = One | null | readonly One[];
type One = number | string | boolean | RelativeDate;

export interface ConditionRule<F extends string = SegmentField> {
  field: F;
  /** Of a fact that asks for them, in its order. */
  args?: readonly (number | string)[];
  operator: Operator;
  value: ConditionValue;
}

/** How many items of a list meet the conditions, or the sum of one of their facts. */
export interface CountedRule {
  of: SegmentList;
  where: ItemGroup;
  operator: NumberOperator;
  value: number | readonly [number, number];
  sum?: ItemField;
}

/** Conditions on the items of a list; an empty one means every item. */
export interface ItemGroup {
  combinator: "and" | "or";
  not?: boolean;
  rules: readonly ItemNode[];
}
export type ItemNode = ItemGroup | ConditionRule<ItemField>;

/** A target: and/or over rules and further groups. An empty top group means everybody. */
export interface ConditionGroup {
  combinator: "and" | "or";
  not?: boolean;
  rules: readonly ConditionNode[];
}

export type ConditionNode = ConditionGroup | ConditionRule | CountedRule;

export const EVERYBODY: ConditionGroup = { combinator: "and", rules: [] };
/** Groups within groups, the top one counted. */
export const MAX_CONDITION_DEPTH = 5;
/** The same within a counted rule. */
export const MAX_ITEM_DEPTH = 2;
/** Rules in the whole tree, those within counted rules too. */
export const MAX_CONDITION_RULES = 50;

export type ConditionProblem = { code: ConditionErrorCode } | ValueProblem;
type ConditionErrorCode =
  | "not_a_group"
  | "unknown_combinator"
  | "empty_group"
  | "too_deep"
  | "too_many_rules"
  | "unknown_field"
  | "unknown_operator"
  | "counted_in_counted";
/** The path is "" for the top group, else like "rules.0.rules.2.value" or "rules.0.where.rules.1.field". */
export type ConditionError = ConditionProblem & { path: string };

type AnyNode = ConditionNode | ItemNode;

/** Whether a node is a group. */
export function isGroup(node: ConditionNode): node is ConditionGroup;
export function isGroup(node: ItemNode): node is ItemGroup;
export function isGroup(node: AnyNode): boolean {
  return "rules" in node;
}

/** Whether a node counts or sums the items of a list. */
export function isCounted(node: AnyNode): node is CountedRule {
  return "of" in node;
}

/** What may stand where the walk is: facts of the guest, or of the items of a list. */
type Place = { list: SegmentList | null; maxDepth: number };

class TreeCheck {
  readonly errors: ConditionError[] = [];
  private ruleCount = 0;

  group(node: unknown, path: string, depth: number, place: Place): void {
    const at = (part: string) => (path === "" ? part : `${path}.${part}`);
    if (!isObject(node) || !Array.isArray(node.rules)) {
      this.errors.push({ path, code: "not_a_group" });
      return;
    }
    if (node.combinator !== "and" && node.combinator !== "or")
      this.errors.push({ path: at("combinator"), code: "unknown_combinator" });
    // Deeper levels are not walked: hostile nesting must not exhaust the stack.
    if (depth > place.maxDepth) {
      this.errors.push({ path, code: "too_deep" });
      return;
    }
    if (node.rules.length === 0 && (depth > 1 || node.not === true)) this.errors.push({ path, code: "empty_group" });
    for (const [index, rule] of node.rules.slice(0, MAX_CONDITION_RULES + 1).entries())
      this.node(rule, at(`rules.${index}`), depth, place);
  }

  private node(node: unknown, path: string, depth: number, place: Place): void {
    if (isObject(node) && "rules" in node) {
      this.group(node, path, depth + 1, place);
      return;
    }
    this.ruleCount += 1;
    if (this.ruleCount === MAX_CONDITION_RULES + 1) this.errors.push({ path, code: "too_many_rules" });
    const rule: Loose = isObject(node) ? node : {};
    if ("of" in rule) this.counted(rule, path, place);
    else this.rule(rule, path, place);
  }

  private rule(rule: Loose, path: string, { list }: Place): void {
    const fact = list === null ? fieldOf(rule.field) : itemOf(list, rule.field);
    if (fact === undefined) {
      this.errors.push({ path: `${path}.field`, code: "unknown_field" });
      return;
    }
    this.args(fact, rule.args, path);
    this.comparison(rule, path, operatorsOf(fact), fact);
  }

  private args({ args: wanted = [] }: FactEntry, args: unknown, path: string): void {
    if (wanted.length === 0) {
      if (args !== undefined) this.errors.push({ path: `${path}.args`, code: "bad_value" });
      return;
    }
    if (!Array.isArray(args) || args.length !== wanted.length) {
      this.errors.push({ path: `${path}.args`, code: "bad_value" });
      return;
    }
    for (const [index, one] of wanted.entries()) {
      const code = argumentError(one, args[index]);
      if (code !== undefined) this.errors.push({ path: `${path}.args.${index}`, code });
    }
  }

  private counted(rule: Loose, path: string, { list }: Place): void {
    if (list !== null) {
      this.errors.push({ path, code: "counted_in_counted" });
      return;
    }
    const { of, sum } = rule;
    if (!isSegmentList(of)) {
      this.errors.push({ path: `${path}.of`, code: "unknown_field" });
      return;
    }
    this.group(rule.where, `${path}.where`, 1, { list: of, maxDepth: MAX_ITEM_DEPTH });
    if (sum !== undefined && !(summable(of) as readonly unknown[]).includes(sum))
      this.errors.push({ path: `${path}.sum`, code: "unknown_field" });
    const max = sum === undefined ? MAX_CONDITION_COUNT : MAX_YEN;
    this.comparison(rule, path, NUMBER_OPERATORS, { type: "number", min: 0, max });
  }

  private comparison(
    rule: Loose,
    path: string,
    operators: readonly Operator[],
    type: Parameters<typeof valueProblem>[0],
  ): void {
    if (!(operators as readonly unknown[]).includes(rule.operator)) {
      this.errors.push({ path: `${path}.operator`, code: "unknown_operator" });
      return;
    }
    const problem = valueProblem(type, rule.operator as Operator, rule.value);
    if (problem !== undefined) this.errors.push({ path: `${path}.value`, ...problem });
  }
}

const fieldOf = (name: unknown): FactEntry | undefined => (isSegmentField(name) ? SEGMENT_FIELDS[name] : undefined);

/** Nothing but what this page defines: the builder adds ids of its own. */
function onlyKnownKeys<N extends AnyNode>(node: N): AnyNode {
  if ("rules" in node) {
    const { combinator, not, rules } = node;
    return { combinator, ...(not === true ? { not } : {}), rules: rules.map(onlyKnownKeys) } as ConditionGroup;
  }
  if (isCounted(node)) {
    const { of, where, operator, value, sum } = node;
    return {
      of,
      where: onlyKnownKeys(where) as ItemGroup,
      operator,
      value,
      ...(sum === undefined ? {} : { sum }),
    };
  }
  const { field, args, operator, value } = node as ConditionRule;
  return { field, ...(args === undefined ? {} : { args }), operator, value };
}

export type ParsedCondition = { ok: true; tree: ConditionGroup } | { ok: false; errors: ConditionError[] };

/** Checks any JSON value and returns the tree with nothing in it but what this page defines, or every error. */
export function parseCondition(value: unknown): ParsedCondition {
  const check = new TreeCheck();
  check.group(value, "", 1, { list: null, maxDepth: MAX_CONDITION_DEPTH });
  if (check.errors.length > 0) return { ok: false, errors: check.errors };
  return { ok: true, tree: onlyKnownKeys(value as ConditionGroup) as ConditionGroup };
}

/** Every fault of a tree; empty = usable. */
export function validateCondition(value: unknown): ConditionError[] {
  const parsed = parseCondition(value);
  return parsed.ok ? [] : parsed.errors;
}
