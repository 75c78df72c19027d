import type { CandidateReason } from "@okaeri/domain/customers/likeness";
import type { Tx } from "../../database/connection.ts";

/** Two customers that may be one person, or a waiting guest with a customer whom he resembles, or with nobody. */
export type NewMergeCandidate = {
  customerId: number | null;
  /** At most one of these two is filled. */
  otherCustomerId: number | null;
  guestId: number | null;
  score: number;
  reasons: readonly CandidateReason[];
  /** The import, or the batch of a feed, that raised the question. */
  importBatchId?: number | null;
};

/** Questions that an import raised. */
export const raisedBy = (importBatchId: number, candidates: readonly NewMergeCandidate[]): NewMergeCandidate[] =>
  candidates.map((one) => ({ ...one, importBatchId }));

/** Puts candidates into the merge queue. Idempotent: one that is there, decided or not, stays as it is. Returns the new lines. */
export async function saveCandidates(
  tx: Tx,
  accountId: number,
  candidates: readonly NewMergeCandidate[],
): Promise<number[]> {
  if (candidates.length === 0) return [];
  const rows = candidates.map(({ customerId, otherCustomerId, guestId, score, reasons, importBatchId = null }) => {
    // A pair has one order, so that it is asked once.
    const swapped = customerId !== null && otherCustomerId !== null && otherCustomerId < customerId;
    const [customer_id, other_customer_id] = swapped ? [otherCustomerId, customerId] : [customerId, otherCustomerId];
    return { customer_id, other_customer_id, guest_id: guestId, score, reasons, import_batch_id: importBatchId };
  });
  const saved = await tx.all<{ id: number }>`
    insert into customer_merge_candidates
      (account_id, customer_id, other_customer_id, stay_reservation_customer_id, score, reasons, import_batch_id)
    select ${accountId}::bigint, p.customer_id, p.other_customer_id, p.guest_id, p.score, p.reasons, p.import_batch_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) p
      (customer_id bigint, other_customer_id bigint, guest_id bigint, score smallint, reasons jsonb, import_batch_id bigint)
    on conflict (account_id, customer_id, other_customer_id, stay_reservation_customer_id) do nothing
    returning id`;
  return saved.map((row) => row.id);
}

/** Takes lines out of the queue that nobody has answered; who still waits is asked about. */
export async function dropCandidates(tx: Tx, accountId: number, ids: readonly number[]): Promise<void> {
  await tx.run`delete from customer_merge_candidates candidate
    where candidate.account_id = ${accountId} and candidate.id = any(${ids}::bigint[]) and candidate.decision = 'open'
      and not exists (select from stay_reservation_customers guest
        where guest.account_id = candidate.account_id and guest.id = candidate.stay_reservation_customer_id and guest.customer_id is null)`;
}

/** The two customers of each of these lines that ask about two. */
export async function pairsOfCandidates(
  tx: Tx,
  accountId: number,
  ids: readonly number[],
): Promise<{ id: number; customers: number[] }[]> {
  return tx.all<{ id: number; customers: number[] }>`select id, array[customer_id, other_customer_id] as customers
    from customer_merge_candidates
    where account_id = ${accountId} and id = any(${ids}::bigint[]) and other_customer_id is not null`;
}
