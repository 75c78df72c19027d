import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import type { ConditionGroup, ConditionNode, ItemNode } from "@okaeri/domain/segments/condition";
import {
  type FactEntry,
  NUMBER_OPERATORS,
  operatorsOf,
  RELATIVE_MONTHS,
  SEGMENT_FIELD_NAMES,
  SEGMENT_FIELDS,
  type SegmentReference,
} from "@okaeri/domain/segments/fields";
import { itemOf, itemsOf, SEGMENT_LIST_NAMES, type SegmentList, summable } from "@okaeri/domain/segments/lists";
import fc from "fast-check";

// Random conditions on every fact of a guest and of what is counted. Today is 2026-11-20 in Tokyo.

const TODAY = calendarDate("2026-11-20");

/** Ids that a condition may name, by what they are of, and codes. */
export type Choices = Record<SegmentReference | "people", readonly number[]> & { codes: readonly string[] };

/** Figures worth asking for, where they are not all that the fact takes. */
const BOUNDS: Record<string, number> = {
  last_stay_days: 1100,
  stay_count: 7,
  stay_count_2y: 4,
  use_price_total: 400_000,
  stay_days: 4,
  point_balance: 5000,
  use_price: 3000,
  stay_use_price: 3000,
  reserved_price: 3000,
  points: 1000,
  stay_number: 4,
  stay_number_2y: 3,
  next_check_in_days: 45,
  points_expiring: 300,
  rank_expires_in_days: 31,
  age: 80,
  lead_days: 60,
  adult_count: 5,
  child_count: 3,
};

/** A value that the operator takes. `choices`: what a condition may name. */
function valueFor(name: string, fact: FactEntry, operator: string, choices: Choices): fc.Arbitrary<unknown> {
  if (operator === "null" || operator === "notNull") return fc.constant(null);
  const list = (items: readonly (number | string)[]) => fc.subarray([...items], { minLength: 1 });
  const pair = <T extends number | string>(value: fc.Arbitrary<T>) =>
    fc.tuple(value, value).map(([a, b]) => (a <= b ? [a, b] : [b, a]));
  switch (fact.type) {
    case "boolean":
      return fc.boolean();
    case "choice":
      return list(fact.choices);
    case "code":
      return list(choices.codes);
    case "weekday":
      return list([0, 1, 2, 5, 6]);
    case "month":
      return list([1, 2, 3, 11, 12, ...RELATIVE_MONTHS]);
    case "people":
      return list(choices.people);
    case "reference":
      return list(choices[fact.reference]);
    case "date": {
      const away = fc.integer({ min: -1100, max: 3 });
      const day = away.map((n) => addDays(TODAY, n) as string);
      const relative = away.map((n) => (n > 0 ? { days_ahead: n } : { days_ago: -n }));
      if (operator !== "between") return fc.oneof<fc.Arbitrary<unknown>[]>(day, relative);
      return fc.oneof(pair<string>(day), fc.tuple<[string, unknown]>(day, relative));
    }
    case "number":
      return figure(operator, fact.min, BOUNDS[name] ?? fact.max);
  }
}

function figure(operator: string, min: number, max: number): fc.Arbitrary<unknown> {
  const value = fc.integer({ min, max });
  return operator === "between" ? fc.tuple(value, value).map(([a, b]) => (a <= b ? [a, b] : [b, a])) : value;
}

/** Arguments that the fact takes; days are few, so that they matter. */
const argsFor = ({ args = [] }: FactEntry): fc.Arbitrary<object> =>
  args.length === 0
    ? fc.constant({})
    : fc
        .tuple(
          ...args.map((one) => ("choices" in one ? fc.constantFrom(...one.choices) : fc.constantFrom(one.min, 30))),
        )
        .map((values) => ({ args: values }));

/** A rule on that fact, with that operator or any that it takes. */
export const ruleOn = (field: string, fact: FactEntry, choices: Choices, operators = operatorsOf(fact)) =>
  fc
    .constantFrom(...operators)
    .chain((operator) =>
      fc
        .tuple(argsFor(fact), valueFor(field, fact, operator, choices))
        .map(([args, value]) => ({ field, ...args, operator, value })),
    );

const rule = (choices: Choices) =>
  fc.constantFrom(...SEGMENT_FIELD_NAMES).chain((field) => ruleOn(field, SEGMENT_FIELDS[field], choices));

/** A rule that counts or sums the items of the list. */
export function countedRule(of: SegmentList, choices: Choices): fc.Arbitrary<ConditionNode> {
  const item = fc
    .constantFrom(...itemsOf(of))
    .chain((field) => ruleOn(field, itemOf(of, field) as FactEntry, choices)) as fc.Arbitrary<ItemNode>;
  const group = (of: fc.Arbitrary<ItemNode>, minLength: number) =>
    fc.record({
      combinator: fc.constantFrom("and" as const, "or" as const),
      rules: fc.array(of, { minLength, maxLength: 2 }),
    });
  const where = group(fc.oneof({ weight: 4, arbitrary: item }, group(item, 1)), 0);
  return fc
    .record({ where, sum: fc.constantFrom(undefined, ...summable(of)), operator: fc.constantFrom(...NUMBER_OPERATORS) })
    .chain(({ where, sum, operator }) =>
      figure(operator, 0, sum === undefined ? 3 : (BOUNDS[sum] ?? 5)).map(
        (value) => ({ of, where, operator, value, ...(sum === undefined ? {} : { sum }) }) as ConditionNode,
      ),
    );
}

export const trees = (choices: () => Choices): fc.Arbitrary<ConditionGroup> =>
  fc.letrec<{ group: ConditionGroup; node: ConditionNode }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small", maxDepth: 3 },
      { weight: 3, arbitrary: rule(choices()) as fc.Arbitrary<ConditionNode> },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...SEGMENT_LIST_NAMES).chain((list) => countedRule(list, choices())),
      },
      tie("group"),
    ),
    group: fc.record({
      combinator: fc.constantFrom("and" as const, "or" as const),
      not: fc.boolean(),
      rules: fc.array(tie("node"), { minLength: 1, maxLength: 4 }),
    }),
  })).group;
