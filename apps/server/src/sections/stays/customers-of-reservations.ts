import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";

/** The present customers of these reservations; reservations of an undone import name nobody. */
export async function customersOfReservations(tx: Tx, accountId: number, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await tx.all<{ id: number }>`with ${givenIds(accountId, ids)}
    select distinct reservation.customer_id as id
    from given
    join stay_reservations reservation on reservation.account_id = given.account_id and reservation.id = given.id
    where reservation.customer_id is not null and reservation.active_status = 'active'`;
  return found.map(({ id }) => id);
}

/** These reservations were made there; one that names another channel by now stays as it is. Returns how many. */
export function giveBookingChannel(
  tx: Tx,
  ctx: { accountId: number; userId: number; now: Date },
  ids: readonly number[],
  channelId: number,
): Promise<number> {
  return tx.run`update stay_reservations reservation
    set account_booking_channel_id = ${channelId}, version = reservation.version + 1, updated_by = ${ctx.userId}, updated_at = ${ctx.now}
    where reservation.account_id = ${ctx.accountId} and reservation.id = any(${ids}::bigint[])
      and reservation.account_booking_channel_id is null`;
}
