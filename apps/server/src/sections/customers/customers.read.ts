import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { firstNotNull } from "../../database/first-not-null.ts";
import type { Scope } from "../../session/scope.ts";
import { withinFacilities } from "../stays/guests.read.ts";

/** Whether the customer exists in the person's reach; merged and inactive ones do not. */
export async function customerExists(tx: Tx, scope: Scope, id: number): Promise<boolean> {
  return (await addressedCustomer(tx, scope, id)) === id;
}

/** The customer of an id, in the person's reach; for a merged one, the survivor. Undefined: no such customer, out of reach or inactive. */
export const addressedCustomer = (tx: Tx, scope: Scope, id: number): Promise<number | undefined> =>
  customerOf(tx, scope, id, sql`total.is_listed`);

/** The same of a guest who may have been erased. */
export const writtenToCustomer = (tx: Tx, scope: Scope, id: number): Promise<number | undefined> =>
  customerOf(tx, scope, id, sql`(total.is_listed or customer.erased_at is not null)`);

async function customerOf(tx: Tx, scope: Scope, id: number, isShown: RawBuilder<unknown>): Promise<number | undefined> {
  const found = await tx.maybe<{ id: number }>`select total.customer_id as id
    from customers customer
    join customer_totals total on total.account_id = customer.account_id
      and total.customer_id = ${firstNotNull(sql`customer.merged_into`, sql`customer.id`)} and ${isShown}
    where customer.account_id = ${scope.accountId} and customer.id = ${id} and ${withinFacilities(scope, sql`total.customer_id`)}`;
  return found?.id;
}

/** SQL over customers `customer`: the customer lives and counts as a guest; customer_totals.is_listed says the same of the totals. */
export const isGuest: RawBuilder<boolean> = sql<boolean>`(customer.active_status = 'active' and customer.merged_into is null)`;

/** SQL over customers `customer`: the programme gave the member number; no hotel did (docs/adr/0321). */
export const hasIssuedNumber: RawBuilder<boolean> = sql<boolean>`exists (select from issued_member_numbers issued_member_number
  where issued_member_number.account_id = customer.account_id and issued_member_number.member_number = customer.member_number)`;
