import { addMonths, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { CountedStay, RfmFacts } from "@okaeri/domain/points/stay-points";
import { DEFAULT_THRESHOLDS, groupFor } from "@okaeri/domain/rfms/groups";
import { type RfmThresholds, recencyDays, type Score, scoresOfCustomer, toRfmDetails } from "@okaeri/domain/rfms/score";
import fc from "fast-check";
import { dayAt } from "./rank-history.fixture.ts";

// Definitions of RFM for the random histories of stays, and where a guest stood on an evening from scratch (docs/adr/0158).

const bounds = (...steps: number[]) =>
  fc.constantFrom(...steps).map((step) => [1, 2, 3, 4].map((at) => at * step)) satisfies fc.Arbitrary<number[]>;
const maybe = fc.constantFrom<Score | null>(null, null, 1, 2, 4, 5);
const PLACES = [1, 2, 3] as const;
const definition = (fewest: number) =>
  fc.record({
    thresholds: fc.record({ recency: bounds(3, 10, 90), frequency: bounds(1), monetary: bounds(1_000, 4_000) }),
    years: fc.record({ frequency: fc.integer({ min: 1, max: 2 }), monetary: fc.integer({ min: 1, max: 2 }) }),
    /** Groups by their place, the first one first; a place that is left out is retired. */
    groups: fc
      .tuple(
        fc.shuffledSubarray([...PLACES], { minLength: fewest }),
        fc.uniqueArray(fc.record({ recency_score: maybe, frequency_score: maybe, monetary_score: maybe }), {
          minLength: PLACES.length,
          maxLength: PLACES.length,
          selector: (one) => [one.recency_score, one.frequency_score, one.monetary_score].join("/"),
        }),
      )
      .map(([places, scores]) =>
        places.flatMap((place, at) => scores.slice(at, at + 1).map((one) => ({ place, ...one }))),
      ),
  });
/** Saved on the first day, and maybe changed on a later one, there perhaps first by mistake. */
export const rfmHistory = fc.record({
  first: definition(PLACES.length),
  changed: fc.option(
    fc.record({
      on: fc.integer({ min: 0, max: 95 }),
      to: definition(1),
      mistaken: fc.option(definition(PLACES.length)),
    }),
  ),
});
type RfmHistory = typeof rfmHistory extends fc.Arbitrary<infer H> ? H : never;
type Definition = RfmHistory["first"];

const plain = {
  thresholds: { recency: [10, 20, 30, 40], frequency: [2, 3, 4, 5], monetary: [1_000, 2_000, 3_000, 4_000] },
  years: { frequency: 1, monetary: 1 },
};
const scored = (place: 1 | 2 | 3, recency_score: Score | null, frequency_score: Score | null) => ({
  place,
  recency_score,
  frequency_score,
  monetary_score: null,
});
/** First whoever came within ten days, later whoever came in the ten days before these. */
export const latelyFirst: RfmHistory = {
  first: { ...plain, groups: [scored(1, 5, null), scored(2, 1, null), scored(3, null, null)] },
  changed: { on: 20, to: { ...plain, groups: [scored(1, 4, null)] }, mistaken: null },
};

/** A definition as it is saved; `ids` are those of the groups at their places so far. */
export const rfmDocument = (
  { thresholds, years, groups }: Definition,
  ids: readonly (number | null)[],
  name: string,
) => ({
  frequency_aggregation_years: years.frequency,
  monetary_aggregation_years: years.monetary,
  details: toRfmDetails(thresholds),
  groups: groups.map(({ place, ...scores }, at) => ({
    id: ids[place - 1] ?? null,
    name: `${name}${place}`,
    priority: at + 1,
    ...scores,
  })),
});

type ActivePeriod = { thresholds: RfmThresholds; years: Definition["years"]; groups: Definition["groups"] };
/** What an account starts with, in whose groups nobody of these histories is. */
const START: ActivePeriod = { thresholds: DEFAULT_THRESHOLDS, years: { frequency: 2, monetary: 2 }, groups: [] };

/** Groups by their places, and scores, of an evening. */
export function rfmFromScratch({ first, changed }: RfmHistory, stays: readonly CountedStay[]) {
  return (evening: CalendarDate): RfmFacts => {
    const saved = changed !== null && evening >= dayAt(changed.on) ? changed.to : first;
    const { thresholds, years, groups } = evening < dayAt(0) ? START : saved;
    const known = stays.filter(({ check_out_date: day }) => day <= evening);
    const since = (count: number) => known.filter((stay) => stay.check_out_date >= addMonths(evening, -12 * count));
    const last = known
      .map((stay) => stay.check_out_date)
      .sort()
      .at(-1);
    const scores = scoresOfCustomer(
      {
        recency: last === undefined ? null : recencyDays(last, evening),
        frequency: since(years.frequency).length,
        monetary: since(years.monetary).reduce((sum, { use_price }) => sum + use_price, 0),
      },
      thresholds,
    );
    const group =
      scores &&
      groupFor(
        scores,
        groups.map((one, at) => ({ ...one, priority: at })),
      );
    return {
      rfm_group_ids: group ? [group.place] : [],
      rfm_recency_score: scores?.recency ?? null,
      rfm_frequency_score: scores?.frequency ?? null,
      rfm_monetary_score: scores?.monetary ?? null,
    };
  };
}
