import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import type { CountedStay } from "@okaeri/domain/points/stay-points";
import { replayChanges, tierOnEvening } from "@okaeri/domain/ranks/replay";
import fc from "fast-check";

// Definitions of ranks for the random histories of stays, and the rank of an evening from scratch (docs/adr/0158).

const FIRST = calendarDate("2026-03-01");
export const dayAt = (offset: number) => addDays(FIRST, offset);

const definition = fc.record({
  counts: fc.constantFrom<"stay" | "use_price">("stay", "use_price"),
  base_month: fc.integer({ min: 1, max: 3 }),
  active_month: fc.integer({ min: 1, max: 2 }),
  base_date: fc.constantFrom(1, 15, 31),
  silver: fc.integer({ min: 1, max: 2 }),
});
/** In force from the first day, and maybe changed on a later one. */
export const rankHistory = fc.record({
  first: definition,
  changed: fc.option(fc.record({ on: fc.integer({ min: 1, max: 90 }), to: definition })),
});
type RankHistory = typeof rankHistory extends fc.Arbitrary<infer H> ? H : never;
type RankDefinition = RankHistory["first"];
const thresholds = ({ counts, silver }: RankDefinition) =>
  [silver + 1, silver, 0].map((stays) => (counts === "stay" ? stays : stays * 3_000));

/** A definition as it is saved; `tiers` are the ids it has already. */
export const rankDocument = (made: RankDefinition, tiers: readonly number[]) => ({
  definition: made.counts,
  use_point_unit: 1,
  active_month: made.active_month,
  base_month: made.base_month,
  base_date: made.base_date,
  details: thresholds(made).map((asked, at) => ({
    ...(tiers[at] === undefined ? {} : { id: tiers[at] }),
    name: ["金", "銀", "一般"][at],
    priority: at + 1,
    min_use_point: 0,
    max_use_point: null,
    ...(made.counts === "stay" ? { total_stay: asked } : { total_use_price: asked }),
  })),
});
/** The rank held on an evening, from scratch, by the places of the tiers. */
export function rankFromScratch({ first, changed }: RankHistory, stays: readonly CountedStay[]) {
  const version = (made: RankDefinition, from: number) => ({
    from: dayAt(from),
    counts: made.counts,
    steps: thresholds(made).map((threshold, at) => ({ id: at + 1, priority: at + 1, threshold })),
    base_month: made.base_month,
    active_month: made.active_month,
    base_date: made.base_date,
  });
  const versions = [version(first, 0), ...(changed ? [version(changed.to, changed.on)] : [])];
  return (evening: CalendarDate) => {
    const known = stays.filter(({ check_out_date: day }) => day <= evening);
    const changes = replayChanges(
      versions,
      ({ from }) => {
        const counts = versions.find((one) => one.from === from)?.counts;
        return known.map(({ check_out_date: day, use_price }) => ({ day, amount: counts === "stay" ? 1 : use_price }));
      },
      evening,
    );
    return tierOnEvening(versions, changes, evening)?.id ?? null;
  };
}
