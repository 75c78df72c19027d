import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/**
 * SQL over accounts `account`: guests stay there (docs/adr/0307). No account in use lies beneath it, or it has bookings of its own all the same.
 */
export function isHouse(): RawBuilder<boolean> {
  return sql<boolean>`(not exists (select from accounts child_account
      where child_account.parent_id = account.id
        and child_account.active_status = 'active')
    or exists (select from stay_reservations reservation
      where reservation.account_id = account.programme_account_id
        and reservation.facility_account_id = account.id))`;
}

/** Whether guests stay at this account of the programme. */
export async function takesStays(tx: Tx, accountId: number, facilityId: number): Promise<boolean> {
  const found = await tx.maybe<{ is_house: boolean }>`select ${isHouse()} as is_house
    from accounts account
    where account.id = ${facilityId} and account.programme_account_id = ${accountId}`;
  return found?.is_house ?? false;
}
