import { parseDate } from "../calendar-date.ts";
import type { Operator, SegmentField, SegmentFieldType } from "./fields.ts";
import { isSegmentField, RELATIVE_MONTHS, SEGMENT_FIELDS } from "./fields.ts";

/** One value, a pair for `between` (both ends inclusive), or a list for `in` and `notIn`. */
export type ConditionValue = number | string | boolean | readonly (number | string)[];

export interface ConditionRule {
  field: SegmentField;
  operator: Operator;
  value: ConditionValue;
}

/** A target: and/or over rules and further groups. An empty top group means everybody. */
export interface ConditionGroup {
  combinator: "and" | "or";
  not?: boolean;
  rules: readonly ConditionNode[];
}

export type ConditionNode = ConditionGroup | ConditionRule;

export const EVERYBODY: ConditionGroup = { combinator: "and", rules: [] };
/** Groups within groups, the top one counted. */
export const MAX_CONDITION_DEPTH = 5;
/** Rules in the whole tree. */
export const MAX_CONDITION_RULES = 50;
/** Values of one list. */
export const MAX_LIST_VALUES = 200;
/** Guests of one list: nobody types them, a list of guests hands them over. */
export const MAX_PEOPLE = 10_000;

export type ConditionProblem = { code: ConditionErrorCode } | { code: "too_many"; max: number };
type ConditionErrorCode =
  | "not_a_group"
  | "unknown_combinator"
  | "empty_group"
  | "too_deep"
  | "too_many_rules"
  | "unknown_field"
  | "unknown_operator"
  | "bad_value"
  | "out_of_range"
  | "empty_list"
  | "before_start"
  | "below_minimum";
/** The path is "" for the top group, else like "rules.0.rules.2.value". */
export type ConditionError = ConditionProblem & { path: string };

/** Whether a node is a group. */
export function isGroup(node: ConditionNode): node is ConditionGroup {
  return "rules" in node;
}

type Loose = Record<string, unknown>;

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

function isListItem(type: SegmentFieldType, value: unknown): boolean {
  switch (type.type) {
    case "reference":
    case "people":
      return isId(value);
    case "choice":
      return type.choices.includes(value as string);
    case "weekday":
      return value === 0 || (isId(value) && (value as number) <= 6);
    case "month":
      return (RELATIVE_MONTHS as readonly unknown[]).includes(value) || (isId(value) && (value as number) <= 12);
    default:
      return false;
  }
}

function scalarError(type: SegmentFieldType, value: unknown): ConditionErrorCode | undefined {
  if (type.type === "boolean") return typeof value === "boolean" ? undefined : "bad_value";
  if (type.type === "date") return typeof value === "string" && parseDate(value) ? undefined : "bad_value";
  if (type.type !== "number" || !Number.isSafeInteger(value)) return "bad_value";
  return (value as number) < type.min || (value as number) > type.max ? "out_of_range" : undefined;
}

function listProblem(type: SegmentFieldType, value: unknown): ConditionProblem | undefined {
  if (!Array.isArray(value)) return { code: "bad_value" };
  if (value.length === 0) return { code: "empty_list" };
  const max = type.type === "people" ? MAX_PEOPLE : MAX_LIST_VALUES;
  if (value.length > max) return { code: "too_many", max };
  return value.every((item) => isListItem(type, item)) ? undefined : { code: "bad_value" };
}

function pairError(type: SegmentFieldType, value: unknown): ConditionErrorCode | undefined {
  if (!Array.isArray(value) || value.length !== 2) return "bad_value";
  const [from, to] = value;
  const reversed = type.type === "date" ? "before_start" : "below_minimum";
  return scalarError(type, from) ?? scalarError(type, to) ?? (from > to ? reversed : undefined);
}

function valueProblem(type: SegmentFieldType, operator: Operator, value: unknown): ConditionProblem | undefined {
  if (operator === "in" || operator === "notIn") return listProblem(type, value);
  const code = operator === "between" ? pairError(type, value) : scalarError(type, value);
  return code && { code };
}

class TreeCheck {
  readonly errors: ConditionError[] = [];
  private ruleCount = 0;

  group(node: unknown, path: string, depth: number): ConditionGroup {
    const at = (part: string) => (path === "" ? part : `${path}.${part}`);
    if (!isObject(node) || !Array.isArray(node.rules)) {
      this.errors.push({ path, code: "not_a_group" });
      return EVERYBODY;
    }
    if (node.combinator !== "and" && node.combinator !== "or") {
      this.errors.push({ path: at("combinator"), code: "unknown_combinator" });
    }
    const not = node.not === true;
    // Deeper levels are not walked: hostile nesting must not exhaust the stack.
    if (depth > MAX_CONDITION_DEPTH) {
      this.errors.push({ path, code: "too_deep" });
      return EVERYBODY;
    }
    if (node.rules.length === 0 && (depth > 1 || not)) this.errors.push({ path, code: "empty_group" });
    const rules = node.rules.slice(0, MAX_CONDITION_RULES + 1).map((rule, index): ConditionNode => {
      const rulePath = at(`rules.${index}`);
      return isObject(rule) && "rules" in rule ? this.group(rule, rulePath, depth + 1) : this.rule(rule, rulePath);
    });
    return { combinator: node.combinator === "or" ? "or" : "and", ...(not ? { not } : {}), rules };
  }

  private rule(node: unknown, path: string): ConditionRule {
    this.ruleCount += 1;
    if (this.ruleCount === MAX_CONDITION_RULES + 1) this.errors.push({ path, code: "too_many_rules" });
    const rule: Loose = isObject(node) ? node : {};
    if (!isSegmentField(rule.field)) this.errors.push({ path: `${path}.field`, code: "unknown_field" });
    else this.checkValue(rule, rule.field, path);
    return rule as unknown as ConditionRule;
  }

  private checkValue(rule: Loose, field: SegmentField, path: string): void {
    const type = SEGMENT_FIELDS[field];
    const operator = rule.operator as Operator;
    if (!(type.operators as readonly unknown[]).includes(operator)) {
      this.errors.push({ path: `${path}.operator`, code: "unknown_operator" });
      return;
    }
    const problem = valueProblem(type, operator, rule.value);
    if (problem !== undefined) this.errors.push({ path: `${path}.value`, ...problem });
  }
}

function onlyKnownKeys(node: ConditionNode): ConditionNode {
  if (isGroup(node)) {
    const { combinator, not, rules } = node;
    return { combinator, ...(not ? { not } : {}), rules: rules.map(onlyKnownKeys) };
  }
  return { field: node.field, operator: node.operator, value: node.value };
}

export type ParsedCondition = { ok: true; tree: ConditionGroup } | { ok: false; errors: ConditionError[] };

/** Checks any JSON value and returns the tree with nothing in it but what this page defines, or every error. */
export function parseCondition(value: unknown): ParsedCondition {
  const check = new TreeCheck();
  const tree = check.group(value, "", 1);
  if (check.errors.length > 0) return { ok: false, errors: check.errors };
  return { ok: true, tree: onlyKnownKeys(tree) as ConditionGroup };
}

/** Every fault of a tree; empty = usable. */
export function validateCondition(value: unknown): ConditionError[] {
  const parsed = parseCondition(value);
  return parsed.ok ? [] : parsed.errors;
}
