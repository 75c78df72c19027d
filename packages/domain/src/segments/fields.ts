import { CONSENT_CHANNELS, CONSENT_PURPOSES } from "../customers/consent.ts";
import { PREFECTURES } from "../customers/prefecture.ts";
import { GENDERS, LANGUAGE_CODES, REGISTRATION_CARD_STATUSES } from "../enumerations.ts";
import { MAX_YEN } from "../money.ts";
import {
  choice,
  code,
  dateFact,
  type FactEntry,
  month,
  number,
  people,
  reference,
  weekday,
  yesNo,
} from "./field-types.ts";
import { SEGMENT_LISTS } from "./lists.ts";

// What a target condition may ask. The visual builder, the check, the evaluation in memory, SQL and Lua all read this one table.

export * from "./field-types.ts";

/** The section of the server that knows the fact in SQL. */
export type FactOwner = "customers" | "stays" | "points" | "ranks" | "rfms";
/** Headings of the builder, in its order. */
export const FACT_GROUPS = ["reservation", "stay", "loyalty", "rfm", "person", "contact"] as const;
export type FactGroup = (typeof FACT_GROUPS)[number];

type Fact = FactEntry & {
  owner: FactOwner;
  /** Under which heading the builder offers it; none for what it does not offer. */
  group: FactGroup | null;
  /**
   * Whether it is known for the evening of any past check-out: it follows from the stays, or never changes; rank and RFM are those of the
   * evening before (docs/adr/0158). Basic campaigns offer only these (product §4). The others are known only as of now, and would pay a
   * stay by the day on which it happened to be processed.
   */
  asOf: boolean;
};

const OF_OCCASION = { owner: "stays", group: "reservation", asOf: false } as const;
const RESERVATION_ITEMS = SEGMENT_LISTS.reservations.items;
type ReservationItems = typeof RESERVATION_ITEMS;
/** What the reservation itself says for whose sake a campaign acts, by the names of the list of reservations. */
const RESERVATION_FACTS = Object.fromEntries(
  Object.entries(RESERVATION_ITEMS).map(([item, entry]) => [`reservation_${item}`, { ...entry, ...OF_OCCASION }]),
) as { [I in keyof ReservationItems as `reservation_${I}`]: ReservationItems[I] & typeof OF_OCCASION };

/** Every fact, in the order of the builder: its type with operators and bounds, who owns its SQL, and when it can be told. Its words are the screens'. */
export const SEGMENT_FIELDS = {
  rfm_group_id: { ...reference("rfm_groups", true), owner: "rfms", group: "rfm", asOf: true },
  rfm_recency_score: { ...number("score", 5, 1), owner: "rfms", group: "rfm", asOf: true },
  rfm_frequency_score: { ...number("score", 5, 1), owner: "rfms", group: "rfm", asOf: true },
  rfm_monetary_score: { ...number("score", 5, 1), owner: "rfms", group: "rfm", asOf: true },
  last_stay_days: { ...number("days", 36_500), owner: "stays", group: "stay", asOf: true },
  last_stay_on: { ...dateFact, owner: "stays", group: "stay", asOf: true },
  stay_count: { ...number("stays", 100_000), owner: "stays", group: "stay", asOf: true, always: true },
  stay_count_2y: { ...number("stays", 100_000), owner: "stays", group: "stay", asOf: true, always: true },
  use_price_total: { ...number("yen", MAX_YEN), owner: "stays", group: "stay", asOf: true, always: true },
  stay_check_in_day: { ...weekday, owner: "stays", group: "stay", asOf: true },
  stay_check_out_day: { ...weekday, owner: "stays", group: "stay", asOf: true },
  stay_days: { ...number("nights", 36_500), owner: "stays", group: "stay", asOf: true },
  stay_use_price: { ...number("yen", MAX_YEN), owner: "stays", group: "stay", asOf: true },
  stay_plan_code: { ...code, owner: "stays", group: "stay", asOf: true },
  stay_booking_channel_id: { ...reference("booking_channels"), owner: "stays", group: "stay", asOf: true },
  stay_holiday_eve: { ...yesNo, owner: "stays", group: "stay", asOf: true },
  stay_is_online_check_in: { ...yesNo, owner: "stays", group: "stay", asOf: true },
  stay_is_online_check_out: { ...yesNo, owner: "stays", group: "stay", asOf: true },
  stay_number: { ...number("stays", 100_000, 1), owner: "stays", group: "stay", asOf: true },
  stay_number_2y: { ...number("stays", 100_000, 1), owner: "stays", group: "stay", asOf: true },
  stay_in_birthday_month: { ...yesNo, owner: "stays", group: "stay", asOf: true },
  next_check_in_days: { ...number("days", 36_500), owner: "stays", group: "stay", asOf: false },
  point_balance: { ...number("points", MAX_YEN), owner: "points", group: "loyalty", asOf: false, always: true },
  points_expiring: {
    ...number("points", MAX_YEN),
    args: [{ min: 1, max: 3650, unit: "days" }],
    owner: "points",
    group: "loyalty",
    asOf: false,
    always: true,
  },
  birthday_month: { ...month, owner: "customers", group: "person", asOf: true },
  gender: { ...choice(GENDERS), owner: "customers", group: "person", asOf: true },
  age: { ...number("age", 150), owner: "customers", group: "person", asOf: true },
  prefecture: { ...choice(PREFECTURES), owner: "customers", group: "person", asOf: false },
  nationality: { ...code, owner: "customers", group: "person", asOf: false },
  language: { ...choice(LANGUAGE_CODES), owner: "customers", group: "person", asOf: false, always: true },
  customer_type_id: {
    ...reference("customer_types", true),
    owner: "customers",
    group: "person",
    asOf: false,
    luaList: "customer_type_ids",
  },
  rank_detail_id: { ...reference("rank_details"), owner: "ranks", group: "loyalty", asOf: true },
  rank_expires_in_days: { ...number("days", 36_500), owner: "ranks", group: "loyalty", asOf: false },
  registered_on: { ...dateFact, owner: "customers", group: "person", asOf: false, always: true },
  facility_account_id: {
    ...reference("facilities", true),
    owner: "stays",
    group: "stay",
    asOf: true,
    luaList: "facility_account_ids",
  },
  reserved_facility_account_id: {
    ...reference("facilities", true),
    owner: "stays",
    group: "stay",
    asOf: false,
    luaList: "reserved_facility_account_ids",
  },
  mail_reachable: { ...yesNo, owner: "customers", group: "contact", asOf: false, always: true },
  line_reachable: { ...yesNo, owner: "customers", group: "contact", asOf: false, always: true },
  consent: {
    ...yesNo,
    args: [{ choices: CONSENT_CHANNELS }, { choices: CONSENT_PURPOSES }],
    owner: "customers",
    group: "contact",
    asOf: false,
    always: true,
  },
  has_member_number: { ...yesNo, owner: "customers", group: "loyalty", asOf: false, always: true },
  customer_id: { ...people, owner: "customers", group: null, asOf: false },
  ...RESERVATION_FACTS,
  reservation_card_status: { ...choice(REGISTRATION_CARD_STATUSES), ...OF_OCCASION, always: true },
} as const satisfies Record<string, Fact>;
export type SegmentField = keyof typeof SEGMENT_FIELDS;
export const SEGMENT_FIELD_NAMES = Object.keys(SEGMENT_FIELDS) as readonly SegmentField[];
/** The facts whose entry says so: those of one owner, or those that can be told for a past evening. */
export type FactsWith<Entry extends Partial<Fact>> = {
  [F in SegmentField]: (typeof SEGMENT_FIELDS)[F] extends Entry ? F : never;
}[SegmentField];

/** The facts of the reservation for whose sake a campaign acts. */
export type ReservationField = FactsWith<{ group: "reservation" }>;
export const isReservationField = (field: SegmentField): field is ReservationField =>
  factOf(field).group === "reservation";
/** What the fact is called where the reservation alone is spoken of. */
export type ReservationItem = ReservationField extends `reservation_${infer Item}` ? Item : never;
export const reservationItem = (field: ReservationField): ReservationItem =>
  field.slice("reservation_".length) as ReservationItem;

/** What the table says of a fact. */
export const factOf = (field: SegmentField): Fact => SEGMENT_FIELDS[field];

/** Whether the text names a field of SEGMENT_FIELDS. */
export function isSegmentField(name: unknown): name is SegmentField {
  return (SEGMENT_FIELD_NAMES as readonly unknown[]).includes(name);
}
