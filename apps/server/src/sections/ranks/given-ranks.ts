import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { heldRanks } from "./held-ranks.read.ts";

/** A rank as staff gave it: what CustomerRank keeps of it (specification §3), with the reason and who gave it. */
export type GivenRank = {
  rank_detail_id: number;
  expiration_date: CalendarDate | null;
  since_date: CalendarDate;
  remarks: string;
  created_by: number | null;
  /** Null: now. */
  created_at: string | null;
};

type Whose = { accountId: number; customerId: number };
type Line = Whose & {
  cause: "manual" | "manual_end" | "manual_undo" | "expiry" | "merge";
  remarks: string;
  before: GivenRank | null;
  today: CalendarDate;
  userId: number | null;
};

/** What staff gave one guest, whether it holds still or not; one at most. */
export async function givenRank(tx: Tx, { accountId, customerId }: Whose): Promise<GivenRank | null> {
  const found = await tx.maybe<GivenRank>`select rank_detail_id, expiration_date, since_date, remarks, created_by,
      to_jsonb(customer_rank) ->> 'created_at' as created_at
    from customer_ranks customer_rank
    where account_id = ${accountId} and customer_id = ${customerId} and rank_type = 'manual'`;
  return found ?? null;
}

/** Whether what staff gave has not run out. */
export const isGivenRankActive = (given: GivenRank | null, today: CalendarDate): given is GivenRank =>
  given !== null && (given.expiration_date === null || given.expiration_date >= today);

/** Replaces the rank that staff gave, or removes it, with the line of history: the guest's rank before and now. */
export async function putGivenRank(tx: Tx, line: Line, given: GivenRank | null): Promise<void> {
  const { accountId, customerId, today } = line;
  const before = await heldOf(tx, line);
  await tx.run`delete from customer_ranks where account_id = ${accountId} and customer_id = ${customerId} and rank_type = 'manual'`;
  if (given)
    await tx.run`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date, remarks,
        created_by, created_at, updated_by)
      values (${accountId}, ${customerId}, ${given.rank_detail_id}, 'manual', ${given.expiration_date}, ${given.since_date},
        ${given.remarks}, ${given.created_by}, coalesce(${given.created_at}::timestamptz, now()), ${line.userId})`;
  const now = await heldOf(tx, line);
  await tx.run`insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type,
      expiration_date, cause, changed_on, remarks, given_before, created_by)
    values (${accountId}, ${customerId}, ${now?.rank_detail_id ?? null}, ${before?.rank_detail_id ?? null}, 'manual',
      ${now?.expiration_date ?? null}, ${line.cause}, ${today}::date, ${line.remarks},
      ${line.before === null ? null : JSON.stringify(line.before)}::jsonb, ${line.userId})`;

  async function heldOf(on: Tx, { accountId: account, customerId: guest }: Whose) {
    return on.maybe<{ rank_detail_id: number; expiration_date: CalendarDate | null }>`
      select k.rank_detail_id, k.expiration_date from ${heldRanks(today)} k where k.account_id = ${account} and k.customer_id = ${guest}`;
  }
}

/** Removes ranks given by staff that have run out, with a line each. From the day after, the guest holds the earned rank. */
export async function clearRunOut(tx: Tx, accountId: number, today: CalendarDate): Promise<void> {
  await tx.run`with ended as (
      delete from customer_ranks
      where account_id = ${accountId} and rank_type = 'manual' and expiration_date < ${today}::date
      returning customer_id, rank_detail_id, expiration_date
    )
    insert into customer_rank_histories (account_id, customer_id, rank_detail_id, previous_rank_detail_id, rank_type, expiration_date,
      cause, changed_on)
    select ${accountId}, e.customer_id, k.rank_detail_id, e.rank_detail_id, 'manual', k.expiration_date, 'expiry', e.expiration_date + 1
    from ended e
    left join ${heldRanks(today)} k on k.account_id = ${accountId} and k.customer_id = e.customer_id`;
}

/** Erased guests hold nothing that staff gave. */
export async function eraseGivenRanks(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`delete from customer_ranks
    where account_id = ${accountId} and rank_type = 'manual'
      and customer_id = any(${customerIds}::bigint[])`;
}
