import {
  type ConditionNode,
  type ConditionRule,
  type ConditionValue,
  type CountedRule,
  type ItemNode,
  isCounted,
} from "./condition.ts";
import type { RelativeDate, SegmentField } from "./fields.ts";
import type { ItemField, SegmentList } from "./lists.ts";

/** What a fact is compared with; a day may be counted from the day of evaluation. */
export type TestValue = number | string | boolean | RelativeDate;

/** What is asked of one fact. A fact that is not known meets no test. */
export type FactTest =
  | { operator: "=" | "<" | "<=" | ">" | ">="; value: TestValue }
  /** Both ends included. */
  | { operator: "between"; low: TestValue; high: TestValue }
  /** It is one of these; of a fact that a customer has several of, one of them is. */
  | { operator: "in"; values: readonly (number | string)[] }
  | { operator: "known" };

/** How many items of a list `where` holds for, or the sum of one of their facts over these (what an item lacks adds nothing). */
export type CountedForm = {
  form: "counted";
  list: SegmentList;
  where: Form<ItemField>;
  sum: ItemField | null;
  test: FactTest;
};

/**
 * The intermediate representation of a condition, between the builder's tree and its three readers: evaluation in memory, SQL and Lua each
 * read this and no tree. Two-valued logic: a test is met or not, and `not` inverts that, also for unknown values. `F`: the facts it asks
 * for, those of a guest or, within what is counted, those of an item.
 */
export type Form<F extends string = SegmentField> =
  | { form: "constant"; value: boolean }
  | { form: "and" | "or"; of: readonly Form<F>[] }
  | { form: "not"; of: Form<F> }
  | { form: "test"; fact: F; args?: readonly (number | string)[]; test: FactTest }
  | CountedForm
  /** From Lua alone, like the next: it fails where something in it has no value. */
  | { form: "compare"; left: ValueTerm<F>; operator: "==" | "<" | "<="; right: ValueTerm<F> }
  /** Within what is counted: what is asked of the guest. */
  | { form: "guest"; of: Form };

/**
 * A value that Lua works out of facts: a whole number of 64 bits, a fraction (IEEE 754) or a text, which each term's name or `type` says.
 * It has none where a fact in it is not known, a whole number is divided by zero, or no case fits.
 */
export type ValueTerm<F extends string = SegmentField> =
  | { term: "int"; value: bigint }
  | { term: "float"; value: number }
  | { term: "text"; value: string }
  | { term: "fact"; fact: F; args?: readonly (number | string)[] }
  /** Within what is counted: a value of the guest. */
  | { term: "guest"; of: ValueTerm }
  /** A day 'YYYY-MM-DD', and a month 1 to 12, counted from the day of evaluation. */
  | { term: "day"; ahead: number }
  | { term: "month"; ahead: 0 | 1 }
  /** How many items there are, or the sum over them. */
  | { term: "counted"; list: SegmentList; where: Form<ItemField>; sum: ValueTerm<ItemField> | null }
  | { term: "+" | "-" | "*" | "//" | "%"; type: "int"; left: ValueTerm<F>; right: ValueTerm<F> }
  | { term: "+" | "-" | "*" | "/" | "//"; type: "float"; left: ValueTerm<F>; right: ValueTerm<F> }
  | { term: "least" | "greatest" | "&" | "|" | "~"; left: ValueTerm<F>; right: ValueTerm<F> }
  /** By so many of 64 bits to the left, or to the right where they are negative, with zeros coming in. */
  | { term: "shift"; of: ValueTerm<F>; places: number }
  | { term: "absolute"; type: "int" | "float"; of: ValueTerm<F> }
  /** Of fractions: the other sign, and the next whole number of 64 bits below or above. */
  | { term: "negative" | "floor" | "ceil"; of: ValueTerm<F> }
  | { term: "as_float" | "as_text"; of: ValueTerm<F> }
  | { term: "case"; when: Form<F>; value: ValueTerm<F>; otherwise: ValueTerm<F> }
  /** Of texts: both together, bytes, letters of ASCII, string.sub of ASCII, and where `what` begins, in bytes from 1 (0: nowhere). */
  | { term: "joined"; left: ValueTerm<F>; right: ValueTerm<F> }
  | { term: "length" | "lower" | "upper"; of: ValueTerm<F> }
  | { term: "part"; of: ValueTerm<F>; from: ValueTerm<F>; to: ValueTerm<F> }
  | { term: "place"; of: ValueTerm<F>; what: ValueTerm<F>; from: ValueTerm<F> };

/** The form of a tree that has passed parseCondition. An empty group is met by everybody, whatever its combinator. */
export const formOf = (node: ConditionNode): Form => formOfNode<SegmentField>(node);

type Node<F extends string> =
  | { combinator: "and" | "or"; not?: boolean; rules: readonly Node<F>[] }
  | ConditionRule<F>
  | CountedRule;

function formOfNode<F extends string>(node: Node<F>): Form<F> {
  if ("rules" in node) {
    const form: Form<F> =
      node.rules.length === 0
        ? { form: "constant", value: true }
        : { form: node.combinator, of: node.rules.map((rule) => formOfNode<F>(rule)) };
    return node.not ? not(form) : form;
  }
  if (isCounted(node as ItemNode | CountedRule)) {
    const { of: list, where, sum = null, operator, value } = node as CountedRule;
    const counts = formOfNode<ItemField>(where);
    return comparison<F>(operator, value, (test) => ({ form: "counted", list, where: counts, sum, test }));
  }
  const { field: fact, args, operator, value } = node as ConditionRule<F>;
  return comparison<F>(operator, value, (test) => ({
    form: "test",
    fact,
    ...(args === undefined ? {} : { args }),
    test,
  }));
}

const not = <F extends string>(of: Form<F>): Form<F> => ({ form: "not", of });

/** Negations are in the form alone. */
function comparison<F extends string>(
  operator: ConditionRule["operator"],
  value: ConditionValue,
  formWith: (test: FactTest) => Form<F>,
): Form<F> {
  switch (operator) {
    case "null":
      return not(formWith({ operator: "known" }));
    case "notNull":
      return formWith({ operator: "known" });
    case "in":
    case "notIn": {
      const listed = formWith({ operator: "in", values: value as readonly (number | string)[] });
      return operator === "in" ? listed : not(listed);
    }
    case "between": {
      const [low, high] = value as readonly [TestValue, TestValue];
      return formWith({ operator, low, high });
    }
    case "!=":
      return not(formWith({ operator: "=", value: value as TestValue }));
    default:
      return formWith({ operator, value: value as TestValue });
  }
}

/** Whether something of it is worked out guest by guest, as scripts can ask: no set says it beforehand. */
export function isWorkedOutByGuest(form: Form): boolean {
  switch (form.form) {
    case "compare":
    case "guest":
      return true;
    case "not":
      return isWorkedOutByGuest(form.of);
    case "and":
    case "or":
      return form.of.some(isWorkedOutByGuest);
    default:
      return false;
  }
}

/** The facts of the guest that a form asks for anywhere. */
export function factsIn(form: Form): ReadonlySet<SegmentField> {
  const facts = new Set<SegmentField>();
  gatherFacts(form, true, facts);
  return facts;
}

/** `ofGuest`: whether the facts that are named here are the guest's and not an item's. */
function gatherFacts(node: Form<string> | ValueTerm<string>, ofGuest: boolean, into: Set<SegmentField>): void {
  const kind = "form" in node ? node.form : node.term;
  if (ofGuest && "fact" in node) into.add(node.fact as SegmentField);
  const within = kind === "guest" || (ofGuest && kind !== "counted");
  for (const part of Object.values(node).flat()) if (isNode(part)) gatherFacts(part, within, into);
}

/** Whether a condition on items asks of the guest too. */
export function asksOfGuest(node: Form<string> | ValueTerm<string>): boolean {
  if (("form" in node ? node.form : node.term) === "guest") return true;
  return Object.values(node)
    .flat()
    .some((part) => isNode(part) && asksOfGuest(part));
}

const isNode = (part: unknown): part is Form<string> | ValueTerm<string> =>
  typeof part === "object" && part !== null && ("form" in part || "term" in part);

/** Whether a count of nothing (0) meets the test. */
export function zeroMeets(test: FactTest): boolean {
  switch (test.operator) {
    case "known":
      return true;
    case "in":
      return test.values.includes(0);
    case "between":
      return (test.low as number) <= 0 && (test.high as number) >= 0;
    case "=":
      return test.value === 0;
    case "<":
      return (test.value as number) > 0;
    case "<=":
      return (test.value as number) >= 0;
    case ">":
      return (test.value as number) < 0;
    case ">=":
      return (test.value as number) <= 0;
  }
}
