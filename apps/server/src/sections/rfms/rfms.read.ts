import type { Tx } from "../../database/connection.ts";

/** The programme's active RFM definitions. */
export async function activeRfmIds(tx: Tx, accountId: number): Promise<number[]> {
  const rows = await tx.all<{
    id: number;
  }>`select id from rfms where account_id = ${accountId} and active_status = 'active' order by id`;
  return rows.map((row) => row.id);
}
