import { addDays, type CalendarDate } from "../calendar-date.ts";
import type { SegmentField } from "./fields.ts";
import type { Form, ValueTerm } from "./form.ts";
import type { ItemField, SegmentList } from "./lists.ts";
import { floorDivided, fraction } from "./lua/arithmetic.ts";
import { bitsOf, shiftedBits } from "./lua/bits.ts";
import { byBytes } from "./lua/compare.ts";
import { lowered, partOf, placeIn, uppered } from "./lua/functions.ts";

/** What a term comes to: a whole number, a fraction or a text; null where it has no value. */
export type TermValue = bigint | number | string | null;

/** Of whom a term is asked: a guest, or an item of one of their lists. */
export interface ValueTermContext<F extends string> {
  today: CalendarDate;
  /** A fact that is one number or text; null where it is not known. */
  factOf(fact: F, args: readonly (number | string)[]): number | string | null;
  holds(form: Form<F>): boolean;
  guest(): ValueTermContext<SegmentField>;
  items(list: SegmentList): readonly ValueTermContext<ItemField>[];
  monthAhead(ahead: 0 | 1): number;
}

const LIMIT = 2 ** 63;
const asInt = (value: number): bigint | null => (value >= -LIMIT && value < LIMIT ? BigInt(value) : null);

/** A comparison as Lua has it; it fails where a side has no value. */
export function compares<F extends string>(
  form: Extract<Form<F>, { form: "compare" }>,
  context: ValueTermContext<F>,
): boolean {
  const left = termValue(form.left, context);
  const right = termValue(form.right, context);
  if (left === null || right === null) return false;
  if (typeof left === "string" && typeof right === "string") {
    const order = byBytes(left, right);
    return form.operator === "==" ? order === 0 : form.operator === "<" ? order < 0 : order <= 0;
  }
  return form.operator === "==" ? left === right : form.operator === "<" ? left < right : left <= right;
}

export function termValue<F extends string>(term: ValueTerm<F>, context: ValueTermContext<F>): TermValue {
  switch (term.term) {
    case "int":
    case "float":
    case "text":
      return term.value;
    case "fact": {
      const value = context.factOf(term.fact, term.args ?? []);
      return typeof value === "number" ? BigInt(value) : value;
    }
    case "guest":
      return termValue(term.of, context.guest());
    case "day":
      return addDays(context.today, term.ahead);
    case "month":
      return BigInt(context.monthAhead(term.ahead));
    case "counted":
      return figure(term, context);
    case "case":
      return termValue(context.holds(term.when) ? term.value : term.otherwise, context);
    case "shift": {
      const value = termValue(term.of, context);
      return typeof value === "bigint" ? shiftedBits(value, BigInt(term.places)) : null;
    }
    case "part":
    case "place":
      return textPlace(term, context);
    default:
      return "left" in term ? ofBoth(term, context) : ofOne(term, context);
  }
}

function figure<F extends string>(
  { list, where, sum }: Extract<ValueTerm, { term: "counted" }>,
  context: ValueTermContext<F>,
): TermValue {
  const items = context.items(list).filter((item) => item.holds(where));
  if (sum === null) return BigInt(items.length);
  return items.reduce((total, item) => {
    const value = termValue(sum, item);
    return typeof value === "bigint" ? total + value : total;
  }, 0n);
}

function textPlace<F extends string>(
  term: Extract<ValueTerm<F>, { term: "part" | "place" }>,
  context: ValueTermContext<F>,
): TermValue {
  const text = termValue(term.of, context);
  const from = termValue(term.from, context);
  const other = termValue(term.term === "part" ? term.to : term.what, context);
  if (typeof text !== "string" || typeof from !== "bigint") return null;
  if (typeof other === "string") return placeIn(text, other, from);
  return typeof other === "bigint" ? partOf(text, from, other) : null;
}

function ofBoth<F extends string>(
  term: Extract<ValueTerm<F>, { left: ValueTerm<F> }>,
  context: ValueTermContext<F>,
): TermValue {
  const left = termValue(term.left, context);
  const right = termValue(term.right, context);
  if (left === null || right === null) return null;
  if (term.term === "joined") return `${left}${right}`;
  if (term.term === "least") return left < right ? left : right;
  if (term.term === "greatest") return left > right ? left : right;
  if (term.term === "&" || term.term === "|" || term.term === "~")
    return typeof left === "bigint" && typeof right === "bigint" ? bitsOf(left, term.term, right) : null;
  if (typeof left === "bigint" && typeof right === "bigint") return ofInts(left, term.term, right);
  return typeof left === "number" && typeof right === "number" ? fraction(left, term.term, right) : null;
}

function ofInts(left: bigint, operator: "+" | "-" | "*" | "/" | "//" | "%", right: bigint): bigint | null {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    default: {
      if (right === 0n) return null;
      const { quotient, rest } = floorDivided(left, right);
      return operator === "%" ? rest : quotient;
    }
  }
}

function ofOne<F extends string>(
  {
    term,
    of,
  }: Extract<
    ValueTerm<F>,
    { term: "absolute" | "negative" | "floor" | "ceil" | "as_float" | "as_text" | "length" | "lower" | "upper" }
  >,
  context: ValueTermContext<F>,
): TermValue {
  const value = termValue(of, context);
  if (typeof value === "bigint") {
    if (term === "as_float") return Number(value);
    return term === "absolute" ? (value < 0n ? -value : value) : value.toString();
  }
  if (typeof value === "string") {
    if (term === "length") return BigInt(new TextEncoder().encode(value).length);
    return term === "lower" ? lowered(value) : uppered(value);
  }
  if (value === null) return null;
  if (term === "absolute") return Math.abs(value);
  if (term === "negative") return -value;
  return asInt(term === "floor" ? Math.floor(value) : Math.ceil(value));
}
