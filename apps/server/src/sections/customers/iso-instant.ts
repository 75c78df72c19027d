import { type RawBuilder, sql } from "kysely";

/** SQL: a moment as the calls answer it. */
export function isoInstant(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
