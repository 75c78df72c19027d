import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { recomputeStayPoints } from "./apply-stay.ts";

export type Exclusion = { reservationId: number; excluded: boolean; version: number };

/**
 * Takes a reservation's stay out of what earns points, or back in: its points are reversed, and given again with their former date, rule
 * and expiry (docs/adr/0012). It still counts as a stay. Returns the former status, or null when somebody else was faster (optimistic
 * locking).
 */
export async function excludeStay(
  tx: Tx,
  ctx: { accountId: number; userId: number; today: CalendarDate },
  { reservationId, excluded, version }: Exclusion,
): Promise<string | null> {
  await lockProgramme(tx, ctx.accountId);
  const before = await tx.maybe<{ grant_status: string }>`select grant_status
    from stay_reservations
    where account_id = ${ctx.accountId} and id = ${reservationId} and version = ${version} for update`;
  if (!before) return null;
  if ((before.grant_status === "excluded") === excluded) return before.grant_status;
  await tx.run`update stay_reservations
    set grant_status = ${excluded ? "excluded" : "not_granted"}, version = version + 1, updated_by = ${ctx.userId}, updated_at = now()
    where account_id = ${ctx.accountId} and id = ${reservationId}`;
  const stays = await tx.all<{ id: number }>`select id
    from stay_transactions
    where account_id = ${ctx.accountId} and stay_reservation_id = ${reservationId}`;
  await recomputeStayPoints(
    tx,
    ctx,
    stays.map(({ id }) => id),
  );
  return before.grant_status;
}
