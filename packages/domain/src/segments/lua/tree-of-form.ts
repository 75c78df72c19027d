import {
  type ConditionGroup,
  type ConditionNode,
  type ConditionRule,
  type CountedRule,
  type ItemGroup,
  parseCondition,
} from "../condition.ts";
import type { FactEntry } from "../field-types.ts";
import { factOf, type SegmentField } from "../fields.ts";
import type { FactTest } from "../form.ts";
import { itemOf, type SegmentList } from "../lists.ts";
import type { AnyForm } from "./guards.ts";

type Node = ConditionGroup | ConditionRule<string> | CountedRule;
type AskedOf = (fact: string) => FactEntry | undefined;

/** The tree that says what a form says, whatever text it came from; null where rules of the builder cannot say it. */
export function treeOfForm(form: AnyForm): ConditionGroup | null {
  const node = nodeOf(form, (fact) => factOf(fact as SegmentField));
  const parsed = node && parseCondition(groupOf(node));
  return parsed?.ok ? parsed.tree : null;
}

const groupOf = (node: Node): ConditionGroup =>
  "rules" in node ? node : { combinator: "and", rules: [node as ConditionNode] };

function nodeOf(form: AnyForm, askedOf: AskedOf): Node | null {
  switch (form.form) {
    case "constant":
      return form.value ? { combinator: "and", rules: [] } : null;
    case "and":
    case "or": {
      const rules = ranges(form, askedOf).map((part) => nodeOf(part, askedOf));
      return rules.every((rule) => rule !== null) ? { combinator: form.form, rules: rules as ConditionNode[] } : null;
    }
    case "not": {
      const of = nodeOf(form.of, askedOf);
      return of && negated(of, askedOf);
    }
    case "test":
    case "counted":
      return ruleOf(form);
    default:
      return null;
  }
}

function ruleOf(form: Extract<AnyForm, { form: "test" | "counted" }>): Node | null {
  const asked = ruleAsked(form.test);
  if (form.form === "test") return { field: form.fact, ...(form.args && { args: form.args }), ...asked };
  const where = nodeOf(form.where, (item) => itemOf(form.list as SegmentList, item));
  if (where === null) return null;
  return {
    of: form.list,
    where: groupOf(where) as unknown as ItemGroup,
    ...(form.sum && { sum: form.sum }),
    ...asked,
  } as CountedRule;
}

function ruleAsked(test: FactTest): Pick<ConditionRule, "operator" | "value"> {
  switch (test.operator) {
    case "known":
      return { operator: "notNull", value: null };
    case "between":
      return { operator: "between", value: [test.low, test.high] as unknown as readonly number[] };
    case "in":
      return { operator: "in", value: test.values };
    default:
      return { operator: test.operator, value: test.value };
  }
}

const NEGATED = { in: "notIn", "=": "!=", notNull: "null" } as const;

function negated(node: Node, askedOf: AskedOf): Node {
  if ("rules" in node) return { ...node, not: true };
  const rule = node as ConditionRule;
  const entry = "field" in node ? askedOf(node.field) : undefined;
  // Of what may be unknown, "is not true" also means that it is.
  if (entry?.type === "boolean" && entry.always && rule.operator === "=") return { ...rule, value: false };
  const plainly = entry?.type !== "boolean" && rule.operator in NEGATED;
  const operator = plainly ? NEGATED[rule.operator as keyof typeof NEGATED] : undefined;
  return operator === undefined ? { combinator: "and", not: true, rules: [rule] } : { ...rule, operator };
}

/** `x >= 1` and `x <= 5` beside each other are a range. */
function ranges({ form, of }: Extract<AnyForm, { form: "and" | "or" }>, askedOf: AskedOf): readonly AnyForm[] {
  if (form === "or") return of;
  const parts: AnyForm[] = [];
  for (const part of of) {
    const before = parts.at(-1);
    const range = before && rangeOf(before, part);
    if (range && askedOf((range as { fact: string }).fact) !== undefined) parts[parts.length - 1] = range;
    else parts.push(part);
  }
  return parts;
}

function rangeOf(one: AnyForm, other: AnyForm): AnyForm | undefined {
  if (
    one.form !== "test" ||
    other.form !== "test" ||
    one.fact !== other.fact ||
    JSON.stringify(one.args) !== JSON.stringify(other.args)
  )
    return undefined;
  if (one.test.operator !== ">=" || other.test.operator !== "<=") return undefined;
  return { ...one, test: { operator: "between", low: one.test.value, high: other.test.value } };
}
