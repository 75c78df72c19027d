import { parseDate } from "../../calendar-date.ts";
import type { FactEntry, RelativeDate } from "../field-types.ts";
import type { FactTest } from "../form.ts";
import type { ItemField, SegmentList } from "../lists.ts";
import { type AnyForm, type AnyTerm, FALSE, type Guards, TRUE } from "./guards.ts";
import type { Diagnostic } from "./problem.ts";
import {
  constantFloat,
  constantInt,
  constantText,
  type Float,
  type Int,
  intOf,
  type LuaText,
  type Value,
} from "./value.ts";

export type ComparisonOperator = "==" | "<" | "<=";
/** What a comparison of two values means, that it fails as Lua's would, or why it is refused. */
export type ComparisonResult = { is: AnyForm } | "fails" | Diagnostic;

const SAFE = 2n ** 53n;
const encoder = new TextEncoder();

/** How two texts stand to each other by their bytes. */
export function byBytes(left: string, right: string): number {
  const a = encoder.encode(left);
  const b = encoder.encode(right);
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) if (a[at] !== b[at]) return (a[at] as number) - (b[at] as number);
  return a.length - b.length;
}

const met = (order: number, operator: ComparisonOperator): boolean =>
  operator === "==" ? order === 0 : operator === "<" ? order < 0 : order <= 0;
const constant = (value: boolean): { is: AnyForm } => ({ is: value ? TRUE : FALSE });

export class Comparing {
  private readonly guards: Guards;
  private readonly askedOf: (fact: string) => FactEntry | undefined;
  private readonly outer: Comparing | null;

  constructor(guards: Guards, askedOf: (fact: string) => FactEntry | undefined, outer: Comparing | null) {
    this.guards = guards;
    this.askedOf = askedOf;
    this.outer = outer;
  }

  values(left: Value, operator: ComparisonOperator, right: Value): ComparisonResult {
    if (left.type === "bool" || right.type === "bool" || left.type === "nil" || right.type === "nil")
      return operator === "==" ? this.equal(left, right) : "fails";
    if (left.type === "text" || right.type === "text") {
      if (left.type === "text" && right.type === "text") return this.texts(left, operator, right);
      return operator === "==" ? constant(false) : "fails";
    }
    return this.numbers(left, operator, right);
  }

  /** Values of which one at least is nil, true or false. */
  private equal(left: Value, right: Value): ComparisonResult {
    if (left.type !== right.type) return constant(false);
    if (left.type !== "bool" || right.type !== "bool") return constant(true);
    const { guards } = this;
    return { is: guards.or(guards.and(left.is, right.is), guards.and(guards.not(left.is), guards.not(right.is))) };
  }

  private texts(left: LuaText, operator: ComparisonOperator, right: LuaText): ComparisonResult {
    const [a, b] = [constantText(left), constantText(right)];
    if (a !== undefined && b !== undefined) return constant(met(byBytes(a, b), operator));
    return { is: this.tested(left.term, operator, right.term) ?? this.compare(left.term, operator, right.term) };
  }

  private numbers(left: Int | Float, operator: ComparisonOperator, right: Int | Float): ComparisonResult {
    if (left.type === "int" && right.type === "int") return this.ints(left, operator, right);
    const [a, b] = [constantFloat(left), constantFloat(right)];
    if (left.type === "int" && b !== undefined) return this.intWithFloat(left, operator, b, false);
    if (right.type === "int" && a !== undefined) return this.intWithFloat(right, operator, a, true);
    if (a !== undefined && b !== undefined)
      return constant(operator === "==" ? a === b : operator === "<" ? a < b : a <= b);
    if (left.type === "float" && right.type === "float") return { is: this.compare(left.term, operator, right.term) };
    return left.type === "int"
      ? this.mixed(left, operator, right as Float, false)
      : this.mixed(right as Int, operator, left, true);
  }

  /** A whole number that a float holds exactly is compared as one; else Lua compares it with the whole number next to the fraction. */
  private mixed(int: Int, operator: ComparisonOperator, float: Float, turned: boolean): ComparisonResult {
    if (int.named) return { code: "lua_only_equal" };
    const { guards } = this;
    if (int.low >= -SAFE && int.high <= SAFE) {
      const exact: AnyTerm = { term: "as_float", of: int.term };
      return { is: turned ? this.compare(float.term, operator, exact) : this.compare(exact, operator, float.term) };
    }
    const [below, above]: [AnyTerm, AnyTerm] = [
      { term: "floor", of: float.term },
      { term: "ceil", of: float.term },
    ];
    const limit: AnyTerm = { term: "float", value: 2 ** 63 };
    if (operator === "==")
      return { is: guards.and(this.compare(int.term, "==", below), this.compare(below, "==", above)) };
    // Beyond 64 bits "floor" and "ceil" have no value, and the comparison with them fails.
    if (turned) {
      const lower = this.compare(float.term, "<", { term: "float", value: -(2 ** 63) });
      const known = guards.and(...guards.knownIn(int.term), lower);
      return { is: guards.or(known, this.compare(operator === "<" ? below : above, operator, int.term)) };
    }
    const higher = guards.and(...guards.knownIn(int.term), this.compare(limit, "<=", float.term));
    return { is: guards.or(higher, this.compare(int.term, operator, operator === "<" ? above : below)) };
  }

  private ints(left: Int, operator: ComparisonOperator, right: Int): ComparisonResult {
    const [a, b] = [constantInt(left), constantInt(right)];
    if (a !== undefined && b !== undefined)
      return constant(operator === "==" ? a === b : operator === "<" ? a < b : a <= b);
    if ((left.named || right.named) && !(operator === "==" && (a !== undefined || b !== undefined)))
      return { code: "lua_only_equal" };
    const folded = this.beyond(left, operator, right);
    if (folded !== undefined) return folded;
    return { is: this.tested(left.term, operator, right.term) ?? this.compare(left.term, operator, right.term) };
  }

  /** Numbers that can never meet are not sent to the database, which may not take them. */
  private beyond(left: Int, operator: ComparisonOperator, right: Int): ComparisonResult | undefined {
    const known = () => ({
      is: this.guards.and(...this.guards.knownIn(left.term), ...this.guards.knownIn(right.term)),
    });
    if (constantInt(left) === undefined && constantInt(right) === undefined) return undefined;
    const [leftLow, leftHigh] = this.bounds(left);
    const [rightLow, rightHigh] = this.bounds(right);
    if (operator === "==") return leftHigh < rightLow || rightHigh < leftLow ? constant(false) : undefined;
    if (leftHigh < rightLow) return known();
    return leftLow > rightHigh ? constant(false) : undefined;
  }

  /** Facts may lie outside what the builder takes for them, but never by so much; those of a few values do not. */
  private bounds(value: Int): readonly [bigint, bigint] {
    if (constantInt(value) !== undefined || isListed(this.factOf(value.term))) return [value.low, value.high];
    return [min(value.low, -SAFE), max(value.high, SAFE)];
  }

  /** Lua compares them as the numbers they are: what stands beside a fraction is compared with the whole number next to it. */
  private intWithFloat(int: Int, operator: ComparisonOperator, float: number, turned: boolean): ComparisonResult {
    const known = () => ({ is: this.guards.and(...this.guards.knownIn(int.term)) });
    if (Number.isNaN(float)) return constant(false);
    if (Number.isInteger(float)) {
      const whole = intOf(BigInt(float));
      return turned ? this.ints(whole, operator, int) : this.ints(int, operator, whole);
    }
    if (operator === "==") return constant(false);
    if (!Number.isFinite(float)) return float > 0 === turned ? constant(false) : known();
    return turned
      ? this.ints(intOf(BigInt(Math.ceil(float))), "<=", int)
      : this.ints(int, "<=", intOf(BigInt(Math.floor(float))));
  }

  private compare(left: AnyTerm, operator: ComparisonOperator, right: AnyTerm): AnyForm {
    return { form: "compare", left, operator, right };
  }

  private factOf(term: AnyTerm): FactEntry | undefined {
    return term.term === "fact" ? this.askedOf(term.fact) : undefined;
  }

  /** A comparison with a constant is asked the fast way, as the builder's rules are. */
  private tested(left: AnyTerm, operator: ComparisonOperator, right: AnyTerm): AnyForm | undefined {
    return this.testOf(left, operator, right) ?? this.testOf(right, TURNED[operator], left);
  }

  private testOf(term: AnyTerm, operator: FactOperator, value: AnyTerm): AnyForm | undefined {
    if (term.term === "guest") {
      const asked = this.outer?.testOf(term.of, operator, value);
      return asked && this.guards.guest(asked);
    }
    if (term.term === "counted") return countedTest(term, operator, value);
    const asked = this.factOf(term);
    if (term.term !== "fact" || asked === undefined) return undefined;
    const test = testWith(asked, operator, value);
    return test && { form: "test", fact: term.fact, ...(term.args && { args: term.args }), test };
  }
}

type FactOperator = "=" | "==" | "<" | "<=" | ">" | ">=";
const TURNED = { "==": "==", "<": ">", "<=": ">=" } as const;
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Whether a fact has a few values that are listed. */
const isListed = (asked: FactEntry | undefined): boolean =>
  asked !== undefined &&
  (asked.type === "weekday" || asked.type === "month" || asked.type === "reference" || asked.type === "people");

function safeInt(term: AnyTerm): number | undefined {
  if (term.term !== "int") return undefined;
  const value = Number(term.value);
  return Number.isSafeInteger(value) ? value : undefined;
}

function testWith(asked: FactEntry, given: FactOperator, value: AnyTerm): FactTest | undefined {
  const operator = given === "==" ? "=" : given;
  switch (asked.type) {
    case "number": {
      const int = safeInt(value);
      return int === undefined ? undefined : { operator, value: int };
    }
    case "date": {
      const day = dayOf(value);
      return day === undefined ? undefined : { operator, value: day };
    }
    default: {
      const listed = listedValue(asked, value);
      return operator === "=" && listed !== undefined ? { operator: "in", values: [listed] } : undefined;
    }
  }
}

function listedValue(asked: FactEntry, value: AnyTerm): number | string | undefined {
  if (value.term === "month" && asked.type === "month") return value.ahead === 0 ? "this_month" : "next_month";
  return value.term === "text" ? value.value : safeInt(value);
}

function dayOf(value: AnyTerm): string | RelativeDate | undefined {
  if (value.term === "text") return parseDate(value.value);
  if (value.term !== "day") return undefined;
  return value.ahead > 0 ? { days_ahead: value.ahead } : { days_ago: -value.ahead };
}

function countedTest(
  { list, where, sum }: Extract<AnyTerm, { term: "counted" }>,
  operator: FactOperator,
  value: AnyTerm,
): AnyForm | undefined {
  const int = safeInt(value);
  if (int === undefined || (sum !== null && sum.term !== "fact")) return undefined;
  const test: FactTest = { operator: operator === "==" ? "=" : operator, value: int };
  return {
    form: "counted",
    list: list as SegmentList,
    where,
    sum: sum === null ? null : (sum.fact as ItemField),
    test,
  };
}
