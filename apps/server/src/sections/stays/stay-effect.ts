import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import type { PointRun } from "../points/point-run.ts";

/** For whom and on which day stays are applied. */
export type StayRun = PointRun & {
  /**
   * Customers inserted in this transaction with the totals of exactly the stays that are applied, as bulk loads do: their rows,
   * with all their search indexes, are then written once and not twice.
   */
  readonly insertedWithTotals?: readonly number[];
};

/**
 * A running figure that a confirmed stay moves, with its exact reversal, for any number of stays in a constant number of statements.
 * `apply` sees the stays as written; `reverse` is called before they change, with what the open round in stay_effects recorded.
 */
export type CountedEffect = {
  readonly name: string;
  apply(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<void>;
  reverse(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<void>;
};

/** What a change of stays touched. */
export type Touched = {
  /** Stays that were written or taken back. */
  readonly stayIds: readonly number[];
  /** Whose stays they are, and whose they were. */
  readonly customerIds: readonly number[];
  /** The earliest check-out day among them, before and after. */
  readonly since: CalendarDate;
};

/**
 * A consequence that follows from all stays of a guest and not from the order in which they came: worked out anew after the stays are
 * written, and only the difference to what stands is booked. So applying, reversing and repeating are one thing.
 */
export type SettledEffect = {
  readonly name: string;
  settle(tx: Tx, run: StayRun, touched: Touched): Promise<void>;
};
