import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { evenBounds, type ValueCounts } from "@okaeri/domain/rfms/even-bounds";
import { groupFor } from "@okaeri/domain/rfms/groups";
import { COMBINATIONS, combinationNumber } from "@okaeri/domain/rfms/paint";
import { RFM_AXES, type RfmAxis, type RfmScores, type RfmThresholds, SCORES } from "@okaeri/domain/rfms/score";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { RfmEditInput } from "./check-rfm-edit.ts";
import { type RfmBasis, rfmFigures, scoreColumns } from "./rfm-figures.ts";

/** Customers of each combination of scores under these thresholds, in the order of COMBINATIONS, of all bases; nothing is written. */
export async function countCombinations(
  tx: Tx,
  bases: readonly RfmBasis[],
  thresholds: RfmThresholds,
  today: CalendarDate,
): Promise<number[]> {
  const counts = new Array<number>(125).fill(0);
  for (const basis of bases) {
    for (const row of await countedRows(tx, basis, thresholds, today)) {
      const at = combinationNumber(row.r, row.f, row.m);
      counts[at] = (counts[at] ?? 0) + row.count;
    }
  }
  return counts;
}

async function countedRows(tx: Tx, basis: RfmBasis, thresholds: RfmThresholds, today: CalendarDate) {
  return tx.all<{
    r: number;
    f: number;
    m: number;
    count: number;
  }>`with figures as (${rfmFigures(basis, today)})
    select r, f, m, count(*)::int as count
    from (select ${scoreColumns(thresholds)} from figures f) s
    group by r, f, m`;
}

/** The numbers beside the edit screen's fields; `index` is a group's position in the edit, null for customers in no group. */
export function distributionOf(counts: readonly number[], groups: RfmEditInput["groups"]) {
  const count = (matches: (scores: RfmScores) => boolean) =>
    COMBINATIONS.reduce((sum, scores, at) => (matches(scores) ? sum + (counts[at] ?? 0) : sum), 0);
  const [recency, frequency, monetary] = RFM_AXES.map((axis) =>
    SCORES.map((score) => ({ score, count: count((scores) => scores[axis] === score) })),
  ) as [{ score: number; count: number }[], { score: number; count: number }[], { score: number; count: number }[]];
  const rules = groups.map((group, index) => ({ ...group, index })) as (Parameters<typeof groupFor>[1][number] & {
    index: number;
  })[];
  const found = COMBINATIONS.map((scores) => groupFor(scores, rules)?.index ?? null);
  const sizeOf = (index: number | null) =>
    found.reduce<number>((sum, at, i) => (at === index ? sum + (counts[i] ?? 0) : sum), 0);
  return {
    recency,
    frequency,
    monetary,
    groups: [...rules.map(({ index }) => index), null].map((index) => ({ index, count: sizeOf(index) })),
  };
}

/**
 * Thresholds that divide the customers as evenly as ties allow (domain's evenBounds); undefined for fewer than five customers. Customers
 * without a stay within the window, or who spent nothing, are F1 or M1 under any thresholds and are left out of these two axes: a hotel has
 * more guests from before the window than within it, and they would fill F1 alone, so that no guest who came once lately would be new.
 */
export async function suggestThresholds(
  tx: Tx,
  bases: readonly RfmBasis[],
  today: CalendarDate,
): Promise<Suggestion | undefined> {
  const found: Histograms[] = [];
  for (const basis of bases) found.push(await histogramsOf(tx, basis, today));
  const counted = RFM_AXES.map((axis) => {
    const all = together(found.map((each) => each[axis]));
    return axis === "recency" ? all : amongThoseWithin(all);
  });
  const [recency, frequency, monetary] = counted.map(evenBounds);
  if (!recency || !frequency || !monetary) return undefined;
  const [r, f, m] = counted.map(largestTie);
  const ties = { recency: r ?? null, frequency: f ?? null, monetary: m ?? null };
  return { thresholds: { recency, frequency, monetary }, ties };
}

/** Everybody, where fewer than five customers are within the window: there is nothing to part. */
function amongThoseWithin(counts: ValueCounts): ValueCounts {
  const within = counts.filter(({ value }) => value > 0);
  return sizeOf(within) < SCORES.length ? counts : within;
}

const sizeOf = (counts: ValueCounts) => counts.reduce((sum, { customers }) => sum + customers, 0);

/** `ties`: of each axis the value that more than a fifth of the customers to part share, so that no score can be a fifth. */
export type Suggestion = { thresholds: RfmThresholds; ties: Record<RfmAxis, ValueCounts[number] | null> };

function largestTie(counts: ValueCounts): ValueCounts[number] | null {
  const all = sizeOf(counts);
  const most = counts.reduce<ValueCounts[number] | null>(
    (top, one) => (one.customers > (top?.customers ?? 0) ? one : top),
    null,
  );
  return most && most.customers > all / SCORES.length ? most : null;
}

type Histograms = Record<(typeof RFM_AXES)[number], ValueCounts>;

async function histogramsOf(tx: Tx, basis: RfmBasis, today: CalendarDate): Promise<Histograms> {
  const countsOf = (
    axis: (typeof RFM_AXES)[number],
  ) => sql`(select coalesce(jsonb_agg(jsonb_build_object('value', h.value, 'customers', h.customers) order by h.value), '[]')
    from (select f.${sql.ref(axis)}::bigint as value, count(*) as customers from listed f group by 1) h) as ${sql.ref(axis)}`;
  return tx.one<Histograms>`with listed as materialized (${rfmFigures(basis, today)})
    select ${sql.join(RFM_AXES.map(countsOf))}`;
}

/** Histograms of several programmes as one. */
function together(all: readonly ValueCounts[]): ValueCounts {
  if (all.length === 1) return all[0] ?? [];
  const sums = new Map<number, number>();
  for (const { value, customers } of all.flat()) sums.set(value, (sums.get(value) ?? 0) + customers);
  return [...sums].map(([value, customers]) => ({ value, customers })).sort((a, b) => a.value - b.value);
}
