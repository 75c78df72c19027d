import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { withinFacilities } from "../stays/guests.read.ts";

/** Whether the customer exists in the person's reach; merged and inactive ones do not. */
export async function customerExists(tx: Tx, scope: Scope, id: number): Promise<boolean> {
  return (await addressedCustomer(tx, scope, id)) === id;
}

/** The customer of an id, in the person's reach; for a merged one, the survivor. Undefined: no such customer, out of reach or inactive. */
export async function addressedCustomer(tx: Tx, scope: Scope, id: number): Promise<number | undefined> {
  const found = await tx.maybe<{ id: number }>`select t.customer_id as id from customers c
    join customer_totals t on t.account_id = c.account_id and t.customer_id = coalesce(c.merged_into, c.id) and t.is_listed
    where c.account_id = ${scope.accountId} and c.id = ${id} and ${withinFacilities(scope, sql`t.customer_id`)}`;
  return found?.id;
}

/** SQL over customers `c`: the customer lives and counts as a guest; customer_totals.is_listed says the same of the totals. */
export const isGuest: RawBuilder<boolean> = sql<boolean>`(c.active_status = 'active' and c.merged_into is null)`;

/** SQL over customers `c`: the programme gave the member number; no hotel did (docs/adr/0321). */
export const hasIssuedNumber: RawBuilder<boolean> = sql<boolean>`exists (select from issued_member_numbers i
  where i.account_id = c.account_id and i.member_number = c.member_number)`;
