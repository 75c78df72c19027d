import type { ConditionRule, ConditionValue } from "./condition.ts";
import type { FactArgument, FactEntry, SegmentUnit } from "./field-types.ts";

/** Figures that hotels ask for, by unit. */
const FIGURES: Partial<Record<SegmentUnit, number>> = { days: 180, yen: 100_000, points: 1000, age: 60, score: 4 };

function exampleValue(entry: FactEntry): ConditionValue {
  switch (entry.type) {
    case "number":
      return FIGURES[entry.unit] ?? 2;
    case "date":
      return { days_ago: 180 };
    case "boolean":
      return true;
    case "choice":
      return [entry.choices[0] ?? ""];
    case "code":
      return ["A"];
    case "month":
      return ["this_month"];
    case "weekday":
      return [0];
    case "reference":
    case "people":
      return [1];
  }
}

const exampleArgument = (argument: FactArgument): number | string =>
  "choices" in argument ? (argument.choices[0] ?? "") : Math.max(argument.min, 30);

/** A rule that shows what is asked of the fact. */
export function exampleRule<F extends string>(field: F, entry: FactEntry): ConditionRule<F> {
  const operator = entry.type === "number" || entry.type === "date" ? ">=" : entry.type === "boolean" ? "=" : "in";
  const args = entry.args?.map(exampleArgument);
  return { field, ...(args && { args }), operator, value: exampleValue(entry) };
}
