import { type RawBuilder, sql } from "kysely";

/**
 * `given (account_id, id)`: a set of ids as a common table expression (CTE) that drives a statement. Joined tables take their account from
 * it and not from a constant: with the constant and the policy's own condition the planner expects one row of any table, starts there, and
 * scans the whole set for each of what are really thousands of rows (measured: 120 s instead of 40 ms).
 */
export function givenIds(accountId: number, ids: readonly number[]): RawBuilder<unknown> {
  // Each once: named twice, a stay would be counted or taken back twice.
  const once = [...new Set(ids)];
  return sql`given as materialized (select ${accountId}::bigint as account_id, id from unnest(${once}::bigint[]) as id)`;
}
