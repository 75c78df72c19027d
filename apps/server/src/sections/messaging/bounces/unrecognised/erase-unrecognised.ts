import type { Tx } from "../../../../database/connection.ts";

/** Deletes the reports that came to return paths of these guests. */
export async function eraseUnrecognised(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`delete from unrecognised_reports
    where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
}
