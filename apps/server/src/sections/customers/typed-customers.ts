import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

export type CustomerTyping = { customerId: number; typeId: number };

/** The types of these customers. */
export async function typesOfCustomers(
  tx: Tx,
  accountId: number,
  customerIds: readonly number[],
): Promise<CustomerTyping[]> {
  if (customerIds.length === 0) return [];
  return tx.all<CustomerTyping>`with ${givenIds(accountId, customerIds)}
    select customer_type.customer_id as "customerId", customer_type.account_customer_type_id as "typeId"
    from given
    join customer_types customer_type on customer_type.account_id = given.account_id and customer_type.customer_id = given.id`;
}

/** Adds types to customers; one that a customer has stays as it is, and none is taken away. Returns those that are new. */
export async function saveCustomerTypes(
  tx: Tx,
  ctx: { accountId: number; userId: number | null },
  types: readonly CustomerTyping[],
): Promise<CustomerTyping[]> {
  if (types.length === 0) return [];
  return tx.all<CustomerTyping>`insert into customer_types (account_id, customer_id, account_customer_type_id, created_by, updated_by)
    select ${ctx.accountId}::bigint, n.customer_id, n.type_id, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from unnest(${types.map((one) => one.customerId)}::bigint[], ${types.map((one) => one.typeId)}::bigint[]) n (customer_id, type_id)
    on conflict do nothing
    returning customer_id as "customerId", account_customer_type_id as "typeId"`;
}

/** Gives these customers one type, except erased or merged ones. Returns how many have it now and did not before. */
export function typeCustomers(
  tx: Tx,
  ctx: { accountId: number; userId: number },
  customerIds: readonly number[],
  typeId: number,
): Promise<number> {
  return tx.run`insert into customer_types (account_id, customer_id, account_customer_type_id, created_by, updated_by)
    select customer.account_id, customer.id, ${typeId}::bigint, ${ctx.userId}::bigint, ${ctx.userId}::bigint
    from customers customer
    where customer.account_id = ${ctx.accountId} and customer.id = any(${customerIds}::bigint[]) and customer.erased_at is null
      and customer.merged_into is null
    order by customer.id
    on conflict do nothing`;
}
