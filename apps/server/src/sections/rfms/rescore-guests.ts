import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { activeRfmIds } from "./rfms.read.ts";
import { scoreRfm } from "./score-rfm.ts";

type Run = { accountId: number; today: CalendarDate; now: Date };

/** Scores these customers anew, as the nightly scoring would. */
export async function rescoreGuests(tx: Tx, run: Run, customerIds: readonly number[]): Promise<void> {
  for (const rfmId of await activeRfmIds(tx, run.accountId))
    await scoreRfm(tx, run.accountId, rfmId, { today: run.today, now: run.now, customerIds });
}

/** Scores those of these customers anew who have scores. */
export async function rescoreScored(tx: Tx, run: Run, customerIds: readonly number[]): Promise<void> {
  const scored = await tx.all<{ id: number }>`with ${givenIds(run.accountId, customerIds)}
    select n.id from given n join customer_rfms f on f.account_id = n.account_id and f.customer_id = n.id`;
  const ids = scored.map((row) => row.id);
  if (ids.length > 0) await rescoreGuests(tx, run, ids);
}

export async function forgetScores(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`delete from customer_rfms where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
  await tx.run`delete from customer_rfm_histories where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
}

/** A customer's scores as they are stored, with all columns. */
export type StoredScores = Record<string, unknown> & { held_since: string };

export async function storedScores(tx: Tx, accountId: number, customerId: number): Promise<StoredScores | null> {
  const found = await tx.maybe<{ scores: StoredScores }>`select to_jsonb(f) as scores from customer_rfms f
    where f.account_id = ${accountId} and f.customer_id = ${customerId}`;
  return found?.scores ?? null;
}

/** Puts back the scores a customer had, and forgets the history that began with them; then scores what has changed since. */
export async function restoreScores(tx: Tx, run: Run, customerId: number, scores: StoredScores | null): Promise<void> {
  await tx.run`delete from customer_rfms where account_id = ${run.accountId} and customer_id = ${customerId}`;
  if (scores) {
    await tx.run`delete from customer_rfm_histories where account_id = ${run.accountId} and customer_id = ${customerId}
      and held_since >= ${scores.held_since}::date`;
    await tx.run`insert into customer_rfms select * from jsonb_populate_record(null::customer_rfms, ${JSON.stringify(scores)}::jsonb)`;
  }
  await rescoreGuests(tx, run, [customerId]);
}
