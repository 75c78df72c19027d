import { expect, test } from "vitest";
import type { ConditionGroup, ConditionNode } from "./condition.ts";
import { contradictions } from "./contradictions.ts";

const and = (...rules: unknown[]): ConditionGroup => ({ combinator: "and", rules: rules as ConditionNode[] });
const is = (field: string, operator: string, value: unknown) => ({ field, operator, value });
const stays = (operator: string, value: unknown, where = and()) => ({ of: "stays", where, operator, value });

test.each([
  ["figures without room", is("stay_count", ">=", 5), is("stay_count", "<", 5)],
  ["ranges side by side", is("point_balance", "between", [0, 9]), is("point_balance", "between", [10, 20])],
  ["the figure and all others", is("stay_days", "=", 2), is("stay_days", "!=", 2)],
  ["days of the calendar", is("last_stay_on", ">=", "2026-02-01"), is("last_stay_on", "<=", "2026-01-31")],
  ["days from today", is("last_stay_on", ">=", { days_ago: 30 }), is("last_stay_on", "<=", { days_ago: 60 })],
  ["choices with nothing in common", is("gender", "in", ["male"]), is("gender", "in", ["female", "other"])],
  ["a choice and what leaves it out", is("birthday_month", "in", [4]), is("birthday_month", "notIn", [4, 5])],
  ["yes and no", is("mail_reachable", "=", true), is("mail_reachable", "=", false)],
  ["unknown and a figure", is("last_stay_days", "null", null), is("last_stay_days", "<=", 30)],
  ["unknown and known", is("last_stay_on", "notNull", null), is("last_stay_on", "null", null)],
  ["counts of the same", stays(">=", 3), stays("=", 0)],
])("%s can never both be met", (_name, one, other) => {
  expect(contradictions(and(one, other))).toEqual([{ path: "rules.1", earlier: one }]);
  expect(contradictions(and(other, one))).toEqual([{ path: "rules.1", earlier: other }]);
  expect(contradictions({ combinator: "or", rules: [one, other] as ConditionNode[] })).toEqual([]);
  expect(contradictions(and(is("gender", "in", ["male"]), and(one, other)))).toEqual([
    { path: "rules.1.rules.1", earlier: one },
  ]);
});

test.each([
  ["figures that touch", is("stay_count", ">=", 5), is("stay_count", "<=", 5)],
  ["another fact", is("stay_count", ">=", 5), is("stay_count_2y", "<", 5)],
  ["what a guest has several of", is("facility_account_id", "in", [1]), is("facility_account_id", "in", [2])],
  ["groups, one of each RFM", is("rfm_group_id", "in", [1]), is("rfm_group_id", "in", [2])],
  ["months that hang on the day", is("birthday_month", "in", ["this_month"]), is("birthday_month", "in", [4])],
  ["a day and one that moves", is("last_stay_on", ">=", "2026-02-01"), is("last_stay_on", "<=", { days_ago: 60 })],
  ["unknown and what leaves out", is("gender", "null", null), is("gender", "notIn", ["male"])],
  ["unknown and another figure", is("last_stay_days", "null", null), is("last_stay_days", "!=", 3)],
  ["counts of other things", stays(">=", 3, and(is("stay_days", ">=", 2))), stays("=", 0)],
])("%s may both be met: nothing is said", (_name, one, other) => {
  expect(contradictions(and(one, other))).toEqual([]);
  expect(contradictions(and(other, one))).toEqual([]);
});
