import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarDate } from "../calendar-date.ts";
import type { ConditionGroup, ConditionNode, ConditionRule } from "./condition.ts";
import { EVERYBODY, MAX_CONDITION_DEPTH, parseCondition, validateCondition } from "./condition.ts";
import { all, any, guest, rule, stranger, today } from "./conditions.fixture.ts";
import { SEGMENT_FIELD_NAMES, SEGMENT_FIELDS } from "./fields.ts";
import { isWorkedOutByGuest } from "./form.ts";
import { compileLua } from "./lua/compile.ts";
import { toLua } from "./lua.ts";
import { matches, resolveMonth } from "./matches.ts";

const upTo = (most: number) => Array.from({ length: most }, (_, i) => i + 1);
describe("one rule, for a guest last seen 180 days ago and for a stranger without facts", () => {
  it.each<[ConditionRule, boolean, boolean]>([
    [rule("rfm_group_id", "in", [1, 2]), true, false],
    [rule("rfm_group_id", "notIn", [1, 2]), false, true],
    [rule("rfm_recency_score", "between", [4, 5]), true, false],
    [rule("rfm_frequency_score", ">=", 5), true, true],
    [rule("rfm_recency_score", "!=", 4), false, true],
    [rule("stay_check_in_day", "in", [5, 6]), true, false],
    [rule("stay_check_out_day", "notIn", [1]), true, true],
    [rule("stay_check_out_day", "in", [0]), true, false],
    [rule("stay_days", ">=", 2), true, false],
    [rule("stay_days", "!=", 2), false, true],
    [rule("last_stay_days", "=", 180), true, false],
    [rule("last_stay_days", ">=", 180), true, false],
    [rule("last_stay_days", "<", 180), false, false],
    [rule("last_stay_days", ">", 180), false, false],
    [rule("last_stay_days", "between", [180, 365]), true, false],
    [rule("last_stay_on", "between", ["2026-05-24", "2026-05-24"]), true, false],
    [rule("last_stay_on", "<=", "2026-05-23"), false, false],
    [rule("stay_count", ">=", 7), true, true],
    [rule("stay_count_2y", "<=", 2), false, false],
    [rule("use_price_total", ">", 249_999), true, true],
    [rule("point_balance", ">=", 1000), true, true],
    [rule("birthday_month", "in", [1, "next_month"]), true, false],
    [rule("birthday_month", "in", ["this_month"]), false, false],
    [rule("gender", "in", ["female", "other"]), true, false],
    [rule("gender", "notIn", ["female"]), false, true],
    [rule("language", "in", ["en"]), false, false],
    [rule("customer_type_id", "in", [5, 6]), true, false],
    [rule("customer_type_id", "notIn", [5, 6]), false, true],
    [rule("rank_detail_id", "in", [9]), true, false],
    [rule("facility_account_id", "in", [12]), true, true],
    [rule("facility_account_id", "in", [13]), false, false],
    [rule("reserved_facility_account_id", "in", [13]), true, true],
    [rule("reserved_facility_account_id", "notIn", [11, 12]), false, false],
    [rule("mail_reachable", "=", true), true, true],
    [rule("line_reachable", "=", false), true, true],
    [rule("has_member_number", "=", false), false, false],
    [rule("customer_id", "in", [30, 31]), true, true],
    [rule("customer_id", "notIn", [30, 31]), false, false],
    [rule("stay_use_price", ">=", 40_000), true, false],
    [rule("stay_plan_code", "in", ["P1", "P2"]), true, false],
    [rule("stay_plan_code", "notIn", ["P1"]), false, true],
    [rule("stay_booking_channel_id", "in", [21]), true, false],
    [rule("stay_holiday_eve", "=", false), false, false],
    [rule("stay_is_online_check_in", "=", true), true, false],
    [rule("stay_is_online_check_out", "=", false), true, false],
    [rule("stay_number", ">=", 3), true, false],
    [rule("stay_number_2y", "between", [3, 4]), true, false],
    [rule("stay_in_birthday_month", "=", true), false, false],
    [rule("next_check_in_days", "<=", 3), true, false],
    [rule("next_check_in_days", "null", null), false, true],
    [{ ...rule("points_expiring", ">=", 300), args: [30] }, true, true],
    [{ ...rule("points_expiring", ">=", 300), args: [29] }, false, false],
    [{ ...rule("consent", "=", true), args: ["mail", "marketing"] }, true, true],
    [{ ...rule("consent", "=", false), args: ["post", "service"] }, true, true],
    // A birthday on 1 December.
    [rule("age", "=", 45), true, false],
    [rule("prefecture", "in", [13, 27]), true, false],
    [rule("nationality", "notIn", ["JPN"]), false, true],
    [rule("rank_expires_in_days", "<=", 0), true, false],
    [rule("registered_on", "<=", { days_ago: 365 }), true, true],
    [rule("last_stay_on", ">=", { days_ago: 180 }), true, false],
    [rule("last_stay_on", "between", [{ days_ago: 179 }, { days_ahead: 3 }]), false, false],
    [rule("last_stay_on", "between", ["2026-05-01", { days_ago: 180 }]), true, false],
    [rule("gender", "notNull", null), true, false],
    [rule("gender", "null", null), false, true],
    [rule("rfm_group_id", "notNull", null), true, false],
    [rule("rfm_recency_score", "null", null), false, true],
  ])("%j", (given, forGuest, forStranger) => {
    expect(validateCondition(all(given))).toEqual([]);
    expect(matches(all(given), guest, today)).toBe(forGuest);
    expect(matches(all(given), stranger, today)).toBe(forStranger);
  });
  it("next_month after December is January", () => {
    expect(resolveMonth("next_month", calendarDate("2026-12-31"))).toBe(1);
  });
});

describe("groups", () => {
  const yes = rule("stay_count", ">=", 1);
  const no = rule("stay_count", ">=", 100);
  it.each<[string, ConditionGroup, boolean]>([
    ["and", all(yes, no), false],
    ["or", any(yes, no), true],
    ["nested", all(yes, any(no, all(yes, yes))), true],
    ["not", { ...any(yes, no), not: true }, false],
    ["empty top group is everybody", EVERYBODY, true],
    ["empty or is everybody", any(), true],
  ])("%s", (_, tree, expected) => {
    expect(matches(tree, guest, today)).toBe(expected);
  });
  it("not turns every answer round, also for unknown facts", () => {
    const leaf = fc.constantFrom(rule("rfm_group_id", "in", [1]), rule("last_stay_days", "<", 10), yes, no);
    const tree = fc.letrec<{ group: ConditionGroup; node: ConditionNode }>((tie) => ({
      node: fc.oneof({ depthSize: "small" }, leaf, tie("group")),
      group: fc.record({
        combinator: fc.constantFrom("and" as const, "or" as const),
        not: fc.boolean(),
        rules: fc.array(tie("node"), { minLength: 1, maxLength: 4 }),
      }),
    })).group;
    fc.assert(
      fc.property(tree, fc.constantFrom(guest, stranger), (group, facts) => {
        expect(matches({ ...group, not: !group.not }, facts, today)).toBe(!matches(group, facts, today));
      }),
    );
  });
});

describe("validateCondition", () => {
  const nested = (depth: number): ConditionGroup =>
    depth === 1 ? all(rule("stay_count", "=", 1)) : all(nested(depth - 1));
  it.each<[string, unknown, string[]]>([
    ["null", null, [": not_a_group"]],
    ["array", [], [": not_a_group"]],
    ["combinator", { combinator: "xor", rules: [] }, ["combinator: unknown_combinator"]],
    ["inner empty group", all(all()), ["rules.0: empty_group"]],
    ["not of nothing", { combinator: "and", not: true, rules: [] }, [": empty_group"]],
    ["depth 5", nested(MAX_CONDITION_DEPTH), []],
    ["depth 6", nested(6), ["rules.0.rules.0.rules.0.rules.0.rules.0: too_deep"]],
    ["depth 2,000", nested(2000), ["rules.0.rules.0.rules.0.rules.0.rules.0: too_deep"]],
    ["50 rules", all(...Array.from({ length: 50 }, () => rule("stay_count", "=", 1))), []],
    ["51 rules", all(...Array.from({ length: 51 }, () => rule("stay_count", "=", 1))), ["rules.50: too_many_rules"]],
    ["rule is text", all("x" as unknown as ConditionRule), ["rules.0.field: unknown_field"]],
    ["field", all(rule("password", "=", 1)), ["rules.0.field: unknown_field"]],
    ["prototype", all(rule("__proto__", "=", 1)), ["rules.0.field: unknown_field"]],
    ["operator", all(rule("stay_count", "contains", 1)), ["rules.0.operator: unknown_operator"]],
    ["operator of another type", all(rule("gender", "=", "male")), ["rules.0.operator: unknown_operator"]],
    ["text for a number", all(rule("stay_count", "=", "1")), ["rules.0.value: bad_value"]],
    ["fraction", all(rule("stay_count", "=", 1.5)), ["rules.0.value: bad_value"]],
    ["score 6", all(rule("rfm_recency_score", "=", 6)), ["rules.0.value: out_of_range"]],
    ["impossible day", all(rule("last_stay_on", "=", "2026-02-30")), ["rules.0.value: bad_value"]],
    ["reversed range", all(rule("last_stay_days", "between", [10, 5])), ["rules.0.value: below_minimum"]],
    ["range of one", all(rule("last_stay_days", "between", [10])), ["rules.0.value: bad_value"]],
    ["empty list", all(rule("rfm_group_id", "in", [])), ["rules.0.value: empty_list"]],
    ["month 13", all(rule("birthday_month", "in", [13])), ["rules.0.value: bad_value"]],
    ["unknown choice", all(rule("language", "in", ["xx"])), ["rules.0.value: bad_value"]],
    ["null with a value", all(rule("gender", "null", 1)), ["rules.0.value: bad_value"]],
    ["null of what everybody has", all(rule("stay_count", "null", null)), ["rules.0.operator: unknown_operator"]],
    [
      "days ago and ahead",
      all(rule("last_stay_on", ">=", { days_ago: 1, days_ahead: 1 })),
      ["rules.0.value: bad_value"],
    ],
    ["half a day ago", all(rule("last_stay_on", ">=", { days_ago: 0.5 })), ["rules.0.value: bad_value"]],
    [
      "days reversed",
      all(rule("last_stay_on", "between", [{ days_ahead: 1 }, { days_ago: 1 }])),
      ["rules.0.value: before_start"],
    ],
    ["no arguments", all(rule("points_expiring", "=", 1)), ["rules.0.args: bad_value"]],
    ["one argument of two", all({ ...rule("consent", "=", true), args: ["mail"] }), ["rules.0.args: bad_value"]],
    [
      "another channel",
      all({ ...rule("consent", "=", true), args: ["fax", "service"] }),
      ["rules.0.args.0: bad_value"],
    ],
    [
      "ten years and a day",
      all({ ...rule("points_expiring", "=", 1), args: [3651] }),
      ["rules.0.args.0: out_of_range"],
    ],
    ["text for days", all({ ...rule("points_expiring", "=", 1), args: ["30"] }), ["rules.0.args.0: bad_value"]],
    ["prefecture 48", all(rule("prefecture", "in", [48])), ["rules.0.value: bad_value"]],
    ["arguments of none", all({ ...rule("stay_count", "=", 1), args: [1] }), ["rules.0.args: bad_value"]],
    ["id 0", all(rule("rank_detail_id", "in", [0])), ["rules.0.value: bad_value"]],
    ["201 ids", all(rule("rank_detail_id", "in", upTo(201))), ["rules.0.value: too_many"]],
    ["10,000 guests", all(rule("customer_id", "in", upTo(10_000))), []],
    ["10,001 guests", all(rule("customer_id", "in", upTo(10_001))), ["rules.0.value: too_many"]],
  ])("%s", (_, tree, expected) => {
    expect(validateCondition(tree).map((error) => `${error.path}: ${error.code}`)).toEqual(expected);
  });
  it("keeps nothing but what is defined (the builder adds ids of its own)", () => {
    const parsed = parseCondition({
      id: "a",
      combinator: "and",
      not: false,
      rules: [{ ...rule("stay_count", "=", 1), id: "b", valueSource: "value" }],
    });
    expect(parsed).toEqual({ ok: true, tree: all(rule("stay_count", "=", 1)) });
  });
  it("every field declares its type once", () => {
    expect(Object.keys(SEGMENT_FIELDS)).toEqual([...SEGMENT_FIELD_NAMES]);
  });
});

describe("toLua", () => {
  it.each<[ConditionGroup, string]>([
    [EVERYBODY, "true"],
    [all(rule("stay_count", ">=", 3)), "stay_count >= 3"],
    [
      all(
        rule("rfm_group_id", "in", [1, 2]),
        rule("last_stay_days", "between", [180, 365]),
        rule("mail_reachable", "=", true),
      ),
      "(rfm_group_id == 1 or rfm_group_id == 2) and (last_stay_days ~= nil and last_stay_days >= 180 and last_stay_days <= 365) and mail_reachable",
    ],
    [
      {
        combinator: "or",
        not: true,
        rules: [rule("gender", "notIn", ["male"]), all(rule("stay_count", "=", 1), rule("line_reachable", "=", false))],
      },
      'not (not (gender == "male") or (stay_count == 1 and not line_reachable))',
    ],
    [
      any(rule("birthday_month", "in", ["next_month"]), rule("customer_type_id", "in", [3])),
      "birthday_month == next_month or contains(customer_type_ids, 3)",
    ],
    [all(rule("last_stay_on", ">=", "2026-01-01")), '(last_stay_on ~= nil and last_stay_on >= "2026-01-01")'],
    [all(rule("rfm_recency_score", "!=", 3)), "rfm_recency_score ~= 3"],
    [
      all(
        { ...rule("points_expiring", ">=", 100), args: [30] },
        { ...rule("consent", "=", false), args: ["mail", "marketing"] },
        rule("stay_holiday_eve", "=", false),
        rule("stay_is_online_check_in", "=", true),
        rule("prefecture", "notIn", [13]),
        rule("stay_plan_code", "in", ['A"\\']),
      ),
      'points_expiring(30) >= 100 and not consent("mail", "marketing") and stay_holiday_eve == false and stay_is_online_check_in and not (prefecture == 13) and stay_plan_code == "A\\"\\\\"',
    ],
    [all(rule("gender", "null", null), rule("last_stay_on", "notNull", null)), "gender == nil and last_stay_on ~= nil"],
    [
      all(rule("last_stay_on", "between", [{ days_ago: 30 }, { days_ahead: 0 }])),
      "(last_stay_on ~= nil and last_stay_on >= days_ago(30) and last_stay_on <= days_ahead(0))",
    ],
  ])("%j", (tree, expected) => {
    expect(toLua(tree)).toBe(expected);
  });
});

it("only what a script compares of a guest's own values is worked out guest by guest", () => {
  const byGuest = (script: string) => {
    const compiled = compileLua(script);
    return compiled.ok && isWorkedOutByGuest(compiled.form);
  };
  expect(byGuest("stay_count >= 3 and not (gender == 'male')")).toBe(false);
  expect(byGuest("count(stays, function(x) return x.use_price >= 10000 end) >= 2")).toBe(false);
  expect(byGuest("stay_count_2y * 2 > stay_count")).toBe(true);
  expect(byGuest("gender == 'male' or not (point_balance > use_price_total // 10)")).toBe(true);
});
