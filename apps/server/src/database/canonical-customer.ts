import { sql } from "kysely";
import type { ListSql } from "./list-sql.ts";

/**
 * Whose the rows of a ledger are that keeps the customer they were written for (docs/adr/0101): those of customer `customer` and of who was
 * merged into it. `join` belongs behind the ledger's table. `row`: its alias, a word of the program.
 */
export function canonicalCustomer(row: string): Pick<ListSql, "accountId" | "customerId" | "ofCustomer"> & {
  join: ListSql["from"];
} {
  const [accountId, writtenId] = [sql.ref(`${row}.account_id`), sql.ref(`${row}.customer_id`)];
  return {
    join: sql`join customers written_customer on written_customer.account_id = ${accountId} and written_customer.id = ${writtenId}`,
    accountId,
    customerId: sql`coalesce(written_customer.merged_into, written_customer.id)`,
    ofCustomer: sql<boolean>`${accountId} = customer.account_id and ${writtenId} in (select own_customer.id
      from customers own_customer
      where own_customer.account_id = customer.account_id
        and (own_customer.id = customer.id or own_customer.merged_into = customer.id))`,
  };
}
