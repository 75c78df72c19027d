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
 * One consequence of a confirmed stay with its exact reversal, for any number of stays in a constant number of statements.
 * `apply` sees the stays as written; `reverse` is called before they change, with what the open round in stay_effects recorded.
 */
export type StayEffect = {
  readonly name: string;
  apply(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<void>;
  reverse(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<void>;
};
