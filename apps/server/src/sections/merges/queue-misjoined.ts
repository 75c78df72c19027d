import type { Tx } from "../../database/connection.ts";
import { agenciesAmong, misjoinedGuests } from "../customers/agency-addresses.ts";
import type { IdentityResolver } from "../customers/identity-resolver.ts";

type NamedGuest = { email: string | null; name: string; name_kana: string | null };

/**
 * Queues bookings that were joined to a customer of another name before these lines showed an agency's address. Returns the queue lines. Run it
 * after the bookings are written.
 */
export async function queueMisjoined(
  tx: Tx,
  ctx: { accountId: number; importBatchId: number | null },
  register: IdentityResolver,
  guests: readonly NamedGuest[],
): Promise<number[]> {
  const found = await misjoinedGuests(tx, ctx.accountId, register, guests);
  if (found.length === 0) return [];
  // A line may remain from when the guest waited. The booking has settled it since.
  const saved = await tx.all<{ id: number }>`
    insert into customer_merge_candidates as candidate
      (account_id, customer_id, stay_reservation_customer_id, score, reasons, import_batch_id)
    select ${ctx.accountId}::bigint, m.customer_id, m.guest_id, 0, '["joined_by_mail"]', ${ctx.importBatchId}::bigint
    from unnest(${found.map((one) => one.customerId)}::bigint[], ${found.map((one) => one.guestId)}::bigint[]) m (customer_id, guest_id)
    order by m.guest_id
    on conflict (account_id, customer_id, other_customer_id, stay_reservation_customer_id) do update
    set score = 0, reasons = excluded.reasons, import_batch_id = excluded.import_batch_id
    where candidate.decision = 'open'
    returning id`;
  return saved.map((row) => row.id);
}

/** Returns those of the lines whose address is still an agency's. */
export async function misjoinedAmong(tx: Tx, accountId: number, candidateIds: readonly number[]): Promise<Set<number>> {
  const listed = await tx.all<{ id: number; email: string }>`select candidate.id, guest.email
    from customer_merge_candidates candidate
    join stay_reservation_customers guest on guest.account_id = candidate.account_id
      and guest.id = candidate.stay_reservation_customer_id and guest.customer_id = candidate.customer_id
    where candidate.account_id = ${accountId} and candidate.id = any(${candidateIds}::bigint[])
      and candidate.reasons ? 'joined_by_mail' and guest.email is not null`;
  const agencies = await agenciesAmong(
    tx,
    accountId,
    listed.map((one) => one.email),
  );
  return new Set(listed.filter((one) => agencies.has(one.email)).map((one) => one.id));
}
