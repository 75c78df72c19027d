import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { firstNotNull } from "../../database/first-not-null.ts";
import type { Scope } from "../../session/scope.ts";
import { withinFacilities } from "../stays/guests.read.ts";

/** The customer of an id, in the person's reach; for a merged one, the survivor. Undefined: no such customer, out of reach, inactive or erased. */
export async function addressedCustomer(tx: Tx, scope: Scope, id: number): Promise<number | undefined> {
  const found = await tx.maybe<{ id: number }>`select total.customer_id as id
    from customers customer
    join customer_totals total on total.account_id = customer.account_id
      and total.customer_id = ${firstNotNull(sql`customer.merged_into`, sql`customer.id`)} and total.is_listed
    where customer.account_id = ${scope.accountId} and customer.id = ${id} and ${withinFacilities(scope, sql`total.customer_id`)}`;
  return found?.id;
}

/** SQL over customers `customer`: the programme gave the member number; no hotel did (docs/adr/0321). */
export const hasIssuedNumber: RawBuilder<boolean> = sql<boolean>`exists (select from issued_member_numbers issued_member_number
  where issued_member_number.account_id = customer.account_id and issued_member_number.member_number = customer.member_number)`;
