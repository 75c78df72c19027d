import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import type { ConditionGroup, ConditionNode, ConditionRule } from "@okaeri/domain/segments/condition";
import {
  RELATIVE_MONTHS,
  SEGMENT_FIELD_NAMES,
  SEGMENT_FIELDS,
  type SegmentField,
} from "@okaeri/domain/segments/fields";
import fc from "fast-check";

// Random conditions on every field. Today is 2026-11-20 in Tokyo.

const TODAY = calendarDate("2026-11-20");

type Choices = Record<"people" | "facilities" | "rfm_groups" | "customer_types" | "rank_details", readonly number[]>;

const BOUNDS: Partial<Record<SegmentField, number>> = {
  last_stay_days: 1100,
  stay_count: 7,
  stay_count_2y: 4,
  use_price_total: 400_000,
  stay_days: 4,
  point_balance: 5000,
};
/** A value that the operator takes. `choices`: ids that a condition may name, by what they are of. */
export function valueFor(field: SegmentField, operator: string, choices: Choices): fc.Arbitrary<unknown> {
  const type = SEGMENT_FIELDS[field];
  const list = (items: readonly (number | string)[]) => fc.subarray([...items], { minLength: 1 });
  const pair = <T extends number | string>(value: fc.Arbitrary<T>) =>
    fc.tuple(value, value).map(([a, b]) => (a <= b ? [a, b] : [b, a]));
  switch (type.type) {
    case "boolean":
      return fc.boolean();
    case "choice":
      return list(type.choices);
    case "weekday":
      return list([0, 1, 2, 5, 6]);
    case "month":
      return list([1, 2, 3, 11, 12, ...RELATIVE_MONTHS]);
    case "people":
      return list(choices.people);
    case "reference":
      return list(choices[type.reference]);
    case "date": {
      const value = fc.integer({ min: -1100, max: 3 }).map((n) => addDays(TODAY, n) as string);
      return operator === "between" ? pair(value) : value;
    }
    case "number": {
      const value = fc.integer({ min: type.min, max: BOUNDS[field] ?? type.max });
      return operator === "between" ? pair(value) : value;
    }
  }
}

const rule = (choices: Choices): fc.Arbitrary<ConditionNode> =>
  fc
    .constantFrom(...SEGMENT_FIELD_NAMES)
    .chain((field) =>
      fc
        .constantFrom(...SEGMENT_FIELDS[field].operators)
        .chain((operator) =>
          valueFor(field, operator, choices).map((value) => ({ field, operator, value }) as ConditionRule),
        ),
    );

export const trees = (choices: () => Choices): fc.Arbitrary<ConditionGroup> =>
  fc.letrec<{ group: ConditionGroup; node: ConditionNode }>((tie) => ({
    node: fc.oneof({ depthSize: "small", maxDepth: 3 }, { weight: 3, arbitrary: rule(choices()) }, tie("group")),
    group: fc.record({
      combinator: fc.constantFrom("and" as const, "or" as const),
      not: fc.boolean(),
      rules: fc.array(tie("node"), { minLength: 1, maxLength: 4 }),
    }),
  })).group;
