import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, type CalendarDate, calendarDate } from "../calendar-date.ts";
import { type RfmVersion, rfmAsOfDays, type ScoredStay } from "./as-of.ts";
import { DEFAULT_GROUPS, DEFAULT_THRESHOLDS, groupFor } from "./groups.ts";
import { leadsOf } from "./paint.ts";
import { recencyDays, scoresOfCustomer } from "./score.ts";

const GROUPS = DEFAULT_GROUPS.map((group, at) => ({ ...group, id: at + 1 }));
const version = (from: string, over: Partial<RfmVersion> = {}): RfmVersion => ({
  from: calendarDate(from),
  thresholds: DEFAULT_THRESHOLDS,
  groups: leadsOf(GROUPS),
  facility_ids: null,
  frequency_aggregation_years: 2,
  monetary_aggregation_years: 2,
  ...over,
});
const stay = (day: string, price = 10_000, facility_id = 1): ScoredStay => ({
  day: calendarDate(day),
  price,
  facility_id,
});
const nameOf = (id: number | null | undefined) => GROUPS.find((group) => group.id === id)?.name ?? null;

test("stays up to the evening count, by the definition of that evening", () => {
  const on = rfmAsOfDays(
    [
      version("0001-01-01"),
      version("2026-05-01", { thresholds: { ...DEFAULT_THRESHOLDS, recency: [10, 20, 30, 40] } }),
      version("2026-06-01", { facility_ids: [2] }),
      version("2026-07-01", { thresholds: null }),
    ],
    [stay("2026-04-20"), stay("2026-04-10")],
  );
  const named = (day: string) => {
    const rfmOf = on(calendarDate(day));
    return rfmOf && nameOf(rfmOf.group_id);
  };
  expect(named("2026-04-09")).toBeNull();
  expect(named("2026-04-10")).toBe("新規");
  expect(named("2026-04-20")).toBe("育成");
  expect(named("2026-04-30")).toBe("育成");
  expect(named("2026-05-01")).toBe("一般");
  expect(named("2026-06-01")).toBeNull();
  expect(named("2026-07-01")).toBeNull();
});

test("the years reach back to the same day, also over a leap day and where a mistyped year has none so far back", () => {
  const thresholds = { ...DEFAULT_THRESHOLDS, frequency: [1, 2, 3, 4] };
  const on = rfmAsOfDays([version("0001-01-01", { thresholds })], [stay("2022-02-28"), stay("2022-03-01")]);
  const stays = (day: string) => (on(calendarDate(day))?.scores.frequency ?? 0) - 1;
  expect(["2024-02-28", "2024-02-29", "2024-03-01", "2024-03-02"].map(stays)).toEqual([2, 2, 1, 0]);
  const old = rfmAsOfDays([version("0001-01-01", { thresholds })], [stay("0001-01-01"), stay("0002-06-01")]);
  expect(old(calendarDate("0002-12-31"))?.scores.frequency).toBe(3);
});

test("whatever the stays and definitions, a plain recount of the evening says the same", () => {
  const FIRST = calendarDate("2022-01-30");
  const day = fc.integer({ min: 0, max: 1_500 }).map((days) => addDays(FIRST, days));
  const bounds = (step: number) => fc.integer({ min: 1, max: 3 }).map((n) => [1, 2, 3, 4].map((at) => at * n * step));
  const versions = fc
    .uniqueArray(
      fc.record({
        from: day,
        thresholds: fc.option(fc.record({ recency: bounds(60), frequency: bounds(1), monetary: bounds(9_000) }), {
          freq: 5,
        }),
        frequency_aggregation_years: fc.integer({ min: 1, max: 3 }),
        monetary_aggregation_years: fc.integer({ min: 1, max: 3 }),
        facility_ids: fc.constantFrom(null, [1], [1, 2]),
        groups: fc.constant(leadsOf(GROUPS)),
      }),
      { selector: ({ from }) => from, maxLength: 4 },
    )
    .map((made) => made.sort((a, b) => (a.from < b.from ? -1 : 1)));
  const stays = fc.array(
    fc.record({ day, price: fc.constantFrom(-500, 0, 8_000, 25_000), facility_id: fc.integer({ min: 1, max: 3 }) }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(versions, stays, fc.array(day, { minLength: 1, maxLength: 8 }), (made, given, evenings) => {
      const on = rfmAsOfDays(made, given);
      for (const evening of [...evenings, ...given.map((one) => one.day)])
        expect([evening, on(evening)]).toEqual([evening, recounted(made, given, evening)]);
    }),
  );
});

function recounted(versions: readonly RfmVersion[], stays: readonly ScoredStay[], evening: CalendarDate) {
  const inForce = versions.filter(({ from }) => from <= evening).at(-1);
  if (!inForce?.thresholds) return null;
  const { facility_ids: ids } = inForce;
  const known = stays.filter((one) => one.day <= evening && (ids === null || ids.includes(one.facility_id)));
  const within = (years: number) => known.filter((one) => one.day >= addMonths(evening, -12 * years));
  const last = known.map((one) => one.day).sort();
  const figures = {
    recency: last.length === 0 ? null : recencyDays(last.at(-1) as CalendarDate, evening),
    frequency: within(inForce.frequency_aggregation_years).length,
    monetary: within(inForce.monetary_aggregation_years).reduce((sum, { price }) => sum + price, 0),
  };
  const scores = scoresOfCustomer(figures, inForce.thresholds);
  return scores ? { scores, group_id: groupFor(scores, GROUPS)?.id ?? null } : null;
}
