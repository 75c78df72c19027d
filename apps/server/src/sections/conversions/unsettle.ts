import type { Tx } from "../../database/connection.ts";

/** The rule has changed: the bookings of all guests are settled anew. */
export async function unsettleEverybody(tx: Tx, accountId: number): Promise<void> {
  await tx.run`insert into unsettled_guests (account_id, customer_id)
    select account_id, id
    from customers
    where account_id = ${accountId} and merged_into is null`;
}
