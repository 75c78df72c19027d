import fc from "fast-check";
import { expect, it } from "vitest";
import { calendarDate } from "../../calendar-date.ts";
import { GENDERS, LANGUAGE_CODES } from "../../enumerations.ts";
import { parseCondition } from "../condition.ts";
import { formOf } from "../form.ts";
import { toLua } from "../lua.ts";
import { guestMeets } from "../matches.ts";
import { compileLua } from "./compile.ts";
import { askedGuest, guestsOn } from "./random-guests.fixture.ts";

const today = calendarDate("2026-11-20");
const compiled = (text: string) => {
  const came = compileLua(text);
  if (!came.ok) throw new Error(`${came.problems[0]?.code}: ${text}`);
  return came;
};

const pairs = <T>(from: fc.Arbitrary<T>, sort: (a: T, b: T) => number) =>
  fc.tuple(from, from).map((both) => both.toSorted(sort));
const figures = fc.integer({ min: 0, max: 30 });
const days = fc.constantFrom("2026-05-24", "2025-01-01", "2026-11-20");
const numeric = (field: string) =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom("=", "!=", "<", "<=", ">", ">="),
      value: figures,
    }),
    fc.record({ field: fc.constant(field), operator: fc.constant("between"), value: pairs(figures, (a, b) => a - b) }),
  );
const listed = (field: string, values: fc.Arbitrary<number | string>) =>
  fc.record({
    field: fc.constant(field),
    operator: fc.constantFrom("in", "notIn"),
    value: fc.uniqueArray(values, { minLength: 1, maxLength: 3 }),
  });
const dated = (field: string) =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom("=", "<=", ">="),
      value: fc.oneof<fc.Arbitrary<unknown>[]>(
        days,
        fc.record({ days_ago: figures }),
        fc.record({ days_ahead: fc.integer({ min: 1, max: 9 }) }),
      ),
    }),
    fc.record({
      field: fc.constant(field),
      operator: fc.constant("between"),
      value: pairs(days, (a, b) => (a < b ? -1 : 1)),
    }),
  );
const yesNo = (field: string) =>
  fc.record({ field: fc.constant(field), operator: fc.constant("="), value: fc.boolean() });
const known = (field: string) =>
  fc.record({ field: fc.constant(field), operator: fc.constantFrom("null", "notNull"), value: fc.constant(null) });
const id = fc.integer({ min: 1, max: 9 });
const itemRule = fc.oneof(
  numeric("use_price"),
  numeric("stay_days"),
  listed("facility_account_id", id),
  listed("plan_code", fc.constantFrom("朝食付き", "BB-01", 'a"b\\')),
  listed("check_in_day", fc.integer({ min: 0, max: 6 })),
  dated("check_out_on"),
  yesNo("is_online_check_in"),
  known("plan_code"),
);
const counted = fc
  .record(
    {
      of: fc.constant("stays"),
      where: fc.record({ combinator: fc.constantFrom("and", "or"), rules: fc.array(itemRule, { maxLength: 3 }) }),
      operator: fc.constantFrom("=", "!=", "<", "<=", ">", ">=", "between"),
      value: pairs(figures, (a, b) => a - b),
      sum: fc.constantFrom("use_price", "stay_days"),
    },
    { requiredKeys: ["of", "where", "operator", "value"] },
  )
  .map((rule) => ({ ...rule, value: rule.operator === "between" ? rule.value : rule.value[0] }));
const rule = fc.oneof(
  numeric("stay_count"),
  numeric("last_stay_days"),
  numeric("stay_days"),
  dated("last_stay_on"),
  listed("gender", fc.constantFrom(...GENDERS)),
  listed("language", fc.constantFrom(...LANGUAGE_CODES)),
  listed("birthday_month", fc.constantFrom(1, 11, 12, "this_month", "next_month")),
  listed("stay_check_in_day", fc.integer({ min: 0, max: 6 })),
  listed("rank_detail_id", id),
  listed("rfm_group_id", id),
  listed("facility_account_id", id),
  listed("customer_type_id", id),
  listed("customer_id", id),
  yesNo("mail_reachable"),
  known("last_stay_on"),
  known("gender"),
  counted,
);
const group = (depth: number): fc.Arbitrary<unknown> =>
  fc.record(
    {
      combinator: fc.constantFrom("and", "or"),
      not: fc.boolean(),
      rules: fc.array(
        depth === 0 ? rule : fc.oneof({ arbitrary: rule, weight: 3 }, { arbitrary: group(depth - 1), weight: 1 }),
        {
          // A group of one thing is not to be seen in a text.
          minLength: 2,
          maxLength: 4,
        },
      ),
    },
    { requiredKeys: ["combinator", "rules"] },
  );
const trees = fc
  .oneof(
    group(2),
    rule.map((only) => ({ combinator: "and", rules: [only] })),
    fc.constant({ combinator: "and", rules: [] }),
  )
  .map((value) => {
    const parsed = parseCondition(value);
    if (!parsed.ok) throw new Error(JSON.stringify([parsed.errors, value]));
    return parsed.tree;
  })
  .filter((tree) => !openGroups(tree).some(asksOneFact));

type Group = { combinator: "and" | "or"; not?: boolean | undefined; rules: readonly object[] };

/** Groups that a text does not put into parentheses: the tree, and the conditions of items that it counts. */
const openGroups = (tree: Group): Group[] => [
  tree,
  ...tree.rules.flatMap((rule) =>
    "where" in rule ? [rule.where as Group] : "rules" in rule ? openGroups(rule as Group).slice(1) : [],
  ),
];

/** One value of one fact "or" another is read as one rule with both values, which means the same and stands in parentheses. */
function asksOneFact({ combinator, not, rules }: Group): boolean {
  const [first] = rules;
  const isOne = (rule: object): rule is { field: string } =>
    "operator" in rule && rule.operator === "in" && "value" in rule && (rule.value as readonly unknown[]).length === 1;
  return (
    combinator === "or" &&
    !not &&
    rules.every(
      (rule) => isOne(rule) && first !== undefined && "field" in first && "field" in rule && rule.field === first.field,
    )
  );
}

it("reads one value of a fact or another as one rule with both", () => {
  const one = (value: number) => ({ field: "rank_detail_id", operator: "in", value: [value] });
  const parsed = parseCondition({ combinator: "or", rules: [one(1), one(2)] });
  const { tree } = compiled(parsed.ok ? toLua(parsed.tree) : "");
  expect(tree).toEqual({ combinator: "and", rules: [{ ...one(1), value: [1, 2] }] });
});

it("gives the text of every tree back as that tree", () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const text = toLua(tree);
      const { tree: back, form, warnings } = compiled(text);
      expect(back && toLua(back)).toBe(text);
      expect(back && formOf(back)).toEqual(form);
      expect(warnings).toEqual([]);
    }),
    { numRuns: 300 },
  );
}, 60_000);

it("means by the text of a tree what the tree means, also where it stays Lua", () => {
  const guests = fc.sample(guestsOn(today), 60).map((guest) => askedGuest(guest, today));
  fc.assert(
    fc.property(trees, (tree) => {
      const { form, tree: back } = compiled(`-- a remark keeps it Lua\n${toLua(tree)}`);
      expect(back).toBe(null);
      for (const guest of guests) expect(guestMeets(form, guest)).toBe(guestMeets(formOf(tree), guest));
    }),
    { numRuns: 100 },
  );
}, 60_000);

it.each<[string, unknown]>([
  ["stay_count>=2", [{ field: "stay_count", operator: ">=", value: 2 }]],
  ["2 <= stay_count", [{ field: "stay_count", operator: ">=", value: 2 }]],
  ["gender=='female'", [{ field: "gender", operator: "in", value: ["female"] }]],
  ["return last_stay_days and last_stay_days <= 30", [{ field: "last_stay_days", operator: "<=", value: 30 }]],
  ["stay_count >= 2 and stay_count <= 5", [{ field: "stay_count", operator: "between", value: [2, 5] }]],
  [
    "last_stay_on and last_stay_on >= days_ago(30)",
    [{ field: "last_stay_on", operator: ">=", value: { days_ago: 30 } }],
  ],
  [
    "if mail_reachable then return stay_count > 2 end return false",
    [
      { field: "mail_reachable", operator: "=", value: true },
      { field: "stay_count", operator: ">", value: 2 },
    ],
  ],
  [
    "count(stays, function(s) if s.use_price < 1000 then return false end return s.facility_account_id == 3 or s.facility_account_id == 4 end) > 1",
    [
      {
        of: "stays",
        operator: ">",
        value: 1,
        where: {
          combinator: "and",
          rules: [
            { combinator: "and", not: true, rules: [{ field: "use_price", operator: "<", value: 1000 }] },
            { field: "facility_account_id", operator: "in", value: [3, 4] },
          ],
        },
      },
    ],
  ],
])("finds the rules that say the same as %j", (text, rules) => {
  expect(compiled(text).tree).toEqual({ combinator: "and", rules });
});

it.each([
  "stay_count >= 2 -- regulars",
  "stay_count % 2 == 0",
  "not (last_stay_days < 3) and stay_count == point_balance",
  "string.sub(last_stay_on, 1, 4) == '2026'",
  "false",
])("leaves %j as it is written", (text) => {
  expect(compiled(text).tree).toBe(null);
});
