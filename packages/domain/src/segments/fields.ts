import { GENDERS, LANGUAGE_CODES } from "../enumerations.ts";
import { MAX_YEN } from "../money.ts";

// What a target condition may ask. The visual builder, the check, the in-memory evaluation and the SQL compiler all
// read this one table. Operator names are those of react-querybuilder.

export const NUMBER_OPERATORS = ["=", "!=", "<", "<=", ">", ">=", "between"] as const;
export const DATE_OPERATORS = ["=", "<=", ">=", "between"] as const;
export const LIST_OPERATORS = ["in", "notIn"] as const;
export const BOOLEAN_OPERATORS = ["="] as const;
export type Operator =
  | (typeof NUMBER_OPERATORS)[number]
  | (typeof DATE_OPERATORS)[number]
  | (typeof LIST_OPERATORS)[number];

/** Lists a reference field chooses from; the server resolves them for the account. */
export type SegmentReference = "rfm_groups" | "customer_types" | "rank_details" | "facilities";

/** Months by name of the day of evaluation. */
export const RELATIVE_MONTHS = ["this_month", "next_month"] as const;
export type RelativeMonth = (typeof RELATIVE_MONTHS)[number];

export type SegmentUnit = "score" | "days" | "nights" | "stays" | "yen" | "points";

export type SegmentFieldType =
  | { type: "number"; operators: typeof NUMBER_OPERATORS; min: number; max: number; unit: SegmentUnit }
  | { type: "date"; operators: typeof DATE_OPERATORS }
  /** `many`: the customer has a set of them; `in` = has any of the list, `notIn` = has none. */
  | { type: "reference"; operators: typeof LIST_OPERATORS; reference: SegmentReference; many: boolean }
  | { type: "choice"; operators: typeof LIST_OPERATORS; choices: readonly string[] }
  /** Values 0 to 6, 0 = Sunday. */
  | { type: "weekday"; operators: typeof LIST_OPERATORS }
  /** Values 1 to 12 or a relative month. */
  | { type: "month"; operators: typeof LIST_OPERATORS }
  | { type: "boolean"; operators: typeof BOOLEAN_OPERATORS }
  /** Guests who were picked one by one, by id. No builder offers it: the list of customers makes it. */
  | { type: "people"; operators: typeof LIST_OPERATORS };

const number = (unit: SegmentUnit, max: number, min = 0): SegmentFieldType => ({
  type: "number",
  operators: NUMBER_OPERATORS,
  min,
  max,
  unit,
});
const reference = (name: SegmentReference, many = false): SegmentFieldType => ({
  type: "reference",
  operators: LIST_OPERATORS,
  reference: name,
  many,
});
const choice = (choices: readonly string[]): SegmentFieldType => ({
  type: "choice",
  operators: LIST_OPERATORS,
  choices,
});
const weekday: SegmentFieldType = { type: "weekday", operators: LIST_OPERATORS };
const yesNo: SegmentFieldType = { type: "boolean", operators: BOOLEAN_OPERATORS };

export const SEGMENT_FIELD_NAMES = [
  "rfm_group_id",
  "rfm_recency_score",
  "rfm_frequency_score",
  "rfm_monetary_score",
  "last_stay_days",
  "last_stay_on",
  "stay_count",
  "stay_count_2y",
  "use_price_total",
  "stay_check_in_day",
  "stay_check_out_day",
  "stay_days",
  "point_balance",
  "birthday_month",
  "gender",
  "language",
  "customer_type_id",
  "rank_detail_id",
  "facility_account_id",
  "reserved_facility_account_id",
  "mail_reachable",
  "line_reachable",
  "has_member_number",
  "customer_id",
] as const;
export type SegmentField = (typeof SEGMENT_FIELD_NAMES)[number];

/** Type, operators and bounds of every field. */
export const SEGMENT_FIELDS: Record<SegmentField, SegmentFieldType> = {
  rfm_group_id: reference("rfm_groups"),
  rfm_recency_score: number("score", 5, 1),
  rfm_frequency_score: number("score", 5, 1),
  rfm_monetary_score: number("score", 5, 1),
  last_stay_days: number("days", 36_500),
  last_stay_on: { type: "date", operators: DATE_OPERATORS },
  stay_count: number("stays", 100_000),
  stay_count_2y: number("stays", 100_000),
  use_price_total: number("yen", MAX_YEN),
  stay_check_in_day: weekday,
  stay_check_out_day: weekday,
  stay_days: number("nights", 36_500),
  point_balance: number("points", MAX_YEN),
  birthday_month: { type: "month", operators: LIST_OPERATORS },
  gender: choice(GENDERS),
  language: choice(LANGUAGE_CODES),
  customer_type_id: reference("customer_types", true),
  rank_detail_id: reference("rank_details"),
  facility_account_id: reference("facilities", true),
  reserved_facility_account_id: reference("facilities", true),
  mail_reachable: yesNo,
  line_reachable: yesNo,
  has_member_number: yesNo,
  customer_id: { type: "people", operators: LIST_OPERATORS },
};

/** Whether the text names a field of SEGMENT_FIELDS. */
export function isSegmentField(name: unknown): name is SegmentField {
  return (SEGMENT_FIELD_NAMES as readonly unknown[]).includes(name);
}
