import type { ConditionGroup } from "./condition.ts";
import { factOf, type SegmentField } from "./fields.ts";
import { type FactTest, type Form, formOf } from "./form.ts";

// The Lua text of a condition, for lua_script. Facts are plain variables named like the fields (nil = not known),
// dates are 'YYYY-MM-DD' strings, this_month and next_month are numbers, and contains(list, value) looks into
// list facts. The text is an expression with exactly the meaning of matches(): a nil never matches, != and notIn are
// plain negations.

const LUA_OPERATORS = { "=": "==", "<": "<", "<=": "<=", ">": ">", ">=": ">=" } as const;

function literal(value: number | string | boolean): string {
  if (value === "this_month" || value === "next_month") return value;
  // Strings are dates and codes that parseCondition has checked: nothing in them needs escaping.
  return typeof value === "string" ? `"${value}"` : String(value);
}

function listText(fact: SegmentField, values: readonly (number | string)[]): string {
  const { luaList } = factOf(fact);
  return values
    .map((value) => (luaList ? `contains(${luaList}, ${literal(value)})` : `${fact} == ${literal(value)}`))
    .join(" or ");
}

function testText(fact: SegmentField, test: FactTest): string {
  if (test.operator === "in") {
    const text = listText(fact, test.values);
    return test.values.length === 1 ? text : `(${text})`;
  }
  if (test.operator === "=") {
    if (typeof test.value === "boolean") return test.value ? fact : `not ${fact}`;
    return `${fact} == ${literal(test.value)}`;
  }
  const known = factOf(fact).always ? "" : `${fact} ~= nil and `;
  if (test.operator === "between")
    return `(${known}${fact} >= ${literal(test.low)} and ${fact} <= ${literal(test.high)})`;
  const comparison = `${fact} ${LUA_OPERATORS[test.operator]} ${literal(test.value)}`;
  return known === "" ? comparison : `(${known}${comparison})`;
}

/** What is turned round: "not" binds tighter than "==". */
function notText(of: Form): string {
  switch (of.form) {
    case "constant":
      return String(!of.value);
    case "not":
      return `not (${text(of)})`;
    case "test":
      return notTestText(of.fact, of.test);
    default:
      return `not (${joined(of)})`;
  }
}

function notTestText(fact: SegmentField, test: FactTest): string {
  if (test.operator === "in") return `not (${listText(fact, test.values)})`;
  if (test.operator === "=" && typeof test.value !== "boolean") return `${fact} ~= ${literal(test.value)}`;
  return `not (${testText(fact, test)})`;
}

const joined = ({ form, of }: Extract<Form, { of: readonly Form[] }>): string => of.map(text).join(` ${form} `);

function text(form: Form): string {
  switch (form.form) {
    case "constant":
      return String(form.value);
    case "test":
      return testText(form.fact, form.test);
    case "not":
      return notText(form.of);
    default:
      return form.of.length === 1 ? joined(form) : `(${joined(form)})`;
  }
}

/** The Lua expression of a form. */
export function luaText(form: Form): string {
  // The outermost brackets of a plain group say nothing.
  return form.form === "and" || form.form === "or" ? joined(form) : text(form);
}

/** The Lua expression of a tree that has passed parseCondition. */
export const toLua = (tree: ConditionGroup): string => luaText(formOf(tree));
