// Kinds of facts: what is asked of each, and within which bounds. Operator names are those of react-querybuilder.

export const NUMBER_OPERATORS = ["=", "!=", "<", "<=", ">", ">=", "between"] as const;
export const DATE_OPERATORS = ["=", "<=", ">=", "between"] as const;
export const LIST_OPERATORS = ["in", "notIn"] as const;
export const BOOLEAN_OPERATORS = ["="] as const;
/** Not known, known: of each fact that some guests lack. */
export const KNOWN_OPERATORS = ["null", "notNull"] as const;
export type NumberOperator = (typeof NUMBER_OPERATORS)[number];
export type Operator =
  | NumberOperator
  | (typeof DATE_OPERATORS)[number]
  | (typeof LIST_OPERATORS)[number]
  | (typeof KNOWN_OPERATORS)[number];

/** Lists a reference field chooses from; the server resolves them for the account. */
export const SEGMENT_REFERENCES = [
  "rfm_groups",
  "customer_types",
  "rank_details",
  "facilities",
  "booking_channels",
  "campaigns",
  "coupons",
] as const;
export type SegmentReference = (typeof SEGMENT_REFERENCES)[number];

/** Months by name of the day of evaluation. */
export const RELATIVE_MONTHS = ["this_month", "next_month"] as const;
export type RelativeMonth = (typeof RELATIVE_MONTHS)[number];

/** A day counted from the day of evaluation. */
export type RelativeDate = { readonly days_ago: number } | { readonly days_ahead: number };
/** How far from the day of evaluation a date may be counted. */
export const MAX_DAYS_AWAY = 36_500;
/** Characters of a code that a condition names. */
export const MAX_CONDITION_CODE_LENGTH = 100;

export type SegmentUnit =
  | "score"
  | "days"
  | "nights"
  | "stays"
  | "yen"
  | "points"
  | "age"
  | "people"
  | "items"
  | "mails"
  | "sheets"
  | "times";

export type SegmentFieldType =
  | { type: "number"; operators: typeof NUMBER_OPERATORS; min: number; max: number; unit: SegmentUnit }
  /** Values are days, or days counted from the day of evaluation. */
  | { type: "date"; operators: typeof DATE_OPERATORS }
  /** `many`: the customer has a set of them; `in` = has any of the list, `notIn` = has none. */
  | { type: "reference"; operators: typeof LIST_OPERATORS; reference: SegmentReference; many: boolean }
  | { type: "choice"; operators: typeof LIST_OPERATORS; choices: readonly (string | number)[] }
  /** Codes that hotels choose themselves; they are compared as they are written. */
  | { type: "code"; operators: typeof LIST_OPERATORS }
  /** Values 0 to 6, 0 = Sunday. */
  | { type: "weekday"; operators: typeof LIST_OPERATORS }
  /** Values 1 to 12 or a relative month. */
  | { type: "month"; operators: typeof LIST_OPERATORS }
  | { type: "boolean"; operators: typeof BOOLEAN_OPERATORS }
  /** Guests who were picked one by one, by id. No builder offers it: the list of customers makes it. */
  | { type: "people"; operators: typeof LIST_OPERATORS };

export const number = (unit: SegmentUnit, max: number, min = 0) => ({
  type: "number" as const,
  operators: NUMBER_OPERATORS,
  min,
  max,
  unit,
});
export const dateFact = { type: "date", operators: DATE_OPERATORS } as const;
export const reference = (name: SegmentReference, many = false) => ({
  type: "reference" as const,
  operators: LIST_OPERATORS,
  reference: name,
  many,
});
export const choice = (choices: readonly (string | number)[]) => ({
  type: "choice" as const,
  operators: LIST_OPERATORS,
  choices,
});
export const code = { type: "code", operators: LIST_OPERATORS } as const;
export const weekday = { type: "weekday", operators: LIST_OPERATORS } as const;
export const month = { type: "month", operators: LIST_OPERATORS } as const;
export const yesNo = { type: "boolean", operators: BOOLEAN_OPERATORS } as const;
export const people = { type: "people", operators: LIST_OPERATORS } as const;

/** What a fact with an argument is asked for, in order: a number within bounds, or one of some words. */
export type FactArgument = { min: number; max: number; unit: SegmentUnit } | { choices: readonly string[] };

/** What facts of a guest and of an item have in common. */
export type FactEntry = SegmentFieldType & {
  /** Whether every guest (every item) has it. What is left out may be unknown, and is nil in Lua. */
  always?: true;
  /** What the set of them is called in Lua, for a fact of which a customer has several. */
  luaList?: string;
  args?: readonly FactArgument[];
};

/** The operators that are offered for a fact, those of its type first. */
export function operatorsOf(fact: FactEntry): readonly Operator[] {
  const lacked = !fact.always && fact.luaList === undefined && fact.type !== "people";
  return lacked ? [...fact.operators, ...KNOWN_OPERATORS] : fact.operators;
}
