import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { type GivenRank, givenRank, isGivenRankActive, putGivenRank } from "./given-ranks.ts";

type Context = { accountId: number; userId: number | null; today: CalendarDate };

/** What staff gave the customer, as a merge keeps it. Those of earlier merges may hold an automatic rank, which nobody needs. */
export type StoredRank = GivenRank & { rank_type?: "auto" | "manual" };

export function storedRank(tx: Tx, accountId: number, customerId: number): Promise<StoredRank | null> {
  return givenRank(tx, { accountId, customerId });
}

/**
 * The survivor of a merge gets the better of the ranks that staff gave to either and that hold today; of equal ones the longer. The earned
 * rank is recomputed from the stays of both (settle-ranks).
 */
export async function mergeRanks(tx: Tx, ctx: Context, from: readonly number[], to: number): Promise<void> {
  const [best] = await tx.all<{
    customer_id: number;
  }>`select customer_rank.customer_id
    from customer_ranks customer_rank
    join rank_details tier on tier.account_id = customer_rank.account_id and tier.id = customer_rank.rank_detail_id
      and tier.active_status = 'active'
    where customer_rank.account_id = ${ctx.accountId} and customer_rank.customer_id = any(${[...from, to]}::bigint[])
      and customer_rank.rank_type = 'manual'
      and (customer_rank.expiration_date is null or customer_rank.expiration_date >= ${ctx.today}::date)
    order by tier.priority, customer_rank.expiration_date desc nulls first, customer_rank.customer_id = ${to} desc limit 1`;
  if (best === undefined || best.customer_id === to) return;
  const before = await storedRank(tx, ctx.accountId, to);
  await put(tx, ctx, to, before, await storedRank(tx, ctx.accountId, best.customer_id));
}

/** Puts back what staff had given a customer and what would hold today, where staff changed nothing since. That it ran out is no change. */
export async function restoreRank(
  tx: Tx,
  ctx: Context,
  customerId: number,
  was: { before: StoredRank | null; after: StoredRank | null },
): Promise<void> {
  const [before, after] = [byHand(was.before), byHand(was.after)];
  if (same(before, after)) return;
  const now = await storedRank(tx, ctx.accountId, customerId);
  if (!same(now, after) && !(now === null && (await ranOut(tx, ctx, customerId)))) return;
  const own = isGivenRankActive(before, ctx.today) ? before : null;
  if (!same(now, own)) await put(tx, ctx, customerId, now, own);
}

/** Whether the last thing that happened to the rank by hand was the merge, but for its running out. */
async function ranOut(tx: Tx, { accountId }: Context, customerId: number): Promise<boolean> {
  const last = await tx.maybe<{ cause: string }>`select cause
    from customer_rank_histories
    where account_id = ${accountId} and customer_id = ${customerId} and rank_type = 'manual' and cause <> 'expiry'
    order by id desc limit 1`;
  return last?.cause === "merge";
}

const byHand = (rank: StoredRank | null) => (rank?.rank_type === "auto" ? null : rank);
const same = (a: StoredRank | null, b: StoredRank | null) =>
  a?.rank_detail_id === b?.rank_detail_id && a?.expiration_date === b?.expiration_date;

/** Ranks of customers who were never there. */
export async function dropRanks(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`delete from customer_ranks where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
}

function put(
  tx: Tx,
  ctx: Context,
  customerId: number,
  before: GivenRank | null,
  given: GivenRank | null,
): Promise<void> {
  return putGivenRank(tx, { ...ctx, customerId, cause: "merge", remarks: "", before }, given);
}
