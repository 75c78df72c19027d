import type { Tx } from "../database/connection.ts";

/** What one step looked at: whether there may be more, and how many rows it ended. */
export type TermStep = { ended: number; more: boolean };
export type TermContext = { accountId: number | null; now: Date; most: number };

/**
 * Rows of a table that end after their term, of one account at a time and in small steps. `of`: whose the rows are: programmes, all accounts,
 * or all accounts and nobody (null).
 */
export type Term = {
  table: string;
  of: "programmes" | "everybody";
  /** A run of its own for each account; called until there is no more. */
  steps(accountId: number | null): (tx: Tx, ctx: TermContext) => Promise<TermStep>;
};

const DAY_MS = 86_400_000;
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

export function yearsBefore(now: Date, years: number): Date {
  const then = new Date(now);
  then.setUTCFullYear(then.getUTCFullYear() - years);
  return then;
}
