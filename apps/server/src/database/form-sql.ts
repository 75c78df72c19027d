import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { SegmentField } from "@okaeri/domain/segments/fields";
import type { FactTest, Form } from "@okaeri/domain/segments/form";
import { type RawBuilder, sql } from "kysely";

export type Condition = RawBuilder<boolean>;
export type Column = RawBuilder<unknown>;
/** `row` when the caller asks about a few customers (the guests of some stays: index look-ups); `set` for a whole account (hash joins). */
export type Shape = "set" | "row";
/** How a fact is tested in SQL. The condition is never null: it fails for what is not known. */
export type FactSql = (test: FactTest, options: { today: CalendarDate; shape: Shape }) => Condition;

export const not = (condition: Condition): Condition => sql<boolean>`not (${condition})`;

/** The one SQL condition that a form means, over whatever the tests of its facts are about. */
export function formSql(form: Form, testOf: (fact: SegmentField, test: FactTest) => Condition): Condition {
  switch (form.form) {
    case "constant":
      return form.value ? sql<boolean>`true` : sql<boolean>`false`;
    case "test":
      return testOf(form.fact, form.test);
    case "not":
      return not(formSql(form.of, testOf));
    default: {
      const parts = form.of.map((part) => sql`(${formSql(part, testOf)})`);
      return sql<boolean>`${sql.join(parts, form.form === "or" ? sql` or ` : sql` and `)}`;
    }
  }
}

/** The values of a test of a fact that is one of several. @throws Error for another test: parseCondition lets none through. */
export function valuesOf(test: FactTest): readonly (number | string)[] {
  if (test.operator !== "in") throw new Error(`not a list: ${test.operator}`);
  return test.values;
}

// Only these reach the statement as operators.
const OPERATORS = { "=": sql`=`, "<": sql`<`, "<=": sql`<=`, ">": sql`>`, ">=": sql`>=` } as const;

/** A test of a column that is never null. */
export function compared(column: Column, test: FactTest, type: "int8" | "date"): Condition {
  const as = sql.raw(type);
  switch (test.operator) {
    case "in":
      return sql<boolean>`${column} = any(${test.values}::${as}[])`;
    case "between":
      return sql<boolean>`${column} between ${test.low}::${as} and ${test.high}::${as}`;
    default:
      return sql<boolean>`${column} ${OPERATORS[test.operator]} ${test.value}::${as}`;
  }
}

/** A test of a column that is null where the fact is not known. `source`: what tells whether it is. */
export function comparedIfKnown(
  column: Column,
  test: FactTest,
  type: "int8" | "date",
  source: Column = column,
): Condition {
  return sql<boolean>`(${source} is not null and ${compared(column, test, type)})`;
}

/** A test of a fact that is true or false. */
export function trueOrFalse(condition: Condition, test: FactTest): Condition {
  return test.operator === "=" && test.value === true ? condition : not(condition);
}
