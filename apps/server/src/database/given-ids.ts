import { type RawBuilder, sql } from "kysely";

/**
 * `given (account_id, id)`: a set of ids as a common table expression that drives a statement. What is joined takes its account from
 * here and not from a constant: with the constant beside the policy's own condition the planner expects one row of any table,
 * begins there, and then walks the whole set for each of what are really thousands (measured: 120 s instead of 40 ms).
 */
export function givenIds(accountId: number, ids: readonly number[]): RawBuilder<unknown> {
  // Each once: named twice, a stay would be counted or taken back twice.
  const once = [...new Set(ids)];
  return sql`given as materialized (select ${accountId}::bigint as account_id, id from unnest(${once}::bigint[]) as id)`;
}
