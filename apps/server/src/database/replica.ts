import type pg from "pg";

/** Where transactions that only read went. */
export type Readings = { replica: number; primary: number };

/** The replica has not yet what the reader must see. */
export const BEHIND = Symbol("behind");

/** How far the primary's log stands, as `pg_lsn` writes it. */
export type LogPosition = string;

/**
 * Opens a transaction on a replica and answers whether the replica has all that had been committed at that position. One that has become
 * a primary of its own goes its own way, and has nothing.
 */
export function beginOnReplica(settings: string, since: LogPosition): string {
  if (!/^[0-9A-F]+\/[0-9A-F]+$/.test(since)) throw new Error(`not a position of the log: ${since}`);
  return `begin read only; ${settings}; select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= '${since}'::pg_lsn as caught_up`;
}

/** What the last statement of `beginOnReplica` said. */
export function hasCaughtUp(begun: unknown): boolean {
  const last = (begun as pg.QueryResult[]).at(-1);
  return last?.rows[0]?.caught_up === true;
}

const TOO_LONG = "57014";

/**
 * Whether the primary is asked instead: the replica is gone, frozen, or took back rows that the statement was reading. A statement that
 * ran out of its time is not tried again, for it would take as long there.
 */
export function asksPrimary(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code !== TOO_LONG;
}
