import type { Tx } from "../../database/connection.ts";
import type { MergeContext } from "./merge-context.ts";

type Named = { id: number; column: "customer_id" | "other_customer_id"; was: number };
/** Lines of the queue that a merge answered, and those that name the survivor since. */
export type MovedCandidates = { answered: number[]; named: Named[]; separate: number[] };

/**
 * Lines between the two are answered. Lines that named the merged customer name the survivor, so that who was kept apart is never asked
 * again; where the survivor has that line already it stays, and takes over that they are different people.
 */
export async function moveCandidates(
  tx: Tx,
  ctx: MergeContext,
  from: readonly number[],
  to: number,
): Promise<MovedCandidates> {
  const { accountId } = ctx;
  const both = [...from, to];
  const answered = await tx.all<{ id: number }>`update customer_merge_candidates
    set decision = 'merged', decided_by = ${ctx.userId}, decided_at = ${ctx.now}
    where account_id = ${accountId} and decision = 'open' and customer_id = any(${both}::bigint[])
      and other_customer_id = any(${both}::bigint[])
    returning id`;
  const rows =
    await tx.all<Line>`select id, customer_id, other_customer_id, stay_reservation_customer_id as guest_id, decision
      from customer_merge_candidates
      where account_id = ${accountId} and customer_id = any(${both}::bigint[])
      union all select id, customer_id, other_customer_id, null, decision
      from customer_merge_candidates
      where account_id = ${accountId} and other_customer_id = any(${both}::bigint[]) and customer_id <> all(${both}::bigint[])
      order by id`;
  const named: Named[] = [];
  const separate: number[] = [];
  const mine = new Map(rows.filter((row) => !names(row, from)).map((row) => [otherId(row, both), row]));
  for (const row of rows) {
    if (!names(row, from) || isBetween(row, both)) continue;
    const there = mine.get(otherId(row, both));
    if (there === undefined) {
      const column = from.includes(row.customer_id ?? 0) ? "customer_id" : "other_customer_id";
      named.push({ id: row.id, column, was: row[column] ?? 0 });
      mine.set(otherId(row, both), row);
    } else if (row.decision === "separate" && there.decision === "open") separate.push(there.id);
  }
  await rename(
    tx,
    accountId,
    named.map((one) => ({ ...one, is: to })),
  );
  await tx.run`update customer_merge_candidates
    set decision = 'separate'
    where account_id = ${accountId} and id = any(${separate}::bigint[])`;
  return { answered: answered.map((row) => row.id), named, separate };
}

/** Undoing a merge: the two were told apart, and the other lines are as they were, unless they were answered since. */
export async function restoreCandidates(
  tx: Tx,
  ctx: MergeContext,
  { answered, named, separate }: MovedCandidates,
): Promise<void> {
  const { accountId } = ctx;
  await tx.run`update customer_merge_candidates
    set decision = 'open', decided_by = null, decided_at = null
    where account_id = ${accountId} and decision = 'merged' and id = any(${answered}::bigint[])`;
  await rename(
    tx,
    accountId,
    named.map((one) => ({ ...one, is: one.was })),
  );
  await tx.run`update customer_merge_candidates
    set decision = 'open'
    where account_id = ${accountId} and decided_at is null and id = any(${separate}::bigint[])`;
}

type Line = {
  id: number;
  customer_id: number | null;
  other_customer_id: number | null;
  guest_id: number | null;
  decision: string;
};

const names = (row: Line, ids: readonly number[]) =>
  ids.includes(row.customer_id ?? 0) || ids.includes(row.other_customer_id ?? 0);
const isBetween = (row: Line, both: readonly number[]) =>
  both.includes(row.customer_id ?? 0) && both.includes(row.other_customer_id ?? 0);
/** Whom the line names beside one of these. */
const otherId = (row: Line, both: readonly number[]) =>
  row.guest_id !== null
    ? `guest ${row.guest_id}`
    : `customer ${both.includes(row.customer_id ?? 0) ? row.other_customer_id : row.customer_id}`;

async function rename(tx: Tx, accountId: number, named: readonly (Named & { is: number })[]): Promise<void> {
  await tx.run`update customer_merge_candidates candidate
    set customer_id = case n."column" when 'customer_id' then n."is" else candidate.customer_id end,
      other_customer_id = case n."column" when 'other_customer_id' then n."is" else candidate.other_customer_id end
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) n (id bigint, "column" text, "is" bigint)
    where candidate.account_id = ${accountId} and candidate.id = n.id`;
}
