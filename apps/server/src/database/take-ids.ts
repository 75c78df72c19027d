import { sql } from "kysely";
import type { Tx } from "./connection.ts";

const SEQUENCES = {
  customers: sql`'customers_id_seq'::regclass`,
  reservations: sql`'stay_reservations_id_seq'::regclass`,
  stays: sql`'stay_transactions_id_seq'::regclass`,
} as const;

/**
 * Takes ids from the sequence for rows that will be written, so that all tables of a batch can refer to each other without a query per row.
 */
export async function takeIds(tx: Tx, table: keyof typeof SEQUENCES, count: number): Promise<number[]> {
  if (count === 0) return [];
  const taken = await tx.one<{ ids: number[] }>`select json_agg(nextval(${SEQUENCES[table]})) as ids
    from generate_series(1, ${count}::int)`;
  return taken.ids ?? [];
}
