import { daysAway } from "@okaeri/domain/segments/check-value";
import type { FactTest, Form, TestValue } from "@okaeri/domain/segments/form";
import { type RawBuilder, sql } from "kysely";
import type { EvaluationDay } from "./evaluation-day.ts";

export type Condition = RawBuilder<boolean>;
export type SqlColumn = RawBuilder<unknown>;
/** `row` when the caller asks about a few customers (the guests of some stays: index look-ups); `set` for a whole account (hash joins). */
export type Shape = "set" | "row";
/**
 * What a fact's SQL may depend on: the day, how many customers are asked about, its arguments, and whether a reservation `stay_reservation`
 * beside the customer is the occasion.
 */
export type FactOptions = {
  today: EvaluationDay;
  shape: Shape;
  args: readonly (number | string)[];
  occasion?: boolean;
};
export type FactType = "int8" | "date" | "text" | "bool";

/** A fact that is one value of its row. */
export type ScalarSql<Options = FactOptions> = {
  type: FactType;
  /** The value, null where it is not known. */
  value: (options: Options) => SqlColumn;
  /** Whether it is known, where that is told cheaper than by the value; never null. */
  known?: (options: Options) => Condition;
  /** A quicker way to test it than to compare its value; never null, and fails for what is not known. */
  test?: (test: FactTest, options: Options) => Condition;
};
/** A fact of which a customer has several: asked only whether one of them is among some. */
export type SeveralSql<Options = FactOptions> = {
  value?: undefined;
  /** Whether there is any. */
  known?: (options: Options) => Condition;
  among: (values: readonly (number | string)[], options: Options) => Condition;
};
/** How a fact is known in SQL. */
export type FactSql<Options = FactOptions> = ScalarSql<Options> | SeveralSql<Options>;

/** What a form is about, in SQL. Conditions are never null. */
export type FormSubject<F extends string> = {
  test: (fact: F, test: FactTest, args: readonly (number | string)[]) => Condition;
  counted: (form: Extract<Form, { form: "counted" }>) => Condition;
  compare: (form: Extract<Form<F>, { form: "compare" }>) => Condition;
  guest: (form: Form) => Condition;
};

export const not = (condition: Condition): Condition => sql<boolean>`not (${condition})`;

/** The one SQL condition that a form means, over whatever the tests of its facts are about. */
export function formSql<F extends string>(form: Form<F>, subject: FormSubject<F>): Condition {
  switch (form.form) {
    case "constant":
      return form.value ? sql<boolean>`true` : sql<boolean>`false`;
    case "test":
      return subject.test(form.fact, form.test, form.args ?? []);
    case "counted":
      return subject.counted(form);
    case "compare":
      return subject.compare(form);
    case "guest":
      return subject.guest(form.of);
    case "not":
      return not(formSql(form.of, subject));
    default: {
      const parts = form.of.map((part) => sql`(${formSql(part, subject)})`);
      return sql<boolean>`${sql.join(parts, form.form === "or" ? sql` or ` : sql` and `)}`;
    }
  }
}

/** A test of a fact, by its owner's quicker way where there is one. `day`: the day of evaluation. */
export function factTestSql<Options>(
  fact: FactSql<Options>,
  test: FactTest,
  options: Options,
  day: SqlColumn,
): Condition {
  if (test.operator === "known") return factKnownSql(fact, options);
  if (fact.value === undefined) return fact.among(testValuesOf(test), options);
  if (fact.test !== undefined) return fact.test(test, options);
  const meets = compared(fact.value(options), test, fact.type, day);
  return fact.known === undefined
    ? sql<boolean>`((${meets}) is true)`
    : sql<boolean>`(${fact.known(options)} and ${meets})`;
}

/** Whether a fact is known. @throws Error for one that always is: parseCondition lets no such question through. */
export function factKnownSql<Options>(fact: FactSql<Options>, options: Options): Condition {
  if (fact.known !== undefined) return fact.known(options);
  if (fact.value === undefined) throw new Error("not asked whether there is any");
  return sql<boolean>`(${fact.value(options)} is not null)`;
}

/** The values of a test of a fact that is one of several. @throws Error for another test: parseCondition lets none through. */
export function testValuesOf(test: FactTest): readonly (number | string)[] {
  if (test.operator !== "in") throw new Error(`not a list: ${test.operator}`);
  return test.values;
}

// Only these reach the statement as operators.
const OPERATORS = { "=": sql`=`, "<": sql`<`, "<=": sql`<=`, ">": sql`>`, ">=": sql`>=` } as const;

/** A value of a test, where days and months may be counted from `day`. */
function valueSql(value: TestValue, type: FactType, day: SqlColumn): SqlColumn {
  if (typeof value === "object") return sql`(${day} + ${daysAway(value) ?? 0}::int)`;
  if (value === "this_month") return sql`extract(month from ${day})::int8`;
  if (value === "next_month") return sql`(extract(month from ${day})::int8 % 12 + 1)`;
  return sql`${value}::${sql.raw(type)}`;
}

const isPlain = (value: number | string) => value !== "this_month" && value !== "next_month";

/** A test of a column; null where the column is. `day`: the day of evaluation. @throws Error for a test whether it is known. */
export function compared(column: SqlColumn, test: FactTest, type: FactType, day: SqlColumn): Condition {
  const value = (of: TestValue) => valueSql(of, type, day);
  switch (test.operator) {
    case "known":
      throw new Error("not a comparison");
    case "in":
      return test.values.every(isPlain)
        ? sql<boolean>`${column} = any(${test.values}::${sql.raw(type)}[])`
        : sql<boolean>`${column} in (${sql.join(test.values.map(value))})`;
    case "between":
      return sql<boolean>`${column} between ${value(test.low)} and ${value(test.high)}`;
    default:
      return sql<boolean>`${column} ${OPERATORS[test.operator]} ${value(test.value)}`;
  }
}

/** A test of a figure that is never null and of which no day is asked. */
export const comparedFigure = (column: SqlColumn, test: FactTest): Condition =>
  compared(column, test, "int8", sql`null::date`);

/** Known of everybody. */
export const everybody = (): Condition => sql<boolean>`true`;

/** A fact that is true or false for everybody. */
export const trueOrFalse = (condition: (options: FactOptions) => Condition): ScalarSql => ({
  type: "bool",
  value: condition,
  known: everybody,
  test: (test, options) =>
    test.operator === "=" && test.value === true ? condition(options) : not(condition(options)),
});
