import { type RawBuilder, sql } from "kysely";

/**
 * SQL: the first where it is known, else the second; for ids that rows are looked up by. `coalesce` says the same, but under row-level
 * security PostgreSQL takes an expression into an index condition only where it is sure that it leaks nothing, and is sure of `case`, not of
 * `coalesce` (contain_leaked_vars): then every row of the account is read instead of one.
 */
export const firstNotNull = (first: RawBuilder<unknown>, second: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${first} is null then ${second} else ${first} end`;
