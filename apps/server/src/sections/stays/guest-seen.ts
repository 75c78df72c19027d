import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

/** Since when the facility knows these guests; who is left out was never there. */
export async function facilitiesSeen(
  tx: Tx,
  place: { accountId: number; facilityId: number },
  customerIds: readonly number[],
): Promise<Map<number, string>> {
  if (customerIds.length === 0) return new Map();
  const found = await tx.all<{ customer_id: number; first_seen_on: string }>`
    with ${givenIds(place.accountId, customerIds)}
    select customer_facility.customer_id, customer_facility.first_seen_on
    from given
    join customer_facilities customer_facility on customer_facility.account_id = given.account_id
      and customer_facility.facility_account_id = ${place.facilityId} and customer_facility.customer_id = given.id`;
  return new Map(found.map((row) => [row.customer_id, row.first_seen_on]));
}

/** Records that a facility knows the guest from this day on; the guest is then in its people's lists. */
export async function guestSeen(
  tx: Tx,
  accountId: number,
  customerId: number,
  seen: { facilityId: number; on: CalendarDate },
): Promise<void> {
  await tx.run`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
    values (${accountId}, ${seen.facilityId}, ${customerId}, ${seen.on})
    on conflict do nothing`;
}
