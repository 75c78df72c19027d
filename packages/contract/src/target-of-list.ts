import type { ConditionGroup, ConditionRule } from "@okaeri/domain/segments/condition";
import { SEGMENT_FIELDS, type SegmentField } from "@okaeri/domain/segments/fields";
import type { customerList } from "./lists/customers.ts";
import type { ListFilters } from "./lists/list.ts";

type Search = ListFilters<typeof customerList>;
type Rules = readonly ConditionRule[];

type NoRule = "q" | "rfm_id" | "rfm_flow";

const numbers = (text: string) => text.split(",").map(Number);
const among = (field: SegmentField, text: string | undefined): Rules =>
  text === undefined ? [] : [{ field, operator: "in", value: numbers(text) }];
const reach = (field: SegmentField, wanted: "reachable" | "unreachable" | undefined): Rules =>
  wanted === undefined ? [] : [{ field, operator: "=", value: wanted === "reachable" }];
const score = (field: SegmentField, value: number | undefined): Rules =>
  value === undefined ? [] : [{ field, operator: "=", value }];

/** Both ends included. Nobody has more than a field's largest figure. */
function range<T extends number | string>(field: SegmentField, from: T | undefined, to: T | undefined): Rules {
  const type = SEGMENT_FIELDS[field];
  const fitted = (value: T) => (type.type === "number" ? Math.min(Number(value), type.max) : value);
  if (from !== undefined && to !== undefined)
    return [{ field, operator: "between", value: [fitted(from), fitted(to)] }];
  if (from !== undefined) return [{ field, operator: ">=", value: fitted(from) }];
  return to === undefined ? [] : [{ field, operator: "<=", value: fitted(to) }];
}

/** A condition of the list without its rule does not compile. Words have none: what a search finds is no rule about guests; nor has an RFM, for rules mean the scores of the account's own, nor what lies in the past. */
const RULES: { [Name in Exclude<keyof (typeof customerList)["filters"], NoRule>]: (search: Search) => Rules } = {
  rank_detail_id: (s) => among("rank_detail_id", s.rank_detail_id),
  rfm_group_id: (s) => among("rfm_group_id", s.rfm_group_id),
  last_stay: (s) => range("last_stay_on", s.last_stay_from, s.last_stay_to),
  stay_count: (s) => range("stay_count", s.stay_count_min, s.stay_count_max),
  use_price: (s) => range("use_price_total", s.use_price_min, s.use_price_max),
  point: (s) => range("point_balance", s.point_min, s.point_max),
  birthday_month: (s) => among("birthday_month", s.birthday_month),
  mail: (s) => reach("mail_reachable", s.mail),
  line: (s) => reach("line_reachable", s.line),
  facility_account_id: (s) => among("facility_account_id", s.facility_account_id),
  reserved_facility_account_id: (s) => among("reserved_facility_account_id", s.reserved_facility_account_id),
  customer_type_id: (s) => among("customer_type_id", s.customer_type_id),
  recency_score: (s) => score("rfm_recency_score", s.recency_score),
  frequency_score: (s) => score("rfm_frequency_score", s.frequency_score),
  monetary_score: (s) => score("rfm_monetary_score", s.monetary_score),
};

/** A target that means whom the list's conditions find, on any day; undefined where words are searched for, scores of an RFM that an account group shares, or who moved. */
export function targetOfList(search: Search): ConditionGroup | undefined {
  if ([search.q, search.rfm_id, search.rfm_flow].some((each) => each !== undefined)) return undefined;
  return { combinator: "and", rules: Object.values(RULES).flatMap((rulesOf) => rulesOf(search)) };
}

/** A target of exactly these guests, and of whom they are merged into. */
export function targetOfGuests(ids: readonly number[]): ConditionGroup {
  return { combinator: "and", rules: [{ field: "customer_id", operator: "in", value: ids }] };
}
