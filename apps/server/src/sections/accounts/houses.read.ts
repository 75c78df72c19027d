import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/**
 * SQL over accounts `a`: guests stay there (docs/adr/0307). No account in use lies beneath it, or it has bookings of its own all the same.
 */
export function isHouse(): RawBuilder<boolean> {
  return sql<boolean>`(not exists (select from accounts b where b.parent_id = a.id and b.active_status = 'active')
    or exists (select from stay_reservations r where r.account_id = a.programme_account_id and r.facility_account_id = a.id))`;
}

/** Whether guests stay at this account of the programme. */
export async function takesStays(tx: Tx, accountId: number, facilityId: number): Promise<boolean> {
  const found = await tx.maybe<{ is_house: boolean }>`select ${isHouse()} as is_house from accounts a
    where a.id = ${facilityId} and a.programme_account_id = ${accountId}`;
  return found?.is_house ?? false;
}
