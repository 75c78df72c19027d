import type { Tx } from "../../../database/connection.ts";

/** Tests hold a guest's facts: they go with the guest. One that waits finds nothing to send. */
export async function eraseTests(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`delete from message_jobs
    where account_id = ${accountId} and feature_type = 'test' and customer_id = any(${customerIds}::bigint[])`;
}
