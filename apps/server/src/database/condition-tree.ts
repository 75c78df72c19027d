import { type ConditionNode, type ConditionRule, isGroup } from "@okaeri/domain/segments/condition";
import { type RawBuilder, sql } from "kysely";

export type Condition = RawBuilder<boolean>;
export type Column = RawBuilder<unknown>;

const TRUE: Condition = sql<boolean>`true`;
const FALSE: Condition = sql<boolean>`false`;
export const not = (condition: Condition): Condition => sql<boolean>`not (${condition})`;

/** And, or and not of a tree over whatever a single rule means. */
export function treeSql(node: ConditionNode, ruleOf: (rule: ConditionRule) => Condition): Condition {
  if (!isGroup(node)) return ruleOf(node);
  if (node.rules.length === 0) return node.not ? FALSE : TRUE;
  const parts = node.rules.map((rule) => sql`(${treeSql(rule, ruleOf)})`);
  const joined = sql<boolean>`${sql.join(parts, node.combinator === "or" ? sql` or ` : sql` and `)}`;
  return node.not ? not(joined) : joined;
}

/** A rule about one of several values. `within` makes the condition that one of them is there. */
export function listed(rule: ConditionRule, within: (values: readonly (number | string)[]) => Condition): Condition {
  const found = within(rule.value as readonly (number | string)[]);
  return rule.operator === "notIn" ? not(found) : found;
}

// Only these reach the statement as operators.
const OPERATORS = { "=": sql`=`, "<": sql`<`, "<=": sql`<=`, ">": sql`>`, ">=": sql`>=` } as const;

/** A comparison of a column that is never null. */
export function compared(column: Column, rule: ConditionRule, type: "int8" | "date"): Condition {
  const as = sql.raw(type);
  if (rule.operator === "between") {
    const [low, high] = rule.value as readonly [number | string, number | string];
    return sql<boolean>`${column} between ${low}::${as} and ${high}::${as}`;
  }
  const value = rule.value as number | string;
  if (rule.operator === "!=") return sql<boolean>`${column} <> ${value}::${as}`;
  return sql<boolean>`${column} ${OPERATORS[rule.operator as keyof typeof OPERATORS]} ${value}::${as}`;
}
