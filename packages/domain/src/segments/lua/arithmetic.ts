import { type AnyForm, type AnyTerm, FALSE } from "./guards.ts";
import type { Diagnostic } from "./problem.ts";
import {
  constantFloat,
  constantInt,
  constantText,
  type Float,
  fits,
  floatOf,
  type Int,
  intOf,
  type LuaText,
  textValueOf,
  type Value,
} from "./value.ts";

export type Arithmetic = "+" | "-" | "*" | "/" | "//" | "%" | "^";
/** A value, and where it fails after all (a whole number divided by zero); that it always fails; or why it is refused. */
export type Computed = { value: Value; fails: AnyForm } | "fails" | Diagnostic;

const done = (value: Value, fails: AnyForm = FALSE): Computed => ({ value, fails });
/** Sizes (powers of two) between which no operation of the database overflows or vanishes. */
const MOST = 1000;
const LEAST = -1000;

/** Arithmetic as Lua does it: whole numbers stay whole, except for "/" and "^", and one fraction makes the result one. */
export function computed(left: Value, operator: Arithmetic, right: Value): Computed {
  if (left.type === "nil" || left.type === "bool" || right.type === "nil" || right.type === "bool") return "fails";
  if (left.type === "text" || right.type === "text") return { code: "lua_text_arithmetic" };
  if (isNamed(left) || isNamed(right)) return { code: "lua_only_equal" };
  if (operator === "^") return power(left, right);
  if (operator !== "/" && left.type === "int" && right.type === "int") return ints(left, operator, right);
  return floats(asFloat(left), operator, asFloat(right));
}

export function asFloat(value: Int | Float): Float {
  if (value.type === "float") return value;
  const constant = constantInt(value);
  if (constant !== undefined) return floatOf(Number(constant));
  return { type: "float", term: { term: "as_float", of: value.term }, least: 0, most: sizeOf(value), finite: true };
}

const isNamed = (value: Int | Float): boolean => value.type === "int" && value.named === true;
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const largest = ({ low, high }: Int): bigint => (absolute(low) > absolute(high) ? absolute(low) : absolute(high));
const sizeOf = (value: Int): number => largest(value).toString(2).length;

function ints(left: Int, operator: Exclude<Arithmetic, "/" | "^">, right: Int): Computed {
  const [a, b] = [constantInt(left), constantInt(right)];
  if (operator === "//" || operator === "%") return divided(left, operator, right, a, b);
  const ends = [left.low, left.high].flatMap((one) =>
    [right.low, right.high].map((other) => whole(one, operator, other)),
  );
  const low = ends.reduce((one, other) => (one < other ? one : other));
  const high = ends.reduce((one, other) => (one > other ? one : other));
  if (!fits(low, high)) return { code: "lua_overflow" };
  if (a !== undefined && b !== undefined) return done(intOf(whole(a, operator, b)));
  return done({ type: "int", term: { term: operator, type: "int", left: left.term, right: right.term }, low, high });
}

const whole = (a: bigint, operator: "+" | "-" | "*", b: bigint): bigint =>
  operator === "+" ? a + b : operator === "-" ? a - b : a * b;

/** Rounded down, and the rest with the sign of the divisor. */
export function floorDivided(a: bigint, b: bigint): { quotient: bigint; rest: bigint } {
  const rest = ((a % b) + b) % b;
  return { quotient: (a - rest) / b, rest };
}

function divided(left: Int, operator: "//" | "%", right: Int, a?: bigint, b?: bigint): Computed {
  if (b === 0n) return "fails";
  const most = largest(right);
  // The database takes more steps to it than Lua, and none may leave 64 bits.
  if (!fits(left.low - most, left.high + most) || !fits(-2n * most, 2n * most)) return { code: "lua_overflow" };
  if (a !== undefined && b !== undefined) {
    const { quotient, rest } = floorDivided(a, b);
    return done(intOf(operator === "//" ? quotient : rest));
  }
  const bound = operator === "//" ? largest(left) : most - 1n;
  const low = operator === "%" && right.low >= 0n ? 0n : -bound;
  const high = operator === "%" && right.high <= 0n ? 0n : bound;
  const fails: AnyForm =
    b !== undefined ? FALSE : { form: "compare", left: right.term, operator: "==", right: { term: "int", value: 0n } };
  const term: AnyTerm = { term: operator, type: "int", left: left.term, right: right.term };
  return done({ type: "int", term, low, high }, fails);
}

function floats(left: Float, operator: Exclude<Arithmetic, "^">, right: Float): Computed {
  const [a, b] = [constantFloat(left), constantFloat(right)];
  if (a !== undefined && b !== undefined) return done(floatOf(fraction(a, operator, b)));
  if (operator === "%") return { code: "lua_float_rest" };
  const term: AnyTerm = { term: operator, type: "float", left: left.term, right: right.term };
  const size = sizes(left, operator, right);
  if (size.most > MOST || size.least < LEAST) return { code: "lua_overflow" };
  const finite =
    left.finite && right.finite && ((operator !== "/" && operator !== "//") || (b !== undefined && b !== 0));
  return done({ type: "float", term, ...size, finite });
}

function sizes(left: Float, operator: "+" | "-" | "*" | "/" | "//", right: Float): { least: number; most: number } {
  switch (operator) {
    case "*":
      return { least: left.least + right.least - 1, most: left.most + right.most + 1 };
    case "/":
      return { least: left.least - right.most - 1, most: left.most - right.least + 1 };
    case "//":
      // Rounded down it is zero or at least one, but the division before it is not.
      return left.least - right.most - 1 < LEAST
        ? { least: LEAST - 1, most: 0 }
        : { least: 0, most: Math.max(left.most - right.least + 1, 1) };
    default:
      // What is left of two that nearly cancel each other.
      return { least: Math.min(left.least, right.least) - 54, most: Math.max(left.most, right.most) + 1 };
  }
}

/** One step of two fractions, as IEEE 754 and Lua have it. */
export function fraction(a: number, operator: Exclude<Arithmetic, "^">, b: number): number {
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "//":
      return Math.floor(a / b);
    case "%": {
      const rest = a % b;
      return (rest > 0 && b < 0) || (rest < 0 && b > 0) ? rest + b : rest;
    }
  }
}

/** Only what comes out without rounding: libraries round powers differently. */
function power(left: Int | Float, right: Int | Float): Computed {
  const exponent = constantInt(right) ?? integral(constantFloat(right));
  if (exponent === undefined || absolute(exponent) > 1000n) return { code: "lua_power" };
  const base = constantInt(left) ?? integral(constantFloat(left));
  if (base === undefined) return exponent === 2n ? floats(asFloat(left), "*", asFloat(left)) : { code: "lua_power" };
  if (absolute(base) > SAFE) return { code: "lua_power" };
  if (exponent < 0n) {
    const divisor = base ** -exponent;
    // One divided by a power of two is exact.
    return base > 0n && (divisor & (divisor - 1n)) === 0n ? done(floatOf(1 / Number(divisor))) : { code: "lua_power" };
  }
  if (sizeOf(intOf(base)) * Number(exponent) > 2000) return { code: "lua_power" };
  const value = base ** exponent;
  const exact = BigInt(Number.isFinite(Number(value)) ? Number(value) : 0) === value;
  return exact ? done(floatOf(Number(value))) : { code: "lua_power" };
}

const SAFE = 2n ** 53n;
const integral = (value: number | undefined): bigint | undefined =>
  value !== undefined && Number.isInteger(value) && !Object.is(value, -0) ? BigInt(value) : undefined;

export function negated(value: Value): Computed {
  if (value.type === "nil" || value.type === "bool") return "fails";
  if (value.type === "text") return { code: "lua_text_arithmetic" };
  if (value.type === "int") return computed(intOf(0n), "-", value);
  const constant = constantFloat(value);
  return done(constant === undefined ? { ...value, term: { term: "negative", of: value.term } } : floatOf(-constant));
}

/** What stands between the texts of "..": whole numbers are written out, fractions are not, as no two systems write them alike. */
export function asText(value: Value): LuaText | "fails" | Diagnostic {
  if (value.type === "text") return value;
  if (value.type === "nil" || value.type === "bool") return "fails";
  if (value.type === "float") return { code: "lua_fraction_text" };
  if (value.named) return { code: "lua_only_equal" };
  const constant = constantInt(value);
  return constant === undefined
    ? { type: "text", term: { term: "as_text", of: value.term }, ascii: true }
    : textValueOf(constant.toString());
}

export function joinedTexts(left: Value, right: Value): Computed {
  const [a, b] = [asText(left), asText(right)];
  if (a === "fails" || b === "fails") return "fails";
  if ("code" in a) return a;
  if ("code" in b) return b;
  const [one, other] = [constantText(a), constantText(b)];
  if (one !== undefined && other !== undefined) return done(textValueOf(one + other));
  return done({ type: "text", term: { term: "joined", left: a.term, right: b.term }, ascii: a.ascii && b.ascii });
}
