import type { ConditionGroup } from "./condition.ts";
import { type FactEntry, factOf, number, type SegmentField } from "./fields.ts";
import { type CountedForm, type FactTest, type Form, formOf, type TestValue } from "./form.ts";
import { type ItemField, itemOf, MAX_CONDITION_COUNT, type SegmentList } from "./lists.ts";

// The Lua text of a condition, for lua_script. Facts are plain variables named like the fields (nil = not known), those with arguments
// functions; dates are 'YYYY-MM-DD' strings, this_month and next_month are numbers, days_ago(n) and days_ahead(n) dates, and
// contains(list, value) looks into list facts. The text is an expression with exactly the meaning of holds(): a nil never matches, != and
// notIn are plain negations.

const LUA_OPERATORS = { "=": "==", "<": "<", "<=": "<=", ">": ">", ">=": ">=" } as const;

/** A text between quotes. */
export const quoted = (value: string): string => `"${value.replace(/["\\]/g, "\\$&")}"`;

function literal(value: TestValue): string {
  if (value === "this_month" || value === "next_month") return value;
  if (typeof value === "object")
    return "days_ago" in value ? `days_ago(${value.days_ago})` : `days_ahead(${value.days_ahead})`;
  return typeof value === "string" ? quoted(value) : String(value);
}

/** A fact as the text writes it, and what its table says of it. */
type Named = { name: string; entry: FactEntry };
/** How the facts of a form are written: a guest's by their names, an item's behind the name of the item. */
type Naming<F extends string> = (fact: F, args?: readonly (number | string)[]) => Named;

const guestFact: Naming<SegmentField> = (fact, args) => ({
  name: args === undefined ? fact : `${fact}(${args.map(literal).join(", ")})`,
  entry: factOf(fact),
});
const itemFact =
  (list: SegmentList): Naming<ItemField> =>
  (fact) => ({ name: `x.${fact}`, entry: itemOf(list, fact) as FactEntry });

function listText({ name, entry }: Named, values: readonly (number | string)[]): string {
  const { luaList } = entry;
  return values
    .map((value) => (luaList ? `contains(${luaList}, ${literal(value)})` : `${name} == ${literal(value)}`))
    .join(" or ");
}

function testText(named: Named, test: FactTest): string {
  const { name, entry } = named;
  if (test.operator === "known") return `${name} ~= nil`;
  if (test.operator === "in") {
    const text = listText(named, test.values);
    return test.values.length === 1 ? text : `(${text})`;
  }
  if (test.operator === "=") {
    if (test.value === true) return name;
    // "not" would also be met by what is not known.
    if (test.value === false) return entry.always ? `not ${name}` : `${name} == false`;
    return `${name} == ${literal(test.value)}`;
  }
  const known = entry.always ? "" : `${name} ~= nil and `;
  if (test.operator === "between")
    return `(${known}${name} >= ${literal(test.low)} and ${name} <= ${literal(test.high)})`;
  const comparison = `${name} ${LUA_OPERATORS[test.operator]} ${literal(test.value)}`;
  return known === "" ? comparison : `(${known}${comparison})`;
}

/** A count: `count(stays, function(x) return x.use_price >= 1 end)`; a sum returns the fact, or 0 where the condition fails. */
function countedName({ list, where, sum }: CountedForm): string {
  const everything = where.form === "constant" && where.value;
  const condition = expression(where, itemFact(list));
  if (sum === null) return `count(${list}, function(x) return ${condition} end)`;
  const added = itemOf(list, sum)?.always ? `x.${sum}` : `x.${sum} or 0`;
  return everything
    ? `sum(${list}, function(x) return ${added} end)`
    : `sum(${list}, function(x) if ${condition} then return ${added} end return 0 end)`;
}

const COUNT: FactEntry = { ...number("stays", MAX_CONDITION_COUNT), always: true };
const countedFact = (form: CountedForm): Named => ({ name: countedName(form), entry: COUNT });

/** What is turned round: "not" binds tighter than "==". */
function notText<F extends string>(of: Form<F>, naming: Naming<F>): string {
  switch (of.form) {
    case "constant":
      return String(!of.value);
    case "not":
      return `not (${text(of, naming)})`;
    case "test":
      return notTestText(naming(of.fact, of.args), of.test);
    case "counted":
      return notTestText(countedFact(of), of.test);
    case "compare":
    case "guest":
      return untold();
    default:
      return `not (${joined(of, naming)})`;
  }
}

function notTestText(named: Named, test: FactTest): string {
  if (test.operator === "known") return `${named.name} == nil`;
  if (test.operator === "in") return `not (${listText(named, test.values)})`;
  if (test.operator === "=" && typeof test.value !== "boolean") return `${named.name} ~= ${literal(test.value)}`;
  return `not (${testText(named, test)})`;
}

/** @throws Error: these come from a text alone, and no tree says them. */
function untold(): never {
  throw new Error("no tree says this");
}

type Joined<F extends string> = Extract<Form<F>, { form: "and" | "or" }>;
const joined = <F extends string>({ form, of }: Joined<F>, naming: Naming<F>) =>
  of.map((part) => text(part, naming)).join(` ${form} `);

function text<F extends string>(form: Form<F>, naming: Naming<F>): string {
  switch (form.form) {
    case "constant":
      return String(form.value);
    case "test":
      return testText(naming(form.fact, form.args), form.test);
    case "counted":
      return testText(countedFact(form), form.test);
    case "not":
      return notText(form.of, naming);
    case "compare":
    case "guest":
      return untold();
    default:
      return form.of.length === 1 ? joined(form, naming) : `(${joined(form, naming)})`;
  }
}

// The outermost brackets of a plain group say nothing.
const expression = <F extends string>(form: Form<F>, naming: Naming<F>): string =>
  form.form === "and" || form.form === "or" ? joined(form, naming) : text(form, naming);

/** The Lua expression of a form. */
export const luaText = (form: Form): string => expression(form, guestFact);

/** The Lua expression of a tree that has passed parseCondition. */
export const toLua = (tree: ConditionGroup): string => luaText(formOf(tree));
