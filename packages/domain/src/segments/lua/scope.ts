import type { FactEntry } from "../field-types.ts";
import { factOf, isSegmentField, SEGMENT_FIELD_NAMES, type SegmentField } from "../fields.ts";
import { itemOf, SEGMENT_LIST_NAMES, type SegmentList } from "../lists.ts";
import { Comparing } from "./compare.ts";
import { type Budget, Guards } from "./guards.ts";
import type { LuaOutcome } from "./value.ts";

/** What is asked: the guest, or within count and sum an item of one of their lists. */
export interface LuaScope {
  guards: Guards;
  comparing: Comparing;
  askedOf(fact: string): FactEntry | undefined;
  list: SegmentList | null;
  outer: LuaScope | null;
}

export function scopeOf(list: SegmentList | null, outer: LuaScope | null, budget: Budget): LuaScope {
  const askedOf = (fact: string) =>
    list === null ? (isSegmentField(fact) ? factOf(fact) : undefined) : itemOf(list, fact);
  const guards = new Guards(askedOf, budget, outer?.guards ?? null);
  return { guards, comparing: new Comparing(guards, askedOf, outer?.comparing ?? null), askedOf, list, outer };
}

/** A local name: a value, or the item that a function looks at. */
export type Variable = { scope: LuaScope; outcome: LuaOutcome } | { scope: LuaScope; item: SegmentList };

/** Local names, the innermost first. */
export class LocalNames {
  private readonly own = new Map<string, Variable>();

  private readonly outer: LocalNames | null;

  constructor(outer: LocalNames | null) {
    this.outer = outer;
  }

  declare(name: string, variable: Variable): void {
    this.own.set(name, variable);
  }

  find(name: string): Variable | undefined {
    return this.own.get(name) ?? this.outer?.find(name);
  }

  /** Every variable that a statement here may set. */
  all(): readonly Variable[] {
    return [...(this.outer?.all() ?? []), ...this.own.values()];
  }
}

/** Facts of which a guest has several, by what the list is called. */
export const FACT_LISTS: ReadonlyMap<string, SegmentField> = new Map(
  SEGMENT_FIELD_NAMES.flatMap((field) => {
    const { luaList } = factOf(field);
    return luaList === undefined ? [] : [[luaList, field] as const];
  }),
);

/** Names that are there without a declaration: facts, lists, days, months and functions. */
export const GLOBAL_NAMES: readonly string[] = [
  ...SEGMENT_FIELD_NAMES.filter((field) => factOf(field).luaList === undefined),
  ...FACT_LISTS.keys(),
  ...SEGMENT_LIST_NAMES,
  "today",
  "this_month",
  "next_month",
  "contains",
  "count",
  "sum",
  "days_ago",
  "days_ahead",
];

const plain = (name: string): string => name.toLowerCase().replaceAll("_", "");

/** The name that was meant where only capitals and underscores differ. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  return names.find((known) => plain(known) === plain(name));
}
