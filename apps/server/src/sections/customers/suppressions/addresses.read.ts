import type { Tx } from "../../../database/connection.ts";

/** Mail addresses of a customer, and of whoever the customer is now. */
export async function addressesOfGuest(tx: Tx, accountId: number, customerId: number): Promise<string[]> {
  const rows = await tx.all<{ email: string }>`select living_customer.email
    from customers customer
    join customers living_customer on living_customer.account_id = customer.account_id
      and living_customer.id in (customer.id, customer.merged_into)
    where customer.account_id = ${accountId} and customer.id = ${customerId} and living_customer.email is not null`;
  return rows.map((row) => row.email);
}
