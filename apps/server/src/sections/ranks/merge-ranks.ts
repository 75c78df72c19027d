import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";

type Run = { accountId: number; userId: number | null; today: CalendarDate };

/** A customer's own rank as it is stored, with all its columns. */
export type StoredRank = Record<string, unknown> & { rank_detail_id: number };

export async function storedRank(tx: Tx, accountId: number, customerId: number): Promise<StoredRank | null> {
  const found = await tx.maybe<{ rank: StoredRank }>`select to_jsonb(k) as rank from customer_ranks k
    where k.account_id = ${accountId} and k.customer_id = ${customerId}`;
  return found?.rank ?? null;
}

/**
 * The survivor of a merge holds the best rank that either holds today: one given by hand before an automatic one, then the higher, then
 * the one that lasts longer. The regular evaluation goes on from there.
 */
export async function mergeRanks(tx: Tx, run: Run, from: readonly number[], to: number): Promise<void> {
  const [best] = await tx.all<{ customer_id: number }>`select k.customer_id from customer_ranks k
    join rank_details d on d.account_id = k.account_id and d.id = k.rank_detail_id and d.active_status = 'active'
    where k.account_id = ${run.accountId} and k.customer_id = any(${[...from, to]}::bigint[])
      and (k.expiration_date is null or k.expiration_date >= ${run.today}::date)
    order by k.rank_type = 'manual' desc, d.priority, k.expiration_date desc nulls first, k.customer_id = ${to} desc limit 1`;
  if (best === undefined || best.customer_id === to) return;
  const before = await storedRank(tx, run.accountId, to);
  const given = await storedRank(tx, run.accountId, best.customer_id);
  if (given) await putRank(tx, run, to, given, before);
}

/** Puts back the rank a customer had, where nothing has changed it since. */
export async function restoreRank(
  tx: Tx,
  run: Run,
  customerId: number,
  was: { before: StoredRank | null; after: StoredRank | null },
) {
  const now = await storedRank(tx, run.accountId, customerId);
  if (now?.rank_detail_id !== was.after?.rank_detail_id || now?.rank_type !== was.after?.rank_type) return;
  if (now?.expiration_date !== was.after?.expiration_date) return;
  if (
    was.before?.rank_detail_id === now?.rank_detail_id &&
    was.before?.rank_type === now?.rank_type &&
    was.before?.expiration_date === now?.expiration_date
  )
    return;
  await putRank(tx, run, customerId, was.before, now);
}

/** Ranks of customers who were never there. */
export async function forgetRanks(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`delete from customer_ranks where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
}

async function putRank(
  tx: Tx,
  run: Run,
  customerId: number,
  rank: StoredRank | null,
  before: StoredRank | null,
): Promise<void> {
  await tx.run`delete from customer_ranks where account_id = ${run.accountId} and customer_id = ${customerId}`;
  if (rank)
    await tx.run`insert into customer_ranks select * from jsonb_populate_record(null::customer_ranks,
      ${JSON.stringify({ ...rank, customer_id: customerId })}::jsonb)`;
  await tx.run`insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type,
      expiration_date, cause, changed_on, created_by)
    values (${run.accountId}, ${customerId}, ${rank?.rank_detail_id ?? null}, ${before?.rank_detail_id ?? null},
      ${(rank ?? before)?.rank_type ?? "auto"}, ${rank?.expiration_date ?? null}, 'merge', ${run.today}::date, ${run.userId})`;
}
