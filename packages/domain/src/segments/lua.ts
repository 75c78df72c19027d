import type { ConditionGroup, ConditionNode, ConditionRule } from "./condition.ts";
import { isGroup } from "./condition.ts";
import { SEGMENT_FIELDS } from "./fields.ts";

// The Lua text of a condition tree, for lua_script. Facts are plain variables named like the fields (nil = not known),
// dates are 'YYYY-MM-DD' strings, this_month and next_month are numbers, and contains(list, value) looks into
// list facts. The text is an expression with exactly the meaning of matches(): a nil never matches, != and notIn are
// plain negations.

const LIST_VARIABLES: Record<string, string> = {
  customer_type_id: "customer_type_ids",
  facility_account_id: "facility_account_ids",
  reserved_facility_account_id: "reserved_facility_account_ids",
};
const LUA_OPERATORS: Record<string, string> = { "=": "==", "<": "<", "<=": "<=", ">": ">", ">=": ">=" };

function literal(value: number | string | boolean): string {
  if (value === "this_month" || value === "next_month") return value;
  // Strings are dates and codes that parseCondition has checked: nothing in them needs escaping.
  return typeof value === "string" ? `"${value}"` : String(value);
}

function listText(rule: ConditionRule): string {
  const values = rule.value as readonly (number | string)[];
  const list = LIST_VARIABLES[rule.field];
  const tests = values.map((value) =>
    list === undefined ? `${rule.field} == ${literal(value)}` : `contains(${list}, ${literal(value)})`,
  );
  return tests.join(" or ");
}

function neverNil(field: ConditionRule["field"]): boolean {
  return ["stay_count", "stay_count_2y", "use_price_total", "point_balance"].includes(field);
}

function ruleText(rule: ConditionRule): string {
  const { field, operator } = rule;
  if (operator === "in")
    return (rule.value as readonly unknown[]).length === 1 ? listText(rule) : `(${listText(rule)})`;
  if (operator === "notIn") return `not (${listText(rule)})`; // "not" binds tighter than "=="
  if (operator === "!=") return `${field} ~= ${literal(rule.value as number)}`;
  if (operator === "=" && SEGMENT_FIELDS[field].type === "boolean") return rule.value === true ? field : `not ${field}`;
  if (operator === "=") return `${field} == ${literal(rule.value as number | string)}`;
  const known = neverNil(field) ? "" : `${field} ~= nil and `;
  if (operator === "between") {
    const [low, high] = rule.value as readonly [number | string, number | string];
    return `(${known}${field} >= ${literal(low)} and ${field} <= ${literal(high)})`;
  }
  const comparison = `${field} ${LUA_OPERATORS[operator]} ${literal(rule.value as number | string)}`;
  return known === "" ? comparison : `(${known}${comparison})`;
}

function nodeText(node: ConditionNode): string {
  if (!isGroup(node)) return ruleText(node);
  if (node.rules.length === 0) return node.not ? "false" : "true";
  const text = node.rules.map(nodeText).join(` ${node.combinator} `);
  if (node.not) return `not (${text})`;
  return node.rules.length === 1 ? text : `(${text})`;
}

/** The Lua expression of a tree that has passed parseCondition. */
export function toLua(tree: ConditionGroup): string {
  const text = nodeText(tree);
  // The outermost brackets of a plain group say nothing.
  return !tree.not && tree.rules.length > 1 ? text.slice(1, -1) : text;
}
