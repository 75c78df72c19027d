import type { Tx } from "../../database/connection.ts";

/**
 * No coupon and no points are used for the booking until the transaction ends, by a booking engine or by staff, whether or not the reservation has
 * arrived. Taken before the reservation's own lock.
 */
export async function lockBooking(
  tx: Tx,
  booking: { accountId: number; facilityId: number; code: string },
): Promise<void> {
  const { accountId, facilityId, code } = booking;
  await tx.run`select pg_advisory_xact_lock(hashtextextended(${`booking/${accountId}/${facilityId}/${code}`}, 0))`;
}
