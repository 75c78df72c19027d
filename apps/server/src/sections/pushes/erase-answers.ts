import type { Tx } from "../../database/connection.ts";

/** Deletes what the receiving side answered about erased guests, because such an answer names the address. The outcome stays. */
export async function eraseAnswers(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`update push_action_targets
    set detail = null
    where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[]) and detail is not null`;
}
