import type { Tx } from "../../database/connection.ts";
import { beginStayChange, endStayChange } from "./apply-stay.ts";
import { recountGuests } from "./hand-over-stays.ts";
import type { StayContext } from "./totals.ts";

/**
 * Takes a booking away from the customer who has it: its guest waits, and the stay counts and earns for no customer. `details`: what is known
 * of the guest beside the guest's own columns.
 */
export async function releaseGuest(
  tx: Tx,
  ctx: StayContext,
  guestId: number,
  { reason, details }: { reason: string; details: Readonly<Record<string, string>> },
): Promise<void> {
  const { accountId } = ctx;
  const guest = await tx.one<{ reservation_id: number; customer_id: number }>`
    select stay_reservation_id as reservation_id, customer_id
    from stay_reservation_customers
    where account_id = ${accountId} and id = ${guestId} and guest_type = 'representative' and customer_id is not null for update`;
  const stays = await tx.all<{ id: number }>`select id
    from stay_transactions
    where account_id = ${accountId} and stay_reservation_id = ${guest.reservation_id} and customer_id = ${guest.customer_id}`;
  const ids = stays.map((row) => row.id);
  const change = await beginStayChange(tx, ctx, { reverse: ids, apply: ids });
  await tx.run`update stay_reservation_customers
    set customer_id = null, waiting_reason = ${reason},
      waiting_details = nullif(
        jsonb_strip_nulls(jsonb_build_object('birthday', birthday, 'gender', gender)) || ${JSON.stringify(details)}::jsonb, '{}'),
      updated_by = ${ctx.userId}, updated_at = now()
    where account_id = ${accountId} and id = ${guestId}`;
  await tx.run`update stay_reservations
    set customer_id = null, updated_by = ${ctx.userId}, updated_at = now()
    where account_id = ${accountId} and id = ${guest.reservation_id}`;
  await tx.run`update stay_transactions
    set customer_id = null, updated_by = ${ctx.userId}, updated_at = now()
    where account_id = ${accountId} and id = any(${ids}::bigint[])`;
  await tx.run`update stay_customers
    set customer_id = null, updated_by = ${ctx.userId}, updated_at = now()
    where account_id = ${accountId} and stay_transaction_id = any(${ids}::bigint[]) and guest_type = 'representative'`;
  await endStayChange(tx, ctx, change, [guest.customer_id]);
  await recountGuests(tx, accountId, [guest.customer_id]);
}
