import { FLOW_FORM } from "@okaeri/domain/rfms/flow-form";
import { describeList, WORDS_FILTER } from "./list.ts";

const SCORE = { kind: "number", min: 1, max: 5 } as const;
const REACH = { kind: "choice", of: ["reachable", "unreachable"] } as const;

/** Conditions are combined with AND; each means the same as the condition of a segment's target. */
export const customerList = describeList({
  path: "/customers",
  sorts: ["last_stay_on", "name_kana", "stay_count", "use_price_total", "point_balance", "member_number"],
  sort: "-last_stay_on",
  filters: {
    q: WORDS_FILTER,
    rank_detail_id: { kind: "records" },
    rfm_group_id: { kind: "records" },
    /** Whose scores the three conditions mean; without it, those of the account's own RFM. */
    rfm_id: { kind: "record" },
    last_stay: { kind: "days", from: "last_stay_from", to: "last_stay_to" },
    stay_count: { kind: "counts", from: "stay_count_min", to: "stay_count_max" },
    use_price: { kind: "money", from: "use_price_min", to: "use_price_max" },
    point: { kind: "counts", from: "point_min", to: "point_max" },
    birthday_month: { kind: "numbers", min: 1, max: 12 },
    mail: REACH,
    line: REACH,
    /** Really stayed there. */
    facility_account_id: { kind: "records" },
    /** Booked there, whatever became of it. */
    reserved_facility_account_id: { kind: "records" },
    customer_type_id: { kind: "records" },
    recency_score: SCORE,
    frequency_score: SCORE,
    monetary_score: SCORE,
    /** Who moved between two evenings (domain/rfms/flow). */
    rfm_flow: { kind: "code", code: "rfm_flow", form: FLOW_FORM },
  },
  columns: {
    name: { sort: "name_kana" },
    member: { sort: "member_number" },
    rank: {},
    rfm: {},
    last_stay_on: { kind: "day", sort: "last_stay_on" },
    stays: { kind: "figure", sort: "stay_count" },
    total: { kind: "figure", sort: "use_price_total" },
    points: { kind: "figure", sort: "point_balance" },
    contact: {},
  },
  file: [
    "member_number",
    "name",
    "name_kana",
    "tel",
    "email",
    "rank",
    "rfm_group",
    "last_stay_on",
    "last_facility",
    "stay_count",
    "use_price_total",
    "point_balance",
    "next_point_expiry",
    "mail",
    "line",
  ],
});
