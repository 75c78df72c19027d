import { addDays, type CalendarDate } from "../calendar-date.ts";
import { combinationNumber } from "./paint.ts";
import { aggregationStart, type RfmScores, type RfmThresholds, recencyDays, scoresOfCustomer } from "./score.ts";

// Where a guest stood in an RFM on the evening of any day: worked out from the stays up to that evening, by the definition that was in
// force then (docs/adr/0158).

/** A definition from its first day on. */
export interface RfmVersion {
  from: CalendarDate;
  /** Null: taken out of use, so that nobody has scores. */
  thresholds: RfmThresholds | null;
  frequency_aggregation_years: number;
  monetary_aggregation_years: number;
  /** The group of each combination of scores, in the order of COMBINATIONS; null for none. */
  groups: readonly (number | null)[];
  /** Only stays at these count; null: all. */
  facility_ids: readonly number[] | null;
}

/** A stay that counts, by its check-out. */
export interface ScoredStay {
  day: CalendarDate;
  facility_id: number;
  /** Yen. */
  price: number;
}

/** A guest's scores and group; null before the first stay, or where the RFM was not in use. */
export type RfmAsOf = { scores: RfmScores; group_id: number | null } | null;

/** Scores and group on any evening. `versions`: of one RFM, the first one first. */
export function rfmAsOfDays(
  versions: readonly RfmVersion[],
  stays: readonly ScoredStay[],
): (evening: CalendarDate) => RfmAsOf {
  const ordered = [...stays].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const known = new Map<RfmVersion, (day: CalendarDate) => Sums>();
  const sumsFor = (version: RfmVersion) => {
    const found = known.get(version) ?? runningSums(countedBy(version, ordered));
    known.set(version, found);
    return found;
  };
  return (evening) => {
    const version = versions.findLast(({ from }) => from <= evening);
    if (!version?.thresholds) return null;
    const upTo = sumsFor(version);
    const until = upTo(evening);
    if (until.last === null) return null;
    const before = (years: number) => tooOld(evening, years, upTo);
    const scores = scoresOfCustomer(
      {
        recency: recencyDays(until.last, evening),
        frequency: until.stays - before(version.frequency_aggregation_years).stays,
        monetary: until.price - before(version.monetary_aggregation_years).price,
      },
      version.thresholds,
    );
    if (!scores) return null;
    const { recency, frequency, monetary } = scores;
    return { scores, group_id: version.groups[combinationNumber(recency, frequency, monetary)] ?? null };
  };
}

/** What lies too far back to count. Before a mistyped year there may be no day so many years ago. */
function tooOld(evening: CalendarDate, years: number, upTo: (day: CalendarDate) => Sums): Sums {
  return Number(evening.slice(0, 4)) > years + 1 ? upTo(addDays(aggregationStart(evening, years), -1)) : NOTHING;
}

function countedBy({ facility_ids: ids }: RfmVersion, stays: readonly ScoredStay[]): readonly ScoredStay[] {
  return ids === null ? stays : stays.filter(({ facility_id }) => ids.includes(facility_id));
}

type Sums = { stays: number; price: number; last: CalendarDate | null };
const NOTHING: Sums = { stays: 0, price: 0, last: null };

/** What all stays up to a day come to; looked up by halves, for a guest may have thousands. */
function runningSums(ordered: readonly ScoredStay[]): (day: CalendarDate) => Sums {
  let price = 0;
  const sums: Sums[] = ordered.map((stay, at) => {
    price += stay.price;
    return { stays: at + 1, price, last: stay.day };
  });
  return (day) => {
    let [low, high] = [0, sums.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle]?.last ?? day) <= day) low = middle + 1;
      else high = middle;
    }
    return sums[low - 1] ?? NOTHING;
  };
}
