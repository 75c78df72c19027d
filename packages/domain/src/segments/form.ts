import { type ConditionNode, type ConditionRule, isGroup } from "./condition.ts";
import type { SegmentField } from "./fields.ts";

/** What is asked of one fact. A fact that is not known meets no test. */
export type FactTest =
  | { operator: "=" | "<" | "<=" | ">" | ">="; value: number | string | boolean }
  /** Both ends included. */
  | { operator: "between"; low: number | string; high: number | string }
  /** It is one of these; of a fact that a customer has several of, one of them is. */
  | { operator: "in"; values: readonly (number | string)[] };

/**
 * The intermediate representation of a condition, between the builder's tree and its three readers: evaluation in memory, SQL and Lua each
 * read this and no tree. Two-valued logic: a test is met or not, and `not` inverts that, also for unknown values.
 */
export type Form =
  | { form: "constant"; value: boolean }
  | { form: "and" | "or"; of: readonly Form[] }
  | { form: "not"; of: Form }
  | { form: "test"; fact: SegmentField; test: FactTest };

/** The form of a tree that has passed parseCondition. An empty group is met by everybody, whatever its combinator. */
export function formOf(node: ConditionNode): Form {
  if (!isGroup(node)) return formOfRule(node);
  const form: Form =
    node.rules.length === 0 ? { form: "constant", value: true } : { form: node.combinator, of: node.rules.map(formOf) };
  return node.not ? not(form) : form;
}

const not = (of: Form): Form => ({ form: "not", of });

function formOfRule({ field: fact, operator, value }: ConditionRule): Form {
  const test = (test: FactTest): Form => ({ form: "test", fact, test });
  switch (operator) {
    case "in":
    case "notIn": {
      const listed = test({ operator: "in", values: value as readonly (number | string)[] });
      return operator === "in" ? listed : not(listed);
    }
    case "between": {
      const [low, high] = value as readonly [number | string, number | string];
      return test({ operator, low, high });
    }
    case "!=":
      return not(test({ operator: "=", value: value as number | string }));
    default:
      return test({ operator, value: value as number | string | boolean });
  }
}

/** The facts that a form asks for anywhere. */
export function factsIn(form: Form): ReadonlySet<SegmentField> {
  switch (form.form) {
    case "constant":
      return new Set();
    case "test":
      return new Set([form.fact]);
    case "not":
      return factsIn(form.of);
    default:
      return new Set(form.of.flatMap((part) => [...factsIn(part)]));
  }
}

/** Whether a count of nothing (0) meets the test. */
export function zeroMeets(test: FactTest): boolean {
  switch (test.operator) {
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
