import { parseDate } from "../calendar-date.ts";
import { daysAway } from "./check-value.ts";
import {
  type ConditionGroup,
  type ConditionNode,
  type ConditionRule,
  type CountedRule,
  isCounted,
  isGroup,
} from "./condition.ts";
import { factOf, RELATIVE_MONTHS } from "./fields.ts";

/** Two conditions that must both be met and never can be: where the later one stands, and what stands before it. */
export type Contradiction = { path: string; earlier: Rule };
type Rule = ConditionRule | CountedRule;

/**
 * The rules of a checked tree that contradict one before them in the same group. Only what is certain: figures and days that leave no room,
 * choices that have nothing in common, what is known and not known at once.
 */
export function contradictions(group: ConditionGroup, path = ""): Contradiction[] {
  const at = (index: number) => `${path === "" ? "" : `${path}.`}rules.${index}`;
  return group.rules.flatMap((node, index) => {
    if (isGroup(node)) return contradictions(node, at(index));
    const earlier =
      group.combinator === "and" ? group.rules.slice(0, index).find((other) => excludes(other, node)) : undefined;
    return earlier === undefined ? [] : [{ path: at(index), earlier: earlier as Rule }];
  });
}

function excludes(one: ConditionNode, other: Rule): boolean {
  if (isGroup(one) || subjectOf(one) !== subjectOf(other)) return false;
  if (isCounted(one) || isCounted(other)) return areDisjoint(one, other, figure);
  const fact = factOf(other.field);
  // A guest can have several of them: each condition may mean another.
  if (fact.luaList !== undefined || (fact.type === "reference" && fact.many) || fact.type === "people") return false;
  const known = [knownIn(one), knownIn(other)];
  if (known.includes("unknown")) return known.includes("known");
  if (one.operator === "notNull" || other.operator === "notNull") return false;
  switch (fact.type) {
    case "boolean":
      return one.value !== other.value;
    case "number":
      return areDisjoint(one, other, figure);
    case "date":
      return areDisjoint(one, other, calendarDay) || areDisjoint(one, other, daysAway);
    default:
      return chooseDisjoint(one, other);
  }
}

/** What is asked of: conditions on another fact say nothing about this one. */
const subjectOf = (rule: Rule): string =>
  JSON.stringify(isCounted(rule) ? [rule.of, rule.where, rule.sum] : [rule.field, rule.args]);

/** Whether the rule is met only by guests of whom the fact is known; one that turns round is met by the others too. */
function knownIn({ operator }: ConditionRule): "known" | "unknown" | "either" {
  if (operator === "null") return "unknown";
  return operator === "!=" || operator === "notIn" ? "either" : "known";
}

type Read = (value: unknown) => number | undefined;
const figure: Read = (value) => (typeof value === "number" ? value : undefined);
const calendarDay: Read = (value) =>
  typeof value === "string" && parseDate(value) ? Date.parse(value) / 86_400_000 : undefined;

/** Whole figures that a rule leaves, both ends included; undefined where it leaves no range, or one of another kind. */
function rangeOf({ operator, value }: Rule, read: Read): readonly [number, number] | undefined {
  const [low, high] = Array.isArray(value) ? value.map(read) : [read(value), read(value)];
  if (low === undefined || high === undefined) return undefined;
  switch (operator) {
    case "=":
    case "between":
      return [low, high];
    case ">=":
      return [low, Number.POSITIVE_INFINITY];
    case ">":
      return [low + 1, Number.POSITIVE_INFINITY];
    case "<=":
      return [Number.NEGATIVE_INFINITY, high];
    case "<":
      return [Number.NEGATIVE_INFINITY, high - 1];
    default:
      return undefined;
  }
}

function areDisjoint(one: Rule, other: Rule, read: Read): boolean {
  const [a, b] = [rangeOf(one, read), rangeOf(other, read)];
  if (a !== undefined && b !== undefined) return Math.max(a[0], b[0]) > Math.min(a[1], b[1]);
  const operators = [one.operator, other.operator];
  return operators.includes("=") && operators.includes("!=") && read(one.value) === read(other.value);
}

function chooseDisjoint(one: ConditionRule, other: ConditionRule): boolean {
  const [a, b] = [one.value as readonly unknown[], other.value as readonly unknown[]];
  // What this month is, depends on the day.
  if ([...a, ...b].some((value) => (RELATIVE_MONTHS as readonly unknown[]).includes(value))) return false;
  if (one.operator === "in" && other.operator === "in") return !a.some((value) => b.includes(value));
  if (one.operator === other.operator) return false;
  const [within, without] = one.operator === "in" ? [a, b] : [b, a];
  return within.every((value) => without.includes(value));
}
