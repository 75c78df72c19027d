import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** The programme's active RFM definitions. */
export async function activeRfmIds(tx: Tx, accountId: number): Promise<number[]> {
  const rows = await sql<{
    id: number;
  }>`select id from rfms where account_id = ${accountId} and active_status = 'active' order by id`.execute(tx.db);
  return rows.rows.map((row) => row.id);
}
