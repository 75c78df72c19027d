import type { CalendarDate } from "../calendar-date.ts";
import type { HeldRank } from "./decide-rank.ts";

/** A rank as staff gave it, with its first and last day. */
export type GivenSpan = { rank_detail_id: number; since_date: CalendarDate; expiration_date: CalendarDate | null };

/** What staff did to one customer's rank. */
export type GivenHistory = {
  /** Every act in order: its day, and what was given before it. */
  acts: readonly { day: CalendarDate; before: GivenSpan | null }[];
  /** What is given since the last act. */
  now: GivenSpan | null;
  /** The day on which the customer was merged into another; from then on the other's history counts. */
  merged_on: CalendarDate | null;
};

/** What staff had given on the evening of a day, to any of those who are one guest today. */
export function givenAsOf(histories: readonly GivenHistory[], day: CalendarDate): HeldRank[] {
  return histories.flatMap(({ acts, now, merged_on }): HeldRank[] => {
    if (merged_on !== null && merged_on <= day) return [];
    const next = acts.find((act) => act.day > day);
    const given = next ? next.before : now;
    if (given === null || given.since_date > day) return [];
    if (given.expiration_date !== null && given.expiration_date < day) return [];
    return [{ rank_detail_id: given.rank_detail_id, rank_type: "manual", expiration_date: given.expiration_date }];
  });
}
