import type { Tx } from "../../database/connection.ts";

/**
 * An advisory lock on a booking, by its facility and code: it works before the reservation has arrived. Until commit nobody else, booking
 * engine or staff, uses coupons or points for the booking. Lock order: this lock, then the reservation's row, then the coupon or the point
 * account.
 */
export async function lockBooking(
  tx: Tx,
  booking: { accountId: number; facilityId: number; code: string },
): Promise<void> {
  const { accountId, facilityId, code } = booking;
  await tx.run`select pg_advisory_xact_lock(hashtextextended(${`booking/${accountId}/${facilityId}/${code}`}, 0))`;
}
