import { parseDate } from "../calendar-date.ts";
import { findBadCharacter } from "../normalise.ts";
import {
  type FactArgument,
  MAX_CONDITION_CODE_LENGTH,
  MAX_DAYS_AWAY,
  type Operator,
  RELATIVE_MONTHS,
  type RelativeDate,
  type SegmentFieldType,
} from "./field-types.ts";

/** Values of one list. */
export const MAX_LIST_VALUES = 200;
/** Guests of one list: nobody types them, a list of guests hands them over. */
export const MAX_LISTED_GUESTS = 10_000;

type ValueErrorCode = "bad_value" | "out_of_range" | "empty_list" | "before_start" | "below_minimum";
export type ValueProblem = { code: ValueErrorCode } | { code: "too_many"; max: number };

export type Loose = Record<string, unknown>;

export function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

/** How many days from the day of evaluation; undefined for anything else. */
export function daysAway(value: unknown): number | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  const { days_ago: ago, days_ahead: ahead } = value;
  const days = typeof ago === "number" ? -ago : ahead;
  const [typed] = Object.values(value);
  return Number.isSafeInteger(typed) && (typed as number) >= 0 && (typed as number) <= MAX_DAYS_AWAY
    ? (days as number)
    : undefined;
}

export const isRelativeDate = (value: unknown): value is RelativeDate => daysAway(value) !== undefined;

function isListItem(type: SegmentFieldType, value: unknown): boolean {
  switch (type.type) {
    case "reference":
    case "people":
      return isId(value);
    case "choice":
      return type.choices.includes(value as string);
    case "code":
      return (
        typeof value === "string" &&
        value !== "" &&
        value.length <= MAX_CONDITION_CODE_LENGTH &&
        !findBadCharacter(value)
      );
    case "weekday":
      return value === 0 || (isId(value) && (value as number) <= 6);
    case "month":
      return (RELATIVE_MONTHS as readonly unknown[]).includes(value) || (isId(value) && (value as number) <= 12);
    default:
      return false;
  }
}

type ComparedType = SegmentFieldType | { type: "number"; min: number; max: number };

function scalarError(type: ComparedType, value: unknown): ValueErrorCode | undefined {
  if (type.type === "boolean") return typeof value === "boolean" ? undefined : "bad_value";
  if (type.type === "date")
    return isRelativeDate(value) || (typeof value === "string" && parseDate(value)) ? undefined : "bad_value";
  if (type.type !== "number" || !Number.isSafeInteger(value)) return "bad_value";
  return (value as number) < type.min || (value as number) > type.max ? "out_of_range" : undefined;
}

function listProblem(type: SegmentFieldType, value: unknown): ValueProblem | undefined {
  if (!Array.isArray(value)) return { code: "bad_value" };
  if (value.length === 0) return { code: "empty_list" };
  const max = type.type === "people" ? MAX_LISTED_GUESTS : MAX_LIST_VALUES;
  if (value.length > max) return { code: "too_many", max };
  return value.every((item) => isListItem(type, item)) ? undefined : { code: "bad_value" };
}

/** A day and one that is counted from today cannot be put in order before that day. */
function isReversed(from: unknown, to: unknown): boolean {
  const [away, until] = [daysAway(from), daysAway(to)];
  if (away !== undefined && until !== undefined) return away > until;
  return away === undefined && until === undefined && (from as number) > (to as number);
}

function pairError(type: ComparedType, value: unknown): ValueErrorCode | undefined {
  if (!Array.isArray(value) || value.length !== 2) return "bad_value";
  const [from, to] = value;
  const reversed = type.type === "date" ? "before_start" : "below_minimum";
  return scalarError(type, from) ?? scalarError(type, to) ?? (isReversed(from, to) ? reversed : undefined);
}

/** What is wrong with the value of a rule; the operator is one of the type's. */
export function valueProblem(type: ComparedType, operator: Operator, value: unknown): ValueProblem | undefined {
  if (operator === "null" || operator === "notNull") return value === null ? undefined : { code: "bad_value" };
  if (operator === "in" || operator === "notIn") return listProblem(type as SegmentFieldType, value);
  const code = operator === "between" ? pairError(type, value) : scalarError(type, value);
  return code && { code };
}

/** What is wrong with one argument of a fact. */
export function argumentError(argument: FactArgument, value: unknown): ValueErrorCode | undefined {
  if ("choices" in argument) return argument.choices.includes(value as string) ? undefined : "bad_value";
  return scalarError({ type: "number", ...argument }, value);
}
