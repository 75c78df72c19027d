import { GENDERS, LANGUAGE_CODES } from "../enumerations.ts";
import { MAX_YEN } from "../money.ts";

// What a target condition may ask. The visual builder, the check, the evaluation in memory, SQL and Lua all read this one table. Operator names are those of react-querybuilder.

export const NUMBER_OPERATORS = ["=", "!=", "<", "<=", ">", ">=", "between"] as const;
export const DATE_OPERATORS = ["=", "<=", ">=", "between"] as const;
export const LIST_OPERATORS = ["in", "notIn"] as const;
export const BOOLEAN_OPERATORS = ["="] as const;
export type Operator =
  | (typeof NUMBER_OPERATORS)[number]
  | (typeof DATE_OPERATORS)[number]
  | (typeof LIST_OPERATORS)[number];

/** Lists a reference field chooses from; the server resolves them for the account. */
export const SEGMENT_REFERENCES = ["rfm_groups", "customer_types", "rank_details", "facilities"] as const;
export type SegmentReference = (typeof SEGMENT_REFERENCES)[number];

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

const number = (unit: SegmentUnit, max: number, min = 0) => ({
  type: "number" as const,
  operators: NUMBER_OPERATORS,
  min,
  max,
  unit,
});
const reference = (name: SegmentReference, many = false) => ({
  type: "reference" as const,
  operators: LIST_OPERATORS,
  reference: name,
  many,
});
const choice = (choices: readonly string[]) => ({
  type: "choice" as const,
  operators: LIST_OPERATORS,
  choices,
});
const weekday = { type: "weekday", operators: LIST_OPERATORS } as const;
const yesNo = { type: "boolean", operators: BOOLEAN_OPERATORS } as const;

/** The section of the server that knows the fact in SQL. */
export type FactOwner = "customers" | "stays" | "points" | "ranks" | "rfms";
type Fact = SegmentFieldType & {
  owner: FactOwner;
  /**
   * Whether it is known for the evening of any past check-out: it follows from the stays, or never changes; rank and RFM are those of the
   * evening before (docs/adr/0158). Basic campaigns offer only these (product §4). The others are known only as of now, and would pay a
   * stay by the day on which it happened to be processed.
   */
  asOf: boolean;
  /** Whether every customer has it. What is left out may be unknown, and is nil in Lua. */
  always?: true;
  /** What the set of them is called in Lua, for a fact of which a customer has several. */
  luaList?: string;
};

/** Every fact, in the order of the builder: its type with operators and bounds, who owns its SQL, and when it can be told. Its words are the screens'. */
export const SEGMENT_FIELDS = {
  rfm_group_id: { ...reference("rfm_groups"), owner: "rfms", asOf: true },
  rfm_recency_score: { ...number("score", 5, 1), owner: "rfms", asOf: true },
  rfm_frequency_score: { ...number("score", 5, 1), owner: "rfms", asOf: true },
  rfm_monetary_score: { ...number("score", 5, 1), owner: "rfms", asOf: true },
  last_stay_days: { ...number("days", 36_500), owner: "stays", asOf: true },
  last_stay_on: { type: "date", operators: DATE_OPERATORS, owner: "stays", asOf: true },
  stay_count: { ...number("stays", 100_000), owner: "stays", asOf: true, always: true },
  stay_count_2y: { ...number("stays", 100_000), owner: "stays", asOf: true, always: true },
  use_price_total: { ...number("yen", MAX_YEN), owner: "stays", asOf: true, always: true },
  stay_check_in_day: { ...weekday, owner: "stays", asOf: true },
  stay_check_out_day: { ...weekday, owner: "stays", asOf: true },
  stay_days: { ...number("nights", 36_500), owner: "stays", asOf: true },
  point_balance: { ...number("points", MAX_YEN), owner: "points", asOf: false, always: true },
  birthday_month: { type: "month", operators: LIST_OPERATORS, owner: "customers", asOf: true },
  gender: { ...choice(GENDERS), owner: "customers", asOf: true },
  language: { ...choice(LANGUAGE_CODES), owner: "customers", asOf: false },
  customer_type_id: {
    ...reference("customer_types", true),
    owner: "customers",
    asOf: false,
    luaList: "customer_type_ids",
  },
  rank_detail_id: { ...reference("rank_details"), owner: "ranks", asOf: true },
  facility_account_id: {
    ...reference("facilities", true),
    owner: "stays",
    asOf: true,
    luaList: "facility_account_ids",
  },
  reserved_facility_account_id: {
    ...reference("facilities", true),
    owner: "stays",
    asOf: false,
    luaList: "reserved_facility_account_ids",
  },
  mail_reachable: { ...yesNo, owner: "customers", asOf: false, always: true },
  line_reachable: { ...yesNo, owner: "customers", asOf: false, always: true },
  has_member_number: { ...yesNo, owner: "customers", asOf: false, always: true },
  customer_id: { type: "people", operators: LIST_OPERATORS, owner: "customers", asOf: false },
} as const satisfies Record<string, Fact>;
export type SegmentField = keyof typeof SEGMENT_FIELDS;
export const SEGMENT_FIELD_NAMES = Object.keys(SEGMENT_FIELDS) as readonly SegmentField[];
/** The facts whose entry says so: those of one owner, or those that can be told for a past evening. */
export type FactsWith<Said extends Partial<Fact>> = {
  [F in SegmentField]: (typeof SEGMENT_FIELDS)[F] extends Said ? F : never;
}[SegmentField];

/** What the table says of a fact. */
export const factOf = (field: SegmentField): Fact => SEGMENT_FIELDS[field];

/** Whether the text names a field of SEGMENT_FIELDS. */
export function isSegmentField(name: unknown): name is SegmentField {
  return (SEGMENT_FIELD_NAMES as readonly unknown[]).includes(name);
}
