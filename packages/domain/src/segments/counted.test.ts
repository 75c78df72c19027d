import { describe, expect, it } from "vitest";
import { type CountedRule, EVERYBODY, parseCondition, validateCondition } from "./condition.ts";
import { all, guest, rule, today } from "./conditions.fixture.ts";
import { toLua } from "./lua.ts";
import { matches } from "./matches.ts";
import { targetErrors } from "./target.ts";

describe("counted things", () => {
  const stay = (over = {}) => ({
    facility_account_id: 11,
    check_in_on: "2026-10-01",
    check_out_on: "2026-10-03",
    stay_days: 2,
    use_price: 30_000,
    plan_code: null,
    check_in_day: 4,
    check_out_day: 6,
    is_online_check_in: false,
    is_online_check_out: true,
    ...over,
  });
  const stays = [stay(), stay({ facility_account_id: 12, use_price: 5_000, plan_code: 'A"1' }), stay()];
  const at11 = all(rule("facility_account_id", "in", [11]));
  const counted = (where: unknown, operator: string, value: unknown, sum?: string) =>
    ({ of: "stays", where, operator, value, ...(sum ? { sum } : {}) }) as CountedRule;
  it.each<[CountedRule, boolean, string]>([
    [counted(EVERYBODY, "=", 3), true, "count(stays, function(x) return true end) == 3"],
    [counted(at11, ">=", 2), true, "count(stays, function(x) return x.facility_account_id == 11 end) >= 2"],
    [
      counted(all(rule("plan_code", "in", ['A"1']), rule("check_in_on", "<=", { days_ago: 40 })), "!=", 1),
      false,
      'count(stays, function(x) return x.plan_code == "A\\"1" and x.check_in_on <= days_ago(40) end) ~= 1',
    ],
    [
      counted(all(rule("plan_code", "null", null)), "between", [2, 3]),
      true,
      "(count(stays, function(x) return x.plan_code == nil end) >= 2 and count(stays, function(x) return x.plan_code == nil end) <= 3)",
    ],
    [counted(EVERYBODY, "<", 65_000, "use_price"), false, "sum(stays, function(x) return x.use_price end) < 65000"],
    [
      counted(at11, "<=", 60_000, "use_price"),
      true,
      "sum(stays, function(x) if x.facility_account_id == 11 then return x.use_price end return 0 end) <= 60000",
    ],
  ])("%j", (given, met, lua) => {
    expect(validateCondition(all(given))).toEqual([]);
    expect(matches(all(given), { ...guest, stays }, today)).toBe(met);
    expect(matches({ ...all(given), not: true }, { ...guest, stays }, today)).toBe(!met);
    expect(toLua(all(given))).toBe(lua);
    expect(parseCondition(JSON.parse(JSON.stringify(all(given))))).toEqual({ ok: true, tree: all(given) });
  });
  it("a guest without any has none", () => {
    expect(matches(all(counted(EVERYBODY, "<=", 0)), guest, today)).toBe(true);
    expect(matches(all(counted(EVERYBODY, "=", 0, "use_price")), guest, today)).toBe(true);
  });
  it.each<[string, unknown, string[]]>([
    ["list", { ...counted(EVERYBODY, "=", 1), of: "__proto__" }, ["rules.0.of: unknown_field"]],
    ["no conditions", { ...counted(null, "=", 1) }, ["rules.0.where: not_a_group"]],
    [
      "fact of the guest",
      counted(all(rule("stay_count", "=", 1)), "=", 1),
      ["rules.0.where.rules.0.field: unknown_field"],
    ],
    [
      "fact of all objects",
      counted(all(rule("toString", "=", 1)), "=", 1),
      ["rules.0.where.rules.0.field: unknown_field"],
    ],
    [
      "null of what each has",
      counted(all(rule("use_price", "null", null)), "=", 1),
      ["rules.0.where.rules.0.operator: unknown_operator"],
    ],
    ["two levels", counted(all(all(rule("use_price", "=", 1))), "=", 1), []],
    [
      "three levels",
      counted(all(all(all(rule("use_price", "=", 1)))), "=", 1),
      ["rules.0.where.rules.0.rules.0: too_deep"],
    ],
    [
      "counted in counted",
      counted({ combinator: "and", rules: [counted(EVERYBODY, "=", 1)] }, "=", 1),
      ["rules.0.where.rules.0: counted_in_counted"],
    ],
    ["sum of a day", counted(EVERYBODY, "=", 1, "check_in_on"), ["rules.0.sum: unknown_field"]],
    ["less than none", counted(EVERYBODY, ">=", -1), ["rules.0.value: out_of_range"]],
    ["known", counted(EVERYBODY, "notNull", null), ["rules.0.operator: unknown_operator"]],
    [
      "code of a line",
      counted(all(rule("plan_code", "in", ["a\n"])), "=", 1),
      ["rules.0.where.rules.0.value: bad_value"],
    ],
    [
      "50 rules within",
      counted(all(...Array.from({ length: 50 }, () => rule("use_price", "=", 1))), "=", 1),
      ["rules.0.where.rules.49: too_many_rules"],
    ],
  ])("%s", (_, given, expected) => {
    expect(
      validateCondition({ combinator: "and", rules: [given] }).map(({ path, code }) => `${path}: ${code}`),
    ).toEqual(expected);
  });
  it("is not asked of an evening", () => {
    const target = { combinator: "and", rules: [{ combinator: "or", rules: [counted(EVERYBODY, ">=", 1)] }] };
    expect(targetErrors(target, "evening")).toEqual([{ path: "rules.0.rules.0.of", code: "not_judged_as_of" }]);
    expect(targetErrors(target, "now")).toEqual([]);
  });
});
