import type { Tx } from "../../database/connection.ts";
import type { PushRun } from "./runs.queries.ts";

/**
 * How a run ended: everybody has an outcome; or it stopped (by a person or a takeover); or it goes on in so many seconds, after the others.
 */
export type RunEnd = { end: "done" } | { end: "left" } | { end: "later"; seconds: number };

/** What a run works with; `turnEnds` as performance.now() tells it. */
export type RunTools = {
  /** What reaches guests is not delivered in the quiet hours. */
  rests(now: Date): boolean;
  inScope: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  run: PushRun;
  signal: AbortSignal;
  turnEnds: number;
};
