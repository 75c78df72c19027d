import { GROUP_TYPES, MESSAGE_JOB_TYPES } from "../enumerations.ts";
import { MAX_YEN } from "../money.ts";
import {
  choice,
  code,
  dateFact,
  type FactEntry,
  number,
  reference,
  type SegmentUnit,
  weekday,
  yesNo,
} from "./field-types.ts";

// What conditions count and sum: lists of a guest's records, each with the facts of its items. Known as of now only, so no always-on
// campaign asks for them. Lists have no order.

/** The section of the server that knows the list in SQL. */
export type ListOwner = "stays" | "coupons" | "points" | "pushes";

/** `unit`: what its items are counted in. */
type List = { owner: ListOwner; unit: SegmentUnit; items: Record<string, FactEntry> };

/** Where a booking stands. */
export const BOOKING_STATES = ["booked", "cancelled", "no_show", "in_house", "stayed"] as const;
/** What became of a message that is no longer waiting. */
export const MESSAGE_OUTCOMES = ["sent", "skipped", "failed", "unknown"] as const;

const OF_BOOKING = {
  facility_account_id: { ...reference("facilities"), always: true },
  check_in_on: { ...dateFact, always: true },
  check_out_on: { ...dateFact, always: true },
  stay_days: { ...number("nights", 36_500), always: true },
  plan_code: code,
  booking_channel_id: reference("booking_channels"),
  /** Of the first room. */
  room_type: code,
  adult_count: number("people", 10_000),
  child_count: number("people", 10_000),
  check_in_day: { ...weekday, always: true },
  check_out_day: { ...weekday, always: true },
  holiday_eve: { ...yesNo, always: true },
  group_type: { ...choice(GROUP_TYPES), always: true },
} as const satisfies Record<string, FactEntry>;

export const SEGMENT_LISTS = {
  /** Confirmed stays that count. */
  stays: {
    owner: "stays",
    unit: "stays",
    items: {
      ...OF_BOOKING,
      use_price: { ...number("yen", MAX_YEN), always: true },
      is_online_check_in: { ...yesNo, always: true },
      is_online_check_out: { ...yesNo, always: true },
    },
  },
  /** Bookings, whatever became of them; walking in is no booking. What only a confirmed stay has is unknown until then. */
  reservations: {
    owner: "stays",
    unit: "items",
    items: {
      ...OF_BOOKING,
      use_price: number("yen", MAX_YEN),
      is_online_check_in: yesNo,
      is_online_check_out: yesNo,
      reserved_on: dateFact,
      reserved_price: number("yen", MAX_YEN),
      /** Days from the booking to the check-in. */
      lead_days: number("days", 36_500),
      state: { ...choice(BOOKING_STATES), always: true },
      cancelled_on: dateFact,
    },
  },
  /** Messages of campaigns, once they are no longer waiting. */
  messages: {
    owner: "pushes",
    unit: "mails",
    items: {
      campaign_id: reference("campaigns"),
      channel: { ...choice(MESSAGE_JOB_TYPES), always: true },
      sent_on: dateFact,
      outcome: { ...choice(MESSAGE_OUTCOMES), always: true },
      /** By a person; programs that fetch every picture do not count. */
      opened_on: dateFact,
      clicked_on: dateFact,
    },
  },
  /** Coupons that the guest got and that were not taken back. */
  coupons: {
    owner: "coupons",
    unit: "sheets",
    items: {
      campaign_id: reference("campaigns"),
      coupon_id: { ...reference("coupons"), always: true },
      got_on: { ...dateFact, always: true },
      used_on: dateFact,
      last_day: dateFact,
    },
  },
  /** Uses of points that were not cancelled. */
  point_uses: {
    owner: "points",
    unit: "times",
    items: {
      used_on: { ...dateFact, always: true },
      points: { ...number("points", MAX_YEN), always: true },
      facility_account_id: { ...reference("facilities"), always: true },
    },
  },
} as const satisfies Record<string, List>;
export type SegmentList = keyof typeof SEGMENT_LISTS;
export const SEGMENT_LIST_NAMES = Object.keys(SEGMENT_LISTS) as readonly SegmentList[];
/** The facts of a list's items. */
export type ItemField<L extends SegmentList = SegmentList> = { [N in L]: keyof (typeof SEGMENT_LISTS)[N]["items"] }[L] &
  string;
/** The lists whose entry names that owner. */
export type ListsOf<O extends ListOwner> = {
  [L in SegmentList]: (typeof SEGMENT_LISTS)[L]["owner"] extends O ? L : never;
}[SegmentList];

/** Most items that a condition counts to. */
export const MAX_CONDITION_COUNT = 100_000;

/** Whether the text names a list of SEGMENT_LISTS. */
export function isSegmentList(name: unknown): name is SegmentList {
  return (SEGMENT_LIST_NAMES as readonly unknown[]).includes(name);
}

/** What the table says of a fact of the list's items; undefined where there is no such fact. */
export function itemOf(list: SegmentList, item: unknown): FactEntry | undefined {
  const items: Record<string, FactEntry> = SEGMENT_LISTS[list].items;
  return typeof item === "string" && Object.hasOwn(items, item) ? items[item] : undefined;
}

/** The facts of the list's items, in the order of the builder. */
export const itemsOf = (list: SegmentList): readonly ItemField[] =>
  Object.keys(SEGMENT_LISTS[list].items) as ItemField[];

/** Facts of the items that can be summed. */
export const summable = (list: SegmentList): readonly ItemField[] =>
  itemsOf(list).filter((item) => itemOf(list, item)?.type === "number");
