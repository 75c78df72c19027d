import { parseDate } from "../../calendar-date.ts";
import { MAX_DAYS_AWAY } from "../field-types.ts";
import { asText, type Computed } from "./arithmetic.ts";
import type { CombineResult } from "./combine.ts";
import { type AnyForm, type AnyTerm, FALSE, TRUE } from "./guards.ts";
import type { Diagnostic } from "./problem.ts";
import type { LuaScope } from "./scope.ts";
import {
  type Alternative,
  constantFloat,
  constantInt,
  constantText,
  type Float,
  floatOf,
  type Int,
  intOf,
  type LuaText,
  textValueOf,
  type Value,
} from "./value.ts";

/** A function of Lua that a script may call. A function that gives two values is only used for its first. */
export interface LuaFunction {
  least: number;
  most: number;
  twoValues?: true;
  run(values: readonly Value[], scope: LuaScope): CombineResult;
}

export const one = (value: Value): CombineResult => ({ alternatives: [{ when: TRUE, value }], fails: FALSE });
export const stepOf = (computed: Computed): CombineResult =>
  computed === "fails" || "code" in computed
    ? computed
    : { alternatives: [{ when: TRUE, value: computed.value }], fails: computed.fails };

/** A number as a function of Lua takes it. */
function numberIn(value: Value | undefined): Int | Float | "fails" | Diagnostic {
  if (value === undefined || value.type === "nil" || value.type === "bool") return "fails";
  if (value.type === "text") return { code: "lua_text_arithmetic" };
  return value.type === "int" && value.named ? { code: "lua_only_equal" } : value;
}

/** A whole number as a function of Lua takes it: 2.0 is one, 2.5 fails. */
function wholeIn(value: Value): Int | "fails" | Diagnostic {
  const number = numberIn(value);
  if (number === "fails" || "code" in number || number.type === "int") return number;
  const constant = constantFloat(number);
  if (constant === undefined) return { code: "lua_whole_number" };
  return Number.isInteger(constant) && constant >= -LIMIT && constant < LIMIT ? intOf(BigInt(constant)) : "fails";
}

const LIMIT = 2 ** 63;

function rounded(term: "floor" | "ceil", round: (value: number) => number): LuaFunction {
  return {
    least: 1,
    most: 1,
    run([value], { guards }) {
      const number = numberIn(value);
      if (number === "fails" || "code" in number) return number;
      if (number.type === "int") return one(number);
      const constant = constantFloat(number);
      if (constant !== undefined) {
        const whole = round(constant);
        return one(whole >= -LIMIT && whole < LIMIT ? intOf(BigInt(whole)) : floatOf(whole));
      }
      const high = number.most < 62 ? 2n ** BigInt(Math.max(number.most, 0) + 1) : 2n ** 63n - 1n;
      const int: Int = {
        type: "int",
        term: { term, of: number.term },
        low: number.most < 62 ? -high : -(2n ** 63n),
        high,
      };
      if (number.finite && number.most < 62) return one(int);
      // What is not a number, infinite, or too large for a whole number stays what it is.
      const bound = (value: number): AnyTerm => ({ term: "float", value });
      const fits = guards.and(
        { form: "compare", left: bound(-LIMIT), operator: "<=", right: number.term },
        { form: "compare", left: number.term, operator: "<", right: bound(LIMIT) },
      );
      return {
        alternatives: [
          { when: fits, value: int },
          { when: guards.not(fits), value: number },
        ],
        fails: FALSE,
      };
    },
  };
}

const absolute: LuaFunction = {
  least: 1,
  most: 1,
  run([value]) {
    const number = numberIn(value);
    if (number === "fails" || "code" in number) return number;
    const term: AnyTerm = { term: "absolute", of: number.term, type: number.type };
    if (number.type === "float") {
      const constant = constantFloat(number);
      return one(constant === undefined ? { ...number, term } : floatOf(Math.abs(constant)));
    }
    const [low, high] = [number.low < 0n ? -number.low : number.low, number.high < 0n ? -number.high : number.high];
    const most = low > high ? low : high;
    if (most > 2n ** 63n - 1n) return { code: "lua_overflow" };
    const constant = constantInt(number);
    return one(
      constant === undefined ? { type: "int", term, low: 0n, high: most } : intOf(constant < 0n ? -constant : constant),
    );
  },
};

/** The first of the smallest (or largest); a number of either kind stays of its kind. */
function extreme(term: "least" | "greatest"): LuaFunction {
  return {
    least: 1,
    most: 20,
    run(values, scope) {
      const [only] = values;
      // Lua compares what it is given and does not look at what it is, so one value alone comes back whatever it is.
      if (only !== undefined && values.length === 1) return one(only);
      const numbers: (Int | Float)[] = [];
      for (const value of values) {
        const number = numberIn(value);
        if (number === "fails" || "code" in number) return number;
        numbers.push(number);
      }
      let best: readonly Alternative[] = [{ when: TRUE, value: numbers[0] as Value }];
      for (const next of numbers.slice(1)) {
        const more: Alternative[] = [];
        for (const held of best) {
          const both = chosen(term, held, next, scope);
          if ("code" in both) return both;
          more.push(...both);
        }
        best = more;
      }
      return { alternatives: best, fails: FALSE };
    },
  };
}

function chosen(
  term: "least" | "greatest",
  held: Alternative,
  next: Int | Float,
  { guards, comparing }: LuaScope,
): Alternative[] | Diagnostic {
  const value = held.value as Int | Float;
  if (value.type === "int" && next.type === "int") return [{ when: held.when, value: extremeInt(term, value, next) }];
  const better = term === "least" ? comparing.values(next, "<", value) : comparing.values(value, "<", next);
  if (better === "fails") return [held];
  if ("code" in better) return better;
  return [
    { when: guards.and(held.when, better.is), value: next },
    { when: guards.and(held.when, guards.not(better.is)), value },
  ];
}

function extremeInt(term: "least" | "greatest", left: Int, right: Int): Int {
  const pick = (a: bigint, b: bigint) => ((term === "least" ? a < b : a > b) ? a : b);
  const [a, b] = [constantInt(left), constantInt(right)];
  if (a !== undefined && b !== undefined) return intOf(pick(a, b));
  const bounds = { low: pick(left.low, right.low), high: pick(left.high, right.high) };
  return { type: "int", term: { term, left: left.term, right: right.term }, ...bounds };
}

/** A function of a text. */
function ofText(run: (text: LuaText) => Value): LuaFunction {
  return {
    least: 1,
    most: 1,
    run([value]) {
      const text = asText(value as Value);
      return text === "fails" || "code" in text ? text : one(run(text));
    },
  };
}

const MAX_TEXT = 1_000_000_000n;
const bytesOf = (text: string): bigint => BigInt(new TextEncoder().encode(text).length);
export const lengthOf = (text: LuaText): Int => {
  const constant = constantText(text);
  if (constant !== undefined) return intOf(bytesOf(constant));
  return { type: "int", term: { term: "length", of: text.term }, low: 0n, high: MAX_TEXT };
};

/** As C has them, and so Lua: letters of ASCII alone. */
export const lowered = (text: string): string => text.replace(/[A-Z]+/g, (characters) => characters.toLowerCase());
export const uppered = (text: string): string => text.replace(/[a-z]+/g, (characters) => characters.toUpperCase());

function cased(term: "lower" | "upper", change: (text: string) => string): LuaFunction {
  return ofText((text) => {
    const constant = constantText(text);
    return constant === undefined ? { ...text, term: { term, of: text.term } } : textValueOf(change(constant));
  });
}

const part: LuaFunction = {
  least: 2,
  most: 3,
  run([value, from, to]) {
    const text = asText(value as Value);
    if (text === "fails" || "code" in text) return text;
    const start = wholeIn(from as Value);
    if (start === "fails" || "code" in start) return start;
    const end = to === undefined || to.type === "nil" ? intOf(-1n) : wholeIn(to);
    if (end === "fails" || "code" in end) return end;
    if (!text.ascii) return { code: "lua_cut_text" };
    const [constant, a, b] = [constantText(text), constantInt(start), constantInt(end)];
    if (constant !== undefined && a !== undefined && b !== undefined) return one(textValueOf(partOf(constant, a, b)));
    return one({ type: "text", term: { term: "part", of: text.term, from: start.term, to: end.term }, ascii: true });
  },
};

/** string.sub of a text of ASCII. */
export function partOf(text: string, from: bigint, to: bigint): string {
  const length = BigInt(text.length);
  const start = from > 0n ? from : from === 0n || from < -length ? 1n : length + from + 1n;
  const end = to > length ? length : to >= 0n ? to : to < -length ? 0n : length + to + 1n;
  return start > end ? "" : text.slice(Number(start - 1n), Number(end));
}

const MAGIC = /[\^$*+?.()[\]%-]/;

const find: LuaFunction = {
  least: 2,
  most: 4,
  twoValues: true,
  run([value, wanted, from, plain], { guards }) {
    const [text, what] = [asText(value as Value), asText(wanted as Value)];
    if (text === "fails" || what === "fails") return "fails";
    if ("code" in text) return text;
    if ("code" in what) return what;
    const literally =
      plain !== undefined &&
      plain.type !== "nil" &&
      !(plain.type === "bool" && plain.is.form === "constant" && !plain.is.value);
    if (plain?.type === "bool" && plain.is.form !== "constant") return { code: "lua_constant_argument" };
    const pattern = constantText(what);
    if (!literally && (pattern === undefined || MAGIC.test(pattern))) return { code: "lua_plain_find" };
    const start = from === undefined || from.type === "nil" ? intOf(1n) : wholeIn(from);
    if (start === "fails" || "code" in start) return start;
    const begin = constantInt(start);
    if (begin === undefined || (begin !== 1n && !text.ascii))
      return { code: begin === undefined ? "lua_constant_argument" : "lua_cut_text" };
    const constant = constantText(text);
    if (constant !== undefined && pattern !== undefined) {
      const place = placeIn(constant, pattern, begin);
      return one(place === 0n ? { type: "nil" } : intOf(place));
    }
    const term: AnyTerm = { term: "place", of: text.term, what: what.term, from: start.term };
    const found: AnyForm = { form: "compare", left: { term: "int", value: 1n }, operator: "<=", right: term };
    const place: Int = { type: "int", term, low: 0n, high: MAX_TEXT };
    return {
      alternatives: [
        { when: found, value: place },
        { when: guards.not(found), value: { type: "nil" } },
      ],
      fails: FALSE,
    };
  },
};

/** Where it stands first, in bytes from 1; 0 where it does not. */
export function placeIn(text: string, what: string, from: bigint): bigint {
  const length = bytesOf(text);
  const start = from > 0n ? from : from === 0n || from < -length ? 1n : length + from + 1n;
  if (start > length + 1n) return 0n;
  // A later start is only asked of ASCII, where a byte is a character.
  const index = text.indexOf(what, Number(start - 1n));
  return index === -1 ? 0n : bytesOf(text.slice(0, index)) + 1n;
}

function dayFrom(sign: 1 | -1): LuaFunction {
  return {
    least: 1,
    most: 1,
    run([value]) {
      const days = value && constantInt(value);
      if (days === undefined) return { code: "lua_constant_argument" };
      if (days > MAX_DAYS_AWAY || days < -MAX_DAYS_AWAY) return { code: "lua_days", params: { max: MAX_DAYS_AWAY } };
      return one(dayText(sign * Number(days)));
    },
  };
}

export const dayText = (ahead: number): LuaText => ({
  type: "text",
  term: { term: "day", ahead: ahead === 0 ? 0 : ahead },
  ascii: true,
});
export const monthInt = (ahead: 0 | 1): Int => ({ type: "int", term: { term: "month", ahead }, low: 1n, high: 12n });
export const isDay = (text: string): boolean => parseDate(text) !== undefined;

export const FUNCTIONS: Readonly<Record<string, LuaFunction>> = {
  days_ago: dayFrom(-1),
  days_ahead: dayFrom(1),
  "math.floor": rounded("floor", Math.floor),
  "math.ceil": rounded("ceil", Math.ceil),
  "math.abs": absolute,
  "math.min": extreme("least"),
  "math.max": extreme("greatest"),
  "string.len": ofText(lengthOf),
  "string.lower": cased("lower", lowered),
  "string.upper": cased("upper", uppered),
  "string.sub": part,
  "string.find": find,
};
