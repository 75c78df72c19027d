import { MAX_YEN } from "../money.ts";
import { code, date, type FactEntry, number, reference, weekday, yesNo } from "./field-types.ts";

// What conditions count and sum: lists of a guest's records, each with the facts of its items. Known as of now only, so no always-on
// campaign asks for them.

/** The section of the server that knows the list in SQL. */
export type ListOwner = "stays";

type List = { owner: ListOwner; items: Record<string, FactEntry> };

export const SEGMENT_LISTS = {
  /** Confirmed stays that count. */
  stays: {
    owner: "stays",
    items: {
      facility_account_id: { ...reference("facilities"), always: true },
      check_in_on: { ...date, always: true },
      check_out_on: { ...date, always: true },
      stay_days: { ...number("nights", 36_500), always: true },
      use_price: { ...number("yen", MAX_YEN), always: true },
      plan_code: code,
      check_in_day: { ...weekday, always: true },
      check_out_day: { ...weekday, always: true },
      is_online_check_in: { ...yesNo, always: true },
      is_online_check_out: { ...yesNo, always: true },
    },
  },
} as const satisfies Record<string, List>;
export type SegmentList = keyof typeof SEGMENT_LISTS;
export const SEGMENT_LIST_NAMES = Object.keys(SEGMENT_LISTS) as readonly SegmentList[];
/** The facts of a list's items. */
export type ItemField<L extends SegmentList = SegmentList> = { [N in L]: keyof (typeof SEGMENT_LISTS)[N]["items"] }[L] &
  string;

/** Most items that a condition counts to. */
export const MAX_COUNT = 100_000;

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
