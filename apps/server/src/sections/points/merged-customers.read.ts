import { type RawBuilder, sql } from "kysely";

// Ledgers keep the customer they were written for (docs/adr/0101). These are the two ways from there to the living customer.

/** SQL: ids of a customer and of those who were merged into the customer. */
export function idsOfCustomer(accountId: number, id: number): RawBuilder<number> {
  return sql<number>`(select other_customer.id
    from customers other_customer
    where other_customer.account_id = ${accountId}
      and (other_customer.id = ${id} or other_customer.merged_into = ${id}))`;
}

/** SQL over a ledger's row: whose it is today. */
export const livingCustomer = (row: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(other_customer.merged_into, other_customer.id)
    from customers other_customer
    where other_customer.account_id = ${row}.account_id and other_customer.id = ${row}.customer_id)`;
