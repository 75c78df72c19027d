import type { PointDetail } from "@okaeri/contract/campaigns/actions/point/point";
import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import fc from "fast-check";
import { pointAction } from "../campaigns/campaigns.fixture.ts";
import { dayAt } from "./rank-history.fixture.ts";

// Campaigns for the random histories of stays: switched on, stopped, changed and resumed on days of their own.

/** So many days are looked at. */
export const DAYS = 100;

type Rule = PointDetail;
export type Target = CampaignEdit["segments"][number]["target"];

const rule = fc
  .record({
    rate: fc.boolean(),
    amount: fc.integer({ min: 1, max: 20 }),
    condition: fc.constantFrom(null, 0, 4_000),
    plans: fc.constantFrom<string[]>([], ["A"]),
    expiry: fc.constantFrom("none", "date", "days_from_grant", "days_from_last_stay"),
    days: fc.integer({ min: 5, max: 40 }),
  })
  .map(
    ({ rate, amount, condition, plans, expiry, days }): Rule => ({
      grant_type: rate ? "rate" : "absolute",
      grant_absolute: rate ? null : amount * 10,
      grant_rate: rate ? amount : null,
      grant_condition: condition,
      plan_code: plans,
      expiration_type: expiry,
      expiration_days_from_grant: expiry === "days_from_grant" ? days : null,
      expiration_days_from_last_stay: expiry === "days_from_last_stay" ? days : null,
      // After every day on which a campaign is switched on, before some of the check-outs.
      expiration_date: expiry === "date" ? dayAt(DAYS - 10) : null,
    }),
  );
const condition = fc.constantFrom<Target>(
  { combinator: "and", rules: [] },
  { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 2 }] },
  { combinator: "and", rules: [{ field: "use_price_total", operator: "between", value: [3_000, 12_000] }] },
  { combinator: "or", rules: [{ field: "birthday_month", operator: "in", value: ["this_month", "next_month"] }] },
  {
    combinator: "or",
    rules: [
      { field: "gender", operator: "notIn", value: ["female"] },
      { field: "stay_count_2y", operator: "=", value: 3 },
    ],
  },
  { combinator: "and", rules: [{ field: "stay_check_in_day", operator: "in", value: [0, 1, 2, 3] }] },
  { combinator: "or", rules: [{ field: "stay_days", operator: "!=", value: 1 }] },
  { combinator: "and", rules: [{ field: "stay_check_out_day", operator: "notIn", value: [0, 6] }] },
  // The equinox and the holidays of May are within the days.
  { combinator: "and", rules: [{ field: "stay_holiday_eve", operator: "=", value: false }] },
  { combinator: "or", rules: [{ field: "stay_number", operator: "<=", value: 2 }] },
  { combinator: "and", rules: [{ field: "stay_number_2y", operator: "between", value: [2, 3] }] },
  {
    combinator: "or",
    rules: [
      { field: "stay_in_birthday_month", operator: "=", value: true },
      { field: "age", operator: "<", value: 46 },
      { field: "birthday_month", operator: "null", value: null },
    ],
  },
  {
    combinator: "and",
    rules: [
      { field: "stay_plan_code", operator: "notIn", value: ["B"] },
      { field: "stay_use_price", operator: ">=", value: 999 },
      { field: "stay_is_online_check_in", operator: "=", value: false },
      { field: "stay_booking_channel_id", operator: "null", value: null },
    ],
  },
  { combinator: "and", rules: [{ field: "last_stay_on", operator: ">=", value: { days_ago: 0 } }] },
  { combinator: "and", rules: [{ field: "rank_detail_id", operator: "in", value: [1, 2] }] },
  { combinator: "or", rules: [{ field: "rank_detail_id", operator: "notIn", value: [2, 3] }] },
  { combinator: "and", rules: [{ field: "rfm_group_id", operator: "in", value: [1, 3] }] },
  { combinator: "or", rules: [{ field: "rfm_group_id", operator: "notIn", value: [2] }] },
  {
    combinator: "or",
    rules: [
      { field: "rfm_recency_score", operator: "!=", value: 5 },
      { field: "rfm_frequency_score", operator: ">=", value: 2 },
    ],
  },
  { combinator: "and", rules: [{ field: "rfm_monetary_score", operator: "between", value: [2, 4] }] },
  { combinator: "and", not: true, rules: [{ field: "last_stay_on", operator: "<=", value: dayAt(30) }] },
);
const segments = fc
  .array(fc.record({ target: condition, rule }), { minLength: 1, maxLength: 2 })
  .map((made): CampaignEdit["segments"] =>
    made.map(({ target, rule: point }, index) => ({
      id: null,
      priority_seq: index + 1,
      target,
      actions: [{ ...pointAction(), point }],
    })),
  );
/** A campaign switched on one day; maybe stopped and resumed with other rules. */
export const campaign = fc.record({
  segments,
  on: fc.integer({ min: 0, max: 40 }),
  until: fc.option(fc.integer({ min: 40, max: 95 })),
  pause: fc.option(
    fc.record({ after: fc.integer({ min: 0, max: 20 }), days: fc.integer({ min: 0, max: 15 }), segments }),
  ),
});

/** What targets name by its place (tiers, groups) as the ids of a world. */
export const withIds = (
  parts: CampaignEdit["segments"],
  ids: Record<string, readonly (number | null)[]>,
): CampaignEdit["segments"] =>
  JSON.parse(
    JSON.stringify(parts, (_key, node) => {
      const known = ids[node?.field];
      return known ? { ...node, value: node.value.map((place: number) => known[place - 1]) } : node;
    }),
  );
