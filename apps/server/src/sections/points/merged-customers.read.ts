import { type RawBuilder, sql } from "kysely";

// Ledgers keep the customer they were written for (docs/adr/0101). These are the two ways from there to the living customer.

/** SQL: ids of a customer and of those who were merged into the customer. */
export function idsOfCustomer(accountId: number, id: number): RawBuilder<number> {
  return sql<number>`(select own_customer.id
    from customers own_customer
    where own_customer.account_id = ${accountId}
      and (own_customer.id = ${id} or own_customer.merged_into = ${id}))`;
}

/** SQL over a ledger's row: whose it is today. */
export const livingCustomer = (row: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select coalesce(written_customer.merged_into, written_customer.id)
    from customers written_customer
    where written_customer.account_id = ${row}.account_id and written_customer.id = ${row}.customer_id)`;

/** SQL over rows `history` of a ledger: those of the guest, whoever they were written for, that each of the conditions holds for. */
export const ofGuest = (accountId: number, id: number, narrowed: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`history.account_id = ${accountId} and history.customer_id in ${idsOfCustomer(accountId, id)}
    and ${sql.join([sql`true`, ...narrowed], sql` and `)}`;

/** SQL over rows `history` of a ledger: the name of the guest whom it was written for, where that one was merged into `id`. */
export const nameOfMerged = (id: number): RawBuilder<string | null> =>
  sql<string | null>`(select merged_customer.name
    from customers merged_customer
    where merged_customer.account_id = history.account_id
      and merged_customer.id = history.customer_id and merged_customer.id <> ${id})`;
