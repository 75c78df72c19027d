import { expect, it } from "vitest";
import { calendarDate } from "../../calendar-date.ts";
import expressions from "../../fixtures/lua/expressions.json" with { type: "json" };
import hostile from "../../fixtures/lua/hostile.json" with { type: "json" };
import verdicts from "../../fixtures/lua/verdicts.json" with { type: "json" };
import { compileLua, type LuaProblem } from "./compile.ts";
import { realLua } from "./oracle.fixture.ts";

const today = calendarDate("2026-11-20");
const compiled = (text: string) => compileLua(text);
const problems = (text: string): readonly LuaProblem[] => {
  const came = compiled(text);
  return came.ok ? [] : came.problems;
};
const codes = (text: string) => problems(text).map(({ code }) => code);
const MILLISECONDS = 50;
/** Of the processor: what else the machine does is no matter. */
const milliseconds = () => process.cpuUsage().user / 1000;

/** Placeholders that the file uses for bytes that JSON viewers garble. */
const written = (source: string) =>
  source.replace(
    /@([a-z])@/g,
    (_, character: string) => ({ n: "\n", r: "\r", f: "\f", v: "\v", b: "\b" })[character] ?? "",
  );

it("answers Lua's own tests as Lua does, or refuses them", { timeout: 60_000 }, async () => {
  const texts = expressions.rows.map(({ expr }) => expr);
  const accepted = texts.filter((text) => compiled(text).ok);
  const real = await realLua(accepted, [{ stay_count: 1 }], today);
  const wrong = accepted.filter((text, at) => {
    const came = compiled(text);
    return !came.ok || came.form.form !== "constant" || real[at]?.[0] !== (came.form.value ? "meant" : "not");
  });
  expect(wrong).toEqual([]);
  expect(accepted.length).toBeGreaterThanOrEqual(25);
});

it("accepts nothing that Lua does not load", () => {
  const refusedByLua = verdicts.rows.filter(({ lua54 }) => lua54 === "fail").map(({ source }) => written(source));
  expect(refusedByLua.filter((text) => compiled(text).ok)).toEqual([]);
});

it("accepts nothing that is more than Lua itself takes", { timeout: 60_000 }, async () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `local n${at} = 1 `).join("");
  const scripts = [
    `${"1+(".repeat(99)}1${")".repeat(99)} == 100`,
    `${"(not not ".repeat(90)}true${")".repeat(90)}`,
    `${"true or true and 1 == 1 .. 1 + 1 * (".repeat(30)}1${")".repeat(30)}`,
    `${names(201)}return n0 == 1`,
    `count(stays, function(x) ${names(201)}return n0 == 1 end) == 1`,
    `${names(190)}return ${"'a' .. ".repeat(90)}'b' == 'c'`,
    `local a = ${"1, ".repeat(300)}1 return a == 1`,
    `local a = 1 ${"a, ".repeat(250)}a = 1 return a == 1`,
    `${"math.max(1, 2, 3, 4, 5, 6, 7, 8, 9, ".repeat(30)}3${")".repeat(30)} == 9`,
  ];
  expect(await realLua(scripts, [{}], today)).toEqual(scripts.map(() => null));
  expect(scripts.map((text) => codes(text)[0])).toEqual([
    "lua_too_deep",
    "lua_too_deep",
    "lua_too_deep",
    "lua_too_many_names",
    "lua_too_many_names",
    "lua_too_large",
    "lua_too_large",
    "lua_too_large",
    "lua_too_large",
  ]);
});

it("refuses every hostile script with its place, at once", { timeout: 60_000 }, () => {
  const deep = `return 1${" .. 1".repeat(50_000)}`;
  const scripts = hostile.rows.map(({ source }) => source ?? deep);
  for (const text of [
    ...scripts,
    `return "${"x".repeat(1_000_000)}"`,
    "\u001bLua\u0054",
    `return ${"x".repeat(1_000_000)}`,
  ]) {
    const before = milliseconds();
    const came = problems(text);
    expect([text.slice(0, 60), milliseconds() - before < MILLISECONDS || "slow"]).toEqual([text.slice(0, 60), true]);
    expect([text.slice(0, 60), came[0]?.line, (came[0]?.column ?? 0) >= 1]).toEqual([
      text.slice(0, 60),
      expect.any(Number),
      true,
    ]);
  }
});

it("refuses what would exhaust a stack or a day before it is read", { timeout: 60_000 }, () => {
  const many = 20_000;
  const scripts = [
    `${"(".repeat(200)}1${")".repeat(200)} == 1`,
    `${"not ".repeat(200)}true`,
    `${"- ".repeat(many)}1 == 1`,
    `1 ${".. 1 ".repeat(many)}`,
    `2 ${"^ 2 ".repeat(200)}`,
    `${"if true then ".repeat(200)}return true${" end".repeat(200)}`,
    `${"(".repeat(many)}`,
    `${"f(".repeat(many)}`,
    `${"{".repeat(many)}`,
    `${`(${"not ".repeat(90)}`.repeat(90)}true${")".repeat(90)}`,
    `${`(true and ${"1 .. ".repeat(90)}`.repeat(90)}1${")".repeat(90)} == 1`,
    `stay_count${".a".repeat(30_000)} == 1`,
    `stay_count${"()".repeat(30_000)} == 1`,
    `stay_count${"[1]".repeat(30_000)} == 1`,
    `stay_count ${"+ stay_count ".repeat(5000)} > 1`,
    Array.from({ length: 3000 }, (_, at) => `stay_count * ${at} > point_balance`).join(" and "),
    `local a = stay_count ${"local b = a + a a = b - 1 ".repeat(2000)} return a > 3`,
    `local s = 0 ${"if stay_count > s then s = s * 3 else s = 2 end ".repeat(100)} return s > 3`,
    `local a = gender or language local b = ${Array.from({ length: 60 }, () => "(a or b)").join(" .. ")} return b == a`,
  ];
  for (const text of scripts) {
    const before = milliseconds();
    const came = problems(text);
    const took = milliseconds() - before;
    expect([text.slice(0, 60), came.length > 0, took < 10 * MILLISECONDS || took]).toEqual([
      text.slice(0, 60),
      true,
      true,
    ]);
  }
});

it("takes long chains of what one fact may be, as lists of guests and groups give them", { timeout: 60_000 }, () => {
  const text = Array.from({ length: 1000 }, (_, at) => `customer_id == ${at + 1}`).join(" or ");
  const came = compiled(text);
  expect(came).toMatchObject({ ok: true, form: { of: [{ test: { operator: "in", values: { length: 1000 } } }] } });
});

it.each<[string, string, number, number]>([
  ["", "lua_empty", 1, 1],
  ["  -- nothing\n", "lua_empty", 1, 1],
  ["stay_count != 2", "lua_use_not_equal", 1, 12],
  ["stay_count = 2", "lua_use_equal", 1, 12],
  ["stay_count >= 2 && mail_reachable", "lua_use_and", 1, 17],
  ["stay_count >= 2 || mail_reachable", "lua_use_or", 1, 17],
  ["!mail_reachable", "lua_use_not", 1, 1],
  ["stay_count >= ２", "lua_full_width", 1, 15],
  ["stay_count　>= 2", "lua_full_width", 1, 11],
  ["stay_count >= 2 and", "lua_ends_early", 1, 20],
  ["stay_count >= 2 or\n  and true", "lua_syntax", 2, 3],
  [", stay_count >= 2", "lua_syntax", 1, 1],
  ["math.max(, 1, stay_count) >= 2", "lua_syntax", 1, 10],
  ["gender == 'x", "lua_unfinished", 1, 13],
  ["gender == '\\q'", "lua_escape", 1, 13],
  ["gender == '\\xff'", "lua_text_bytes", 1, 11],
  ["gender == '\\0'", "lua_text_bytes", 1, 11],
  ["true --\n -- \0", "lua_text_bytes", 2, 5],
  ["stay_count > 9223372036854775808", "lua_number_size", 1, 14],
  ["stay_count > 1e999", "lua_number_size", 1, 14],
  ["stay_count > 3and true", "lua_number", 1, 14],
  ["stayCount > 3", "lua_similar_name", 1, 1],
  ["birthday == null", "lua_unknown_name", 1, 1],
  ["gender == null", "lua_similar_name", 1, 11],
  ["gender == 男", "lua_character", 1, 11],
  ["#stays > 3", "lua_use_count", 1, 1],
  ["stays ~= nil", "lua_list", 1, 1],
  ["customer.stay_count > 1", "lua_field", 1, 1],
  ["string.match(gender, 'a')", "lua_use_find", 1, 1],
  ["string.find(gender, 'a.')", "lua_plain_find", 1, 1],
  ["('a'):len() == 1", "lua_method", 1, 1],
  ["string.rep('a', 3) == 'aaa'", "lua_unknown_function", 1, 1],
  ["type(gender) == 'nil'", "lua_use_nil", 1, 1],
  ["gender == {1}", "lua_table", 1, 11],
  ["stay_count + '1' > 2", "lua_text_arithmetic", 1, 1],
  ["stay_count * use_price_total * use_price_total > 1", "lua_overflow", 1, 1],
  ["rank_detail_id > 3", "lua_only_equal", 1, 1],
  ["count(stays, function(x) return string.sub(x.plan_code, 1, 2) == 'BB' end) > 1", "lua_cut_text", 1, 33],
  ["count(stays, function(x) return x.price > 1 end) > 1", "lua_unknown_item", 1, 33],
  [
    "count(stays, function(x) return count(stays, function(y) return true end) > 1 end) > 1",
    "lua_counted_within",
    1,
    33,
  ],
  ["contains(stays, 3)", "lua_contains_list", 1, 10],
  ["while true do end return true", "lua_statement", 1, 1],
  ["for i = 1, 2 do end return true", "lua_statement", 1, 1],
  ["goto done", "lua_statement", 1, 1],
  ["if true then return 1 end", "lua_no_return", 1, 25],
  ["if true then\n  x = 1\nend\nreturn true", "lua_assignment", 2, 3],
  ["local x <const> = 1 return x", "lua_syntax", 1, 9],
  ["return 1, 2", "lua_one_value", 1, 11],
  ["local a = 1; math.floor(a) return a", "lua_call_statement", 1, 14],
  ["stay_count << point_balance == 1", "lua_constant_argument", 1, 1],
  ["contains(gender, 3)", "lua_contains_list", 1, 10],
  ["use_price_total % 0.5 == 0", "lua_float_rest", 1, 1],
  ["local a, b = string.find(gender, 'a') return a == b", "lua_two_values", 1, 1],
])("refuses %j as %s at %i:%i", (text, code, line, column) => {
  expect(problems(text)[0]).toMatchObject({ code, line, column });
});

it("names every problem of a script, each once", () => {
  expect(codes("foo > 1 and bar > 2 and foo.x == rank_detail_id + 1")).toEqual([
    "lua_unknown_name",
    "lua_unknown_name",
    "lua_field",
    "lua_only_equal",
  ]);
});

it("warns of what some guests lack, where it can happen and nowhere else", () => {
  const warned = (text: string) => {
    const came = compiled(text);
    return came.ok && came.warnings.map(({ code, line, column, params }) => [code, line, column, params.name]);
  };
  expect(warned("not (last_stay_days > 30)")).toEqual([["lua_may_be_nil", 1, 6, "last_stay_days"]]);
  expect(warned("last_stay_days ~= nil and last_stay_days > 30")).toEqual([]);
  expect(warned("last_stay_days == nil or last_stay_days > 30")).toEqual([]);
  expect(warned("local d = last_stay_days\nif not d then return true end\nreturn d > 30")).toEqual([]);
  expect(warned("point_balance % stay_count == 0")).toEqual([["lua_may_divide_by_zero", 1, 1, undefined]]);
  expect(warned("(last_stay_days or 0) > 3 and (last_stay_days and last_stay_days > 3)")).toEqual([]);
});

it("takes what Lua fails on for nobody, with a warning", () => {
  for (const text of [
    "contains(nil, 3)",
    "not contains(nil, 3)",
    "'a' < 1",
    "#stay_count == 1",
    "1 // 0 == 1",
    "nil .. 'a'",
  ]) {
    const came = compiled(text);
    expect([text, came]).toMatchObject([text, { form: { form: "constant", value: false }, warnings: { length: 1 } }]);
  }
});

it("repeats no more of a long name than a sentence holds", () => {
  const long = "x".repeat(50_000);
  for (const text of [`${long} > 1`, `stay_count ${long}`, `math.${long}(1)`, `local a = 1 ${long} = 2 return a`])
    expect(JSON.stringify(problems(text)).length).toBeLessThan(400);
});

it("counts columns as editors do, on the line where it is", () => {
  expect(problems("-- 😀\nstay_count >= 1 and\n  '😀' .. nothing == 'a'")[0]).toMatchObject({
    code: "lua_unknown_name",
    line: 3,
    column: 11,
    endLine: 3,
    endColumn: 18,
  });
});

it("takes what a basic campaign cannot judge for refused", () => {
  const came = compileLua("point_balance > 3 or contains(customer_type_ids, 1)", "evening");
  expect(came.ok ? [] : came.problems.map(({ code, params }) => [code, params.name])).toEqual([
    ["lua_not_judged", "point_balance"],
    ["lua_not_judged", "customer_type_ids"],
  ]);
});

it("sends no number to the database that it would not take", () => {
  const far = ["1e21", "-1e21", "1000001 * 1e15", "9223372036854775807 * 1.0"];
  const figures = [
    "stay_count",
    "last_stay_days",
    "stay_check_in_day",
    "rank_detail_id",
    "stay_count // point_balance",
    "#language",
  ];
  for (const text of far.flatMap((one) => figures.flatMap((other) => [`${other} == ${one}`, `${one} ~= ${other}`]))) {
    const came = compiled(text);
    const sent = JSON.stringify(came.ok && came.form, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
    expect([text, /"-?\d{19,}n"/.test(sent)]).toEqual([text, false]);
  }
});

it("ten bad scripts at once cost no more than a blink", () => {
  const before = milliseconds();
  for (let at = 0; at < 10; at += 1)
    problems(`local s = ${at} ${"if stay_count > s then s = s * 3 else s = 2 end ".repeat(800)} return s > 3`);
  expect(milliseconds() - before).toBeLessThan(20 * MILLISECONDS);
}, 60_000);

it("knows a text from what it is made of, not from prototypes", () => {
  expect(codes("constructor == nil")).toEqual(["lua_unknown_name"]);
  expect(codes("__proto__ == nil")).toEqual(["lua_unknown_name"]);
  expect(codes("toString()")).toEqual(["lua_unknown_function"]);
  expect(codes("count(stays, function(x) return x.constructor end) > 0")).toEqual(["lua_unknown_item"]);
});

it("compiles a script once, and stops at the last problem that is shown", () => {
  const script = "stay_count >= 2 and last_stay_days < 365";
  expect(compileLua(script)).toBe(compileLua(script));
  expect(compileLua(script, "evening")).not.toBe(compileLua(script));
  const wrong = Array.from({ length: 1_000 }, (_, n) => `unknown${n} == 1`).join(" or ");
  expect(problems(wrong)).toHaveLength(20);
});
