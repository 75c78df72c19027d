import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { activeRfmIds } from "./rfms.read.ts";
import { scoreRfm } from "./score-rfm.ts";

type Context = { accountId: number; today: CalendarDate; now: Date };

/** Scores these customers anew, as the nightly scoring would. */
export async function rescoreGuests(tx: Tx, ctx: Context, customerIds: readonly number[]): Promise<void> {
  for (const rfmId of await activeRfmIds(tx, ctx.accountId))
    await scoreRfm(tx, ctx.accountId, rfmId, { today: ctx.today, now: ctx.now, customerIds });
}

/** Scores those of these customers anew who have scores. */
export async function rescoreScored(tx: Tx, ctx: Context, customerIds: readonly number[]): Promise<void> {
  const scored = await tx.all<{ id: number }>`with ${givenIds(ctx.accountId, customerIds)}
    select n.id
    from given n
    join customer_rfms customer_rfm on customer_rfm.account_id = n.account_id and customer_rfm.customer_id = n.id`;
  const ids = scored.map((row) => row.id);
  if (ids.length > 0) await rescoreGuests(tx, ctx, ids);
}

export async function dropScores(tx: Tx, accountId: number, customerIds: readonly number[]): Promise<void> {
  await tx.run`delete from customer_rfms where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
  await tx.run`delete from customer_rfm_histories where account_id = ${accountId} and customer_id = any(${customerIds}::bigint[])`;
}

/** A customer's scores in one RFM as they are stored, with all columns. */
export type StoredScores = Record<string, unknown> & { held_since: string; rfm_id: number };

/** In every RFM of the programme. */
export async function storedScores(tx: Tx, accountId: number, customerId: number): Promise<StoredScores[]> {
  const found = await tx.all<{
    scores: StoredScores;
  }>`select to_jsonb(customer_rfm) as scores
    from customer_rfms customer_rfm
    where customer_rfm.account_id = ${accountId} and customer_rfm.customer_id = ${customerId}
    order by customer_rfm.rfm_id`;
  return found.map((row) => row.scores);
}

/**
 * Restores the scores a customer had, and deletes the history that began with them; then scores what has changed since. Merges from when
 * there was one RFM only kept one set of scores, or null.
 */
export async function restoreScores(
  tx: Tx,
  ctx: Context,
  customerId: number,
  stored: readonly StoredScores[] | StoredScores | null,
): Promise<void> {
  await tx.run`delete from customer_rfms where account_id = ${ctx.accountId} and customer_id = ${customerId}`;
  const active = await activeRfmIds(tx, ctx.accountId);
  for (const scores of [stored ?? []].flat().filter(({ rfm_id }) => active.includes(rfm_id))) {
    await tx.run`delete from customer_rfm_histories
      where account_id = ${ctx.accountId} and customer_id = ${customerId}
        and rfm_id = ${scores.rfm_id} and held_since >= ${scores.held_since}::date`;
    await tx.run`insert into customer_rfms select * from jsonb_populate_record(null::customer_rfms, ${JSON.stringify(scores)}::jsonb)`;
  }
  await rescoreGuests(tx, ctx, [customerId]);
}
