import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";

/** A facility knows the guest from this day on, who then stands in its people's lists. */
export async function guestSeen(
  tx: Tx,
  accountId: number,
  customerId: number,
  seen: { facilityId: number; on: CalendarDate },
): Promise<void> {
  await tx.run`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    values (${accountId}, ${seen.facilityId}, ${customerId}, ${seen.on}) on conflict do nothing`;
}
