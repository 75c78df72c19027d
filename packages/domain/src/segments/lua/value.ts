import type { FactEntry } from "../field-types.ts";
import { type AnyForm, type AnyTerm, FALSE, type Guards, isFalse, TooLarge } from "./guards.ts";
import { MAX_INT, MIN_INT } from "./literals.ts";

/** A value of a script whose type is known, and, as far as it matters, what it may be. */
export type Value =
  | { type: "nil" }
  /** `is` holds only where its alternative does. */
  | { type: "bool"; is: AnyForm }
  /** `named`: it names a record, and nothing but whether it is a certain one is asked of it. */
  | { type: "int"; term: AnyTerm; low: bigint; high: bigint; named?: true }
  | Float
  | { type: "text"; term: AnyTerm; ascii: boolean };
export type Int = Extract<Value, { type: "int" }>;
export type LuaText = Extract<Value, { type: "text" }>;
/** Sizes as powers of two, of what is neither zero nor infinite. `finite`: it is never infinite and never "not a number". */
export type Float = { type: "float"; term: AnyTerm; least: number; most: number; finite: boolean };

/** What an expression may be: exactly one alternative holds, or it fails as Lua would. */
export interface Alternative {
  when: AnyForm;
  value: Value;
}
export interface LuaOutcome {
  alternatives: readonly Alternative[];
  error: AnyForm;
}

/** What was refused already: nothing more is said of it. */
export const NOTHING: LuaOutcome = { alternatives: [], error: FALSE };
/** Alternatives that one expression may have; more are gathered, or are too many. */
const MAX_ALTERNATIVES = 40;

export const always = (value: Value): LuaOutcome => ({
  alternatives: [{ when: { form: "constant", value: true }, value }],
  error: FALSE,
});
export const intOf = (value: bigint): Int => ({ type: "int", term: { term: "int", value }, low: value, high: value });
export const textValueOf = (value: string): LuaText => ({
  type: "text",
  term: { term: "text", value },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: every character of ASCII
  ascii: /^[\x00-\x7f]*$/.test(value),
});
export function floatOf(value: number): Float {
  const size = Number.isFinite(value) && value !== 0 ? Math.log2(Math.abs(value)) : 0;
  return {
    type: "float",
    term: { term: "float", value },
    least: Math.floor(size),
    most: Math.ceil(size),
    finite: Number.isFinite(value),
  };
}
export const constantInt = (value: Value): bigint | undefined =>
  value.type === "int" && value.term.term === "int" ? value.term.value : undefined;
export const constantFloat = (value: Value): number | undefined =>
  value.type === "float" && value.term.term === "float" ? value.term.value : undefined;
export const constantText = (value: Value): string | undefined =>
  value.type === "text" && value.term.term === "text" ? value.term.value : undefined;
export const fits = (low: bigint, high: bigint): boolean => low >= MIN_INT && high <= MAX_INT;

/** What a fact is when it is known. */
export function valueOfFact(asked: FactEntry, term: Extract<AnyTerm, { term: "fact" }>): Value {
  const int = (low: number, high: number): Int => ({ type: "int", term, low: BigInt(low), high: BigInt(high) });
  switch (asked.type) {
    case "number":
      return int(-asked.max, asked.max);
    case "weekday":
      return int(0, 6);
    case "month":
      return int(1, 12);
    case "reference":
    case "people":
      return { ...int(0, Number.MAX_SAFE_INTEGER), named: true };
    case "choice":
      return asked.choices.every((choice) => typeof choice === "number")
        ? int(Math.min(...asked.choices), Math.max(...asked.choices))
        : { type: "text", term, ascii: true };
    case "code":
      return { type: "text", term, ascii: false };
    case "date":
      return { type: "text", term, ascii: true };
    case "boolean":
      return {
        type: "bool",
        is: {
          form: "test",
          fact: term.fact,
          ...(term.args && { args: term.args }),
          test: { operator: "=", value: true },
        },
      };
  }
}

/** Where the value is neither nil nor false. */
export function truthOf(guards: Guards, { alternatives }: LuaOutcome): AnyForm {
  return guards.or(
    ...alternatives.map(({ when, value }) => (value.type === "nil" ? FALSE : value.type === "bool" ? value.is : when)),
  );
}

/** Where it is nil or false, and nothing failed. */
export function falsityOf(guards: Guards, outcome: LuaOutcome): AnyForm {
  return guards.and(guards.not(outcome.error), guards.not(truthOf(guards, outcome)));
}

export function boolOutcome(guards: Guards, is: AnyForm, error: AnyForm): LuaOutcome {
  return { alternatives: [{ when: guards.not(error), value: { type: "bool", is } }], error };
}

/** The alternatives that can hold here, given what is taken to hold. */
export function plainOutcome(guards: Guards, { alternatives, error }: LuaOutcome): LuaOutcome {
  const left = alternatives
    .map(({ when, value }) => ({
      when: guards.plain(when),
      value: value.type === "bool" ? { ...value, is: guards.plain(value.is) } : value,
    }))
    .filter(({ when }) => !isFalse(when));
  return { alternatives: left, error: guards.plain(error) };
}

/** Gathers alternatives of one type: true and false always, equal constants always, the others from `most` on. */
export function gathered(guards: Guards, { alternatives, error }: LuaOutcome, most: number): LuaOutcome {
  const groups = new Map<string, Alternative[]>();
  for (const one of alternatives) {
    if (isFalse(one.when)) continue;
    const group = groups.get(one.value.type);
    if (group) group.push(one);
    else groups.set(one.value.type, [one]);
  }
  const left = [...groups.values()].flatMap((group) => gatheredGroup(guards, group, most));
  if (left.length > MAX_ALTERNATIVES) throw new TooLarge();
  return { alternatives: left, error };
}

function gatheredGroup(guards: Guards, group: readonly Alternative[], most: number): readonly Alternative[] {
  const [first, ...rest] = group as [Alternative, ...Alternative[]];
  if (rest.length === 0) return group;
  const when = guards.or(...group.map((one) => one.when));
  const type = first.value.type;
  if (type === "nil") return [{ when, value: first.value }];
  if (type === "bool")
    return [
      { when, value: { type, is: guards.or(...group.map(({ value }) => (value.type === "bool" ? value.is : FALSE))) } },
    ];
  const equal = new Map<number, Alternative>();
  for (const one of group) {
    const id = guards.id((one.value as Int).term);
    const other = equal.get(id);
    equal.set(id, other ? { when: guards.or(other.when, one.when), value: other.value } : one);
  }
  const distinct = [...equal.values()];
  // Which record it is is asked of each by itself: not every such fact is one value.
  if (distinct.some(({ value }) => value.type === "int" && value.named)) return distinct;
  return distinct.length <= most
    ? distinct
    : [{ when, value: distinct.reduceRight((later, one) => oneOf(guards, one, later)).value }];
}

/** `one` where it holds, else `later`. */
function oneOf(guards: Guards, one: Alternative, later: Alternative): Alternative {
  const value = one.value as Int;
  const other = later.value as Int;
  const term = caseTerm(guards, one.when, value.term, other.term);
  if (one.value.type === "float" && later.value.type === "float") {
    const [a, b] = [one.value, later.value];
    const bounds = { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most), finite: a.finite && b.finite };
    return { when: later.when, value: { type: "float", term, ...bounds } };
  }
  if (one.value.type === "text" && later.value.type === "text")
    return { when: later.when, value: { type: "text", term, ascii: one.value.ascii && later.value.ascii } };
  const low = value.low < other.low ? value.low : other.low;
  const high = value.high > other.high ? value.high : other.high;
  return { when: later.when, value: { type: "int", term, low, high } };
}

/** "Add k where it holds" stays a sum, so that scores of many steps grow no faster than their text. */
function caseTerm(guards: Guards, when: AnyForm, then: AnyTerm, otherwise: AnyTerm): AnyTerm {
  const added = (more: AnyTerm, base: AnyTerm) =>
    more.term === "+" && more.type === "int" && guards.id(more.left) === guards.id(base) ? more.right : undefined;
  const zero: AnyTerm = { term: "int", value: 0n };
  const more = added(then, otherwise);
  if (more)
    return { term: "+", type: "int", left: otherwise, right: { term: "case", when, value: more, otherwise: zero } };
  const less = added(otherwise, then);
  if (less) return { term: "+", type: "int", left: then, right: { term: "case", when, value: zero, otherwise: less } };
  return { term: "case", when, value: then, otherwise };
}
