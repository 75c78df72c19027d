import { type RawBuilder, sql } from "kysely";

const BOOKKEEPING = sql`array['id', 'created_by', 'created_at', 'updated_by', 'updated_at']`;

/** SQL: all of a row but who wrote it when: a column that comes with a later version is in it by itself. */
export const withoutBookkeeping = (row: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_jsonb(${row}) - ${BOOKKEEPING}`;
