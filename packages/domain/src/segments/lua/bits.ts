import type { Computed } from "./arithmetic.ts";
import { FALSE } from "./guards.ts";
import { MAX_INT, MIN_INT } from "./literals.ts";
import type { Diagnostic } from "./problem.ts";
import { constantFloat, constantInt, type Int, intOf, type Value } from "./value.ts";

export type BitOperator = "&" | "|" | "~" | "<<" | ">>";

/** Whole numbers as their 64 bits, as Lua has them; a fraction that is a whole number is taken for it. */
export function bits(left: Value, operator: BitOperator, right: Value): Computed {
  const [a, b] = [wholeOf(left), wholeOf(right)];
  if (a === "fails" || b === "fails") return "fails";
  if ("code" in a) return a;
  if ("code" in b) return b;
  const [one, other] = [constantInt(a), constantInt(b)];
  if (one !== undefined && other !== undefined) return { value: intOf(bitsOf(one, operator, other)), fails: FALSE };
  // The database shifts by what is left of the number of places divided by 64.
  if ((operator === "<<" || operator === ">>") && other === undefined) return { code: "lua_constant_argument" };
  const places = operator === "<<" ? other : operator === ">>" && other !== undefined ? -other : undefined;
  if (places !== undefined) return { value: shifted(a, places), fails: FALSE };
  const [low, high] = a.low >= 0n && b.low >= 0n ? [0n, ones(a.high > b.high ? a.high : b.high)] : [MIN_INT, MAX_INT];
  const term = { term: operator as "&" | "|" | "~", left: a.term, right: b.term };
  return { value: { type: "int", term, low, high }, fails: FALSE };
}

const ones = (value: bigint): bigint => (1n << BigInt(value.toString(2).length)) - 1n;

/** To the left by so many places, or to the right where they are negative. */
function shifted(value: Int, places: bigint): Int {
  if (places >= 64n || places <= -64n) return intOf(0n);
  if (places === 0n) return value;
  const term = { term: "shift" as const, of: value.term, places: Number(places) };
  return places < 0n
    ? { type: "int", term, low: 0n, high: ones(MAX_INT * 2n) >> -places }
    : { type: "int", term, low: MIN_INT, high: MAX_INT };
}

function wholeOf(value: Value): Int | "fails" | Diagnostic {
  if (value.type === "nil" || value.type === "bool") return "fails";
  if (value.type === "text") return { code: "lua_text_arithmetic" };
  if (value.type === "int") return value.named ? { code: "lua_only_equal" } : value;
  const constant = constantFloat(value);
  if (constant === undefined) return { code: "lua_whole_number" };
  return Number.isInteger(constant) && constant >= -(2 ** 63) && constant < 2 ** 63 ? intOf(BigInt(constant)) : "fails";
}

export function bitsOf(left: bigint, operator: BitOperator, right: bigint): bigint {
  switch (operator) {
    case "&":
      return left & right;
    case "|":
      return left | right;
    case "~":
      return left ^ right;
    case "<<":
      return shiftedBits(left, right);
    case ">>":
      return shiftedBits(left, -right);
  }
}

/** Zeros come in at either end. */
export function shiftedBits(value: bigint, places: bigint): bigint {
  if (places >= 64n || places <= -64n) return 0n;
  const unsigned = BigInt.asUintN(64, value);
  return BigInt.asIntN(64, places >= 0n ? unsigned << places : unsigned >> -places);
}
