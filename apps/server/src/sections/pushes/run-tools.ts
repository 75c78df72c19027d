import type { Tx } from "../../database/connection.ts";
import type { PushRun } from "./runs.queries.ts";

/**
 * How a run ended: everybody has an outcome; or it stopped (by a person or a takeover); or it goes on in so many seconds, after the others;
 * or it did not begin: what must be there has gone (a code of STOP_REASONS), or it belongs among the slow ones.
 */
export type RunEnd =
  | { end: "done" }
  | { end: "left" }
  | { end: "later"; seconds: number }
  | { end: "missing"; reason: string }
  | { end: "slow" };

/** What a run works with; `turnEnds` as performance.now() tells it. */
export type RunTools = {
  /** What reaches guests is not delivered in the quiet hours. */
  rests(now: Date): boolean;
  inScope: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  run: PushRun;
  signal: AbortSignal;
  turnEnds: number;
};
