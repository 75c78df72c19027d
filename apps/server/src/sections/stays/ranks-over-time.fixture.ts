import { type CalendarDate, calendarDate, daysBetween } from "@okaeri/domain/calendar-date";
import type { HeldRank, RankStep } from "@okaeri/domain/ranks/decide-rank";
import type { Definition } from "@okaeri/domain/ranks/definition";
import fc from "fast-check";

// Random histories of ranks: definitions, news of stays and acts by hand; and what staff had given on each evening, from scratch.

export const FIRST = calendarDate("2027-12-20");
export const LAST = calendarDate("2029-03-02");
export const SPAN = daysBetween(FIRST, LAST);
/** What a campaign for each stay pays. */
export const POINTS_PER_THOUSAND = 10;

export const terms = fc.record({
  definition: fc.constantFrom("stay" as const, "use_price" as const, "get_point" as const),
  base_month: fc.integer({ min: 1, max: 6 }),
  active_month: fc.integer({ min: 1, max: 4 }),
  base_date: fc.constantFrom(1, 15, 28, 29, 30, 31),
  entry: fc.boolean(),
  thresholds: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
});
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;

export const step = fc.record({
  kind: fc.constantFrom(
    "stay",
    "stay",
    "stay",
    "stay",
    "cancel",
    "correct",
    "night",
    "give",
    "give",
    "end",
    "merge",
    "merge",
  ),
  /** Share of the span at which it becomes known, in order; how long ago it happened. */
  on: fc.nat(SPAN),
  late: fc.oneof(fc.constant(0), fc.nat(200)),
  customer: fc.nat(2),
  /** Thousands of yen; of a rank by hand which tier. */
  price: fc.integer({ min: 0, max: 3 }),
  /** Days after the first that a rank by hand lasts; null: no end. */
  lasts: fc.option(fc.nat(150)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export function definitionOf({ thresholds, entry, ...rest }: Terms, ids: readonly number[]): Definition {
  const asked = [...[...thresholds].sort((a, b) => b - a), ...(entry ? [0] : [])];
  const details = asked.map((threshold, n) => ({
    id: ids[n] ?? null,
    name: `段階${n}`,
    priority: n + 1,
    total_get_point: threshold * POINTS_PER_THOUSAND,
    total_stay: threshold,
    total_use_price: threshold * 1_000,
    min_use_point: null,
    max_use_point: null,
  }));
  return { ...rest, use_point_unit: 1, details };
}

const byPoints: Terms = {
  definition: "get_point",
  base_month: 3,
  active_month: 2,
  base_date: 31,
  entry: true,
  thresholds: [1, 3],
};
const byStays: Terms = { ...byPoints, definition: "stay" };
const at = (on: number, kind: Step["kind"], over: Partial<Step> = {}): Step => ({
  kind,
  on,
  late: 0,
  customer: 0,
  price: 3,
  lasts: null,
  ...over,
});
const TOP = 0;
const MIDDLE = 1;

/** Histories that are tried every time, each for what its line says. */
export const HISTORIES: [Terms, { terms: Terms; on: number } | null, Step[]][] = [
  // Ranks by points: a stay raises, a correction and a cancellation take back, a late one counts on its day.
  [byPoints, null, [at(400, "stay"), at(402, "correct", { price: 1 }), at(410, "stay", { late: 30 })]],
  [byPoints, null, [at(420, "stay"), at(425, "cancel"), at(430, "stay", { price: 1 })]],
  [
    byPoints,
    null,
    [at(380, "stay", { price: 2 }), at(390, "stay", { customer: 1, price: 1 }), at(400, "merge"), at(430, "merge")],
  ],
  [byPoints, null, [at(380, "stay", { price: 2 }), at(390, "stay", { customer: 1, price: 1 }), at(400, "merge")]],
  // From stays to points, and back.
  [
    byStays,
    { terms: byPoints, on: 300 },
    [at(280, "stay"), at(290, "stay", { price: 0 }), at(420, "stay", { price: 1 })],
  ],
  [byPoints, { terms: byStays, on: 300 }, [at(280, "stay"), at(420, "stay", { price: 0 })]],
  // By hand: without end, ended early, with an end that comes, given anew before it ran out.
  [byStays, null, [at(300, "give", { price: TOP }), at(400, "stay")]],
  [byStays, null, [at(300, "give", { price: TOP, lasts: 100 }), at(340, "end"), at(430, "stay")]],
  [byPoints, null, [at(300, "give", { price: TOP, lasts: 20 }), at(315, "stay", { price: 1 }), at(400, "night")]],
  [byStays, null, [at(300, "give", { price: TOP, lasts: 60 }), at(320, "give", { price: MIDDLE }), at(350, "end")]],
  // By hand, over merges: the better of both, each its own again, also when it ran out in between.
  [
    byStays,
    null,
    [
      at(300, "give", { price: MIDDLE }),
      at(310, "give", { customer: 1, price: TOP, lasts: 40 }),
      at(320, "merge"),
      at(335, "merge"),
    ],
  ],
  [
    byStays,
    null,
    [
      at(300, "give", { price: MIDDLE }),
      at(310, "give", { customer: 1, price: TOP, lasts: 40 }),
      at(320, "merge"),
      at(400, "merge"),
    ],
  ],
  [byStays, null, [at(300, "give", { customer: 1, price: TOP }), at(320, "merge"), at(340, "end"), at(360, "merge")]],
];

type Given = Pick<HeldRank, "rank_detail_id" | "expiration_date">;

/** What staff gave each customer, as a list of acts with their days. */
export class GivenByHand {
  readonly #acts: Map<number, { from: CalendarDate; given: Given | null }[]>;
  /** Until when the source's own acts count for the survivor, and what the merge did to the survivor. */
  #merge: {
    survivor: number;
    source: number;
    on: CalendarDate;
    before: Given | null;
    acts: number;
    took: boolean;
  } | null = null;

  constructor(customers: readonly number[]) {
    this.#acts = new Map(customers.map((id) => [id, []]));
  }

  act(customer: number, from: CalendarDate, given: Given | null): void {
    this.#acts.get(customer)?.push({ from, given });
  }

  /** What one customer's own acts gave for the evening. */
  on(customer: number, day: CalendarDate): Given | null {
    const given = this.#acts.get(customer)?.findLast(({ from }) => from <= day)?.given ?? null;
    return given?.expiration_date && given.expiration_date < day ? null : given;
  }

  /** The same with what the customer who lives on in this one had until the evening before the merge. */
  evening(customer: number, day: CalendarDate): HeldRank[] {
    const merge = this.#merge;
    const whose = [customer, ...(merge?.survivor === customer && day < merge.on ? [merge.source] : [])];
    return whose.flatMap((id) => this.on(id, day) ?? []).map((given) => ({ ...given, rank_type: "manual" }));
  }

  /** The better of both, then the one that lasts longer. */
  merge(survivor: number, source: number, on: CalendarDate, steps: readonly RankStep[]): void {
    const [mine, other] = [this.on(survivor, on), this.on(source, on)];
    const priorityOf = (given: Given | null) => steps.find(({ id }) => id === given?.rank_detail_id)?.priority ?? 1e9;
    const longer = (other?.expiration_date ?? "9999") > (mine?.expiration_date ?? "9999");
    const took =
      priorityOf(other) < priorityOf(mine) ||
      (priorityOf(other) === priorityOf(mine) && priorityOf(mine) < 1e9 && longer);
    if (took) this.act(survivor, on, other);
    this.#merge = { survivor, source, on, before: mine, acts: this.#acts.get(survivor)?.length ?? 0, took };
  }

  /** Each has its own again, unless staff did something to the rank of both since. */
  separate(on: CalendarDate): void {
    const merge = this.#merge;
    if (merge?.took && this.#acts.get(merge.survivor)?.length === merge.acts)
      this.act(merge.survivor, on, merge.before);
    this.#merge = null;
  }
}
