import { type RawBuilder, sql } from "kysely";

// Ledgers keep the customer they were written for (docs/adr/0101). These are the two ways from there to the living customer.

/** SQL: ids of a customer and of those who were merged into the customer. */
export function idsOfCustomer(accountId: number, id: number): RawBuilder<number> {
  return sql<number>`(select o.id from customers o where o.account_id = ${accountId} and (o.id = ${id} or o.merged_into = ${id}))`;
}

/** SQL over a ledger's row: whose it is today. */
export const livingCustomer = (row: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(o.merged_into, o.id) from customers o where o.account_id = ${row}.account_id and o.id = ${row}.customer_id)`;
