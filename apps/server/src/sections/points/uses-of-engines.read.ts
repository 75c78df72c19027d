import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { livingCustomer } from "./merged-customers.read.ts";

/** A use that a booking engine of the facility made, and whose points they are today. */
export function engineUse(tx: Tx, { accountId, facilityId }: { accountId: number; facilityId: number }, id: number) {
  return tx.maybe<{
    customer_id: number;
    use_point: number;
  }>`select ${livingCustomer(sql`u`)} as customer_id, u.use_point
    from use_point_cases u where u.account_id = ${accountId} and u.id = ${id} and u.facility_account_id = ${facilityId}
      and u.partner_key_id is not null`;
}
