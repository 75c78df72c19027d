import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import type { Scope } from "../../session/scope.ts";
import { withinFacilities } from "../stays/guests.read.ts";

/** Whether the customer exists in the person's reach; merged and inactive ones do not. */
export async function customerExists(tx: Tx, scope: Scope, id: number): Promise<boolean> {
  const found = await tx.all<{ one: number }>`select 1 as one from customer_totals t
    where t.account_id = ${scope.accountId} and t.customer_id = ${id} and t.is_listed
      and ${withinFacilities(scope, sql`t.customer_id`)}`;
  return found.length > 0;
}

/** SQL over customers `c`: the customer lives and counts as a guest; customer_totals.is_listed says the same of the totals. */
export const isGuest: RawBuilder<boolean> = sql<boolean>`(c.active_status = 'active' and c.merged_into is null)`;
