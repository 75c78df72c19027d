import fc from "fast-check";

// Random scripts over the accepted language, well mixed: whole numbers and fractions, nil, texts of one and of several bytes, values of and/or,
// local names, branches and counted things, and now and then a value of the wrong type, on which Lua fails.

const INT_FACTS = [
  "stay_count",
  "stay_count_2y",
  "use_price_total",
  "point_balance",
  "last_stay_days",
  "stay_days",
  "rfm_recency_score",
  "stay_check_in_day",
  "birthday_month",
];
const TEXT_FACTS = ["gender", "language", "last_stay_on"];
const BOOL_FACTS = ["mail_reachable", "line_reachable", "has_member_number"];
const ITEM_INTS = ["x.stay_days", "x.use_price", "x.check_in_day", "x.check_out_day"];
const ITEM_TEXTS = ["x.plan_code", "x.plan_code", "x.check_in_on", "x.check_out_on"];
const ITEM_BOOLS = ["x.is_online_check_in", "x.is_online_check_out"];
const TEXTS = [
  '""',
  '"a"',
  "'B'",
  '"ab"',
  '"朝食付き"',
  "'宿泊'",
  '"female"',
  '"ja"',
  '"2026-05-24"',
  '"2026-1"',
  "[[Z]]",
  '"\\u{1F600}"',
  '"\\x41\\065"',
  '"10"',
];
const INTS = ["0", "1", "2", "3", "7", "-1", "-7", "10", "100", "0x10", "9007199254740993", "1000000"];
const FLOATS = ["0.5", "2.0", "-1.5", "1e3", "3.", ".25", "1e15", "0x1.8p1"];
const ARITHMETIC = ["+", "-", "*", "//", "%", "/", "+", "-"];
const COMPARISONS = ["==", "~=", "<", "<=", ">", ">="];

type Parts = { int: string; num: string; text: string; bool: string; any: string };

function expressions(item: boolean): { [K in keyof Parts]: fc.Arbitrary<string> } {
  const from = (values: readonly string[]) => fc.constantFrom(...values);
  const spaced = (parts: readonly string[]) => parts.join(" ");
  return fc.letrec<Parts>((tie) => {
    const of = (...parts: (string | fc.Arbitrary<string>)[]) =>
      fc.tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part))).map(spaced);
    const some = (...options: { weight: number; arbitrary: fc.Arbitrary<string> }[]) =>
      fc.oneof({ maxDepth: 4, depthSize: "small", withCrossShrink: true }, ...options);
    const w = (weight: number, arbitrary: fc.Arbitrary<string>) => ({ weight, arbitrary });
    const { int, num, text, bool, any } = {
      int: tie("int"),
      num: tie("num"),
      text: tie("text"),
      bool: tie("bool"),
      any: tie("any"),
    };
    const ints = item ? [...ITEM_INTS, ...ITEM_INTS, ...INT_FACTS] : INT_FACTS;
    const counted = from([
      "count(stays, function(x) return x.use_price > 1000 end)",
      "count(stays, function(x) return x.plan_code == '朝食付き' end)",
      "sum(stays, function(x) return x.use_price end)",
      "sum(stays, function(x) if x.check_in_day == 6 then return x.stay_days end return 0 end)",
      "count(stays, function(s) return s.check_out_on >= days_ago(400) and s.facility_account_id == 3 end)",
    ]);
    return {
      int: some(
        w(6, from(ints)),
        w(4, from(INTS)),
        w(4, of("(", int, from(["+", "-", "*", "//", "%"]), int, ")")),
        w(1, of("- (", int, ")")),
        w(1, of("math.abs(", int, ")")),
        w(1, of(from(["math.min", "math.max"]), "(", int, ",", num, ")")),
        w(1, of(from(["math.floor", "math.ceil"]), "(", num, ")")),
        w(1, of("string.len(", text, ")")),
        w(1, of("(", int, from(["&", "|", "~"]), int, ")")),
        w(1, of("(", int, from(["<<", ">>"]), from(["1", "3", "63", "64", "-2", "0"]), ")")),
        w(1, of("~ (", int, ")")),
        w(1, of("#", text)),
        w(1, of("(", bool, "and", int, "or", int, ")")),
        w(1, from(["this_month", "next_month"])),
        ...(item ? [] : [w(2, counted)]),
      ),
      num: some(
        w(6, int),
        w(2, from(FLOATS)),
        w(3, of("(", num, from(ARITHMETIC), num, ")")),
        w(1, of("(", int, "^", from(["2", "0", "3"]), ")")),
      ),
      text: some(
        w(5, from(item ? [...ITEM_TEXTS, ...TEXT_FACTS] : TEXT_FACTS)),
        w(5, from(TEXTS)),
        w(2, from(["today", "days_ago(30)", "days_ahead(400)", "days_ago(0)"])),
        w(1, of("(", text, "..", text, ")")),
        w(1, of("(", text, "..", int, ")")),
        w(1, of(from(["string.lower", "string.upper"]), "(", text, ")")),
        w(
          2,
          of(
            "string.sub(",
            from(item ? ["x.check_in_on", "last_stay_on"] : [...TEXT_FACTS, "today"]),
            ",",
            from(["1", "-2", "0", "6", "3", "stay_count"]),
            ",",
            from(["4", "-1", "7", "0", "-4", "2"]),
            ")",
          ),
        ),
      ),
      bool: some(
        w(3, from(item ? [...ITEM_BOOLS, ...BOOL_FACTS] : BOOL_FACTS)),
        w(6, of("(", num, from(COMPARISONS), num, ")")),
        w(4, of("(", text, from(COMPARISONS), text, ")")),
        w(2, of("(", any, from(["==", "~="]), any, ")")),
        w(3, of("(", from([...ints, ...TEXT_FACTS]), from(["== nil", "~= nil"]), ")")),
        w(2, of("not", bool)),
        w(3, of("(", bool, "and", bool, ")")),
        w(3, of("(", bool, "or", bool, ")")),
        w(1, of("(", from([...ints, ...TEXT_FACTS]), from(["<", ">="]), any, ")")),
        w(1, of("(string.find(", text, ",", from(["'a'", "'食'", "'e'", "''"]), ") ~= nil )")),
        w(1, of("((string.find(", text, ",", text, ", 1, true) or 0) > 1)")),
        w(
          1,
          from([
            "contains(facility_account_ids, 3)",
            "contains(customer_type_ids, 4)",
            "contains(facility_account_ids, 2.0)",
            "contains(customer_type_ids, nil)",
            "contains(nil, 3)",
            "rank_detail_id == 9",
            "rfm_group_id == 2",
          ]),
        ),
      ),
      any: some(
        w(4, num),
        w(3, text),
        w(3, bool),
        w(2, fc.constant("nil")),
        w(2, of("(", any, from(["and", "or"]), any, ")")),
      ),
    };
  });
}

const guest = expressions(false);
const itemly = expressions(true);

const counts = fc.oneof(
  fc
    .tuple(itemly.bool, fc.constantFrom(">= 2", "== 0", "> 0", "< 3"))
    .map(([where, how]) => `count(stays, function(x) return ${where} end) ${how}`),
  fc
    .tuple(itemly.bool, itemly.int)
    .map(([where, int]) => `sum(stays, function(x) if ${where} then return ${int} end return 0 end) > 1000`),
  fc
    .tuple(itemly.int, guest.int)
    .map(([int, other]) => `sum(stays, function(x) local v = ${int} return v end) % 7 == ${other} % 7`),
  fc
    .tuple(itemly.bool, itemly.bool)
    .map(
      ([one, other]) =>
        `count(stays, function(x) if ${one} then return ${other} elseif x.plan_code then return nil else return 0 end end) == 1`,
    ),
);

const chunks = fc.oneof(
  fc
    .tuple(guest.any, guest.bool, guest.num)
    .map(([a, b, n]) => `local a = ${a}\nlocal n = ${n}\nif a == nil then return ${b} end\nreturn a == n or n > 3`),
  fc
    .tuple(guest.bool, guest.bool, guest.int, guest.int)
    .map(
      ([a, b, m, n]) =>
        `local score = 0\nif ${a} then score = score + ${m} end\nif ${b} then score = score + 2 elseif mail_reachable then score = score - ${n} else score = nil end\nreturn score ~= nil and score >= 2`,
    ),
  fc
    .tuple(guest.bool, guest.any, guest.any, guest.bool)
    .map(([a, x, y, b]) => `if ${a} then return ${x} elseif ${b} then return ${y} else return false end`),
  fc
    .tuple(guest.text, guest.text, guest.bool)
    .map(([s, t, b]) => `local s, t = ${s}, ${t}\nif ${b} then s, t = t, s end\nreturn s < t or #s == #t`),
  fc.tuple(guest.any, guest.any).map(([a, b]) => `local v = ${a} and ${b}\nif not v then v = ${b} or 1 end\nreturn v`),
);

/** A script by its kind: what it is mostly about. */
export const SCRIPTS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  condition: guest.bool,
  value: guest.any,
  numbers: fc
    .tuple(guest.num, fc.constantFrom(...COMPARISONS), guest.num)
    .map(([a, operator, b]) => `${a} ${operator} ${b}`),
  texts: fc
    .tuple(guest.text, fc.constantFrom(...COMPARISONS), guest.text)
    .map(([a, operator, b]) => `${a} ${operator} ${b}`),
  counted: counts,
  chunk: chunks,
};
