import type { Tx } from "../../database/connection.ts";
import { beginStayChange, endStayChange } from "./apply-stay.ts";
import { recountGuests } from "./hand-over-stays.ts";
import type { StayContext } from "./totals.ts";

/** A guest of a reservation who waited is this customer: the representative's stay counts and earns from now on. */
export async function giveGuest(tx: Tx, ctx: StayContext, guestId: number, customerId: number): Promise<void> {
  const guest = await tx.one<{ reservation_id: number; is_representative: boolean }>`
    select stay_reservation_id as reservation_id, guest_type = 'representative' as is_representative
    from stay_reservation_customers
    where account_id = ${ctx.accountId} and id = ${guestId}`;
  const stays = guest.is_representative
    ? await tx.all<{ id: number }>`select id
      from stay_transactions
      where account_id = ${ctx.accountId} and stay_reservation_id = ${guest.reservation_id}`
    : [];
  const ids = stays.map((row) => row.id);
  const change = await beginStayChange(tx, ctx, { reverse: ids, apply: ids });
  await tx.run`update stay_reservation_customers
    set customer_id = ${customerId}, waiting_reason = null, waiting_details = null, updated_by = ${ctx.userId}, updated_at = now()
    where account_id = ${ctx.accountId} and id = ${guestId}`;
  if (guest.is_representative) {
    await tx.run`update stay_reservations
      set customer_id = ${customerId}, updated_by = ${ctx.userId}, updated_at = now()
      where account_id = ${ctx.accountId} and id = ${guest.reservation_id}`;
    await tx.run`update stay_transactions
      set customer_id = ${customerId}, updated_by = ${ctx.userId}, updated_at = now()
      where account_id = ${ctx.accountId} and id = any(${ids}::bigint[])`;
    await tx.run`update stay_customers
      set customer_id = ${customerId}, updated_by = ${ctx.userId}, updated_at = now()
      where account_id = ${ctx.accountId} and stay_transaction_id = any(${ids}::bigint[]) and guest_type = 'representative'`;
  }
  await endStayChange(tx, ctx, change, [customerId]);
  await recountGuests(tx, ctx.accountId, [customerId]);
  await tx.run`insert into customer_facilities as customer_facility (account_id, facility_account_id, customer_id, first_seen_on)
    select account_id, facility_account_id, ${customerId}::bigint, check_in_date
    from stay_reservations
    where account_id = ${ctx.accountId} and id = ${guest.reservation_id}
    on conflict (account_id, facility_account_id, customer_id) do update
    set first_seen_on = excluded.first_seen_on
    where excluded.first_seen_on < customer_facility.first_seen_on`;
}
