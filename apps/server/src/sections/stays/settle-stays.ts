import type { CalendarDate } from "@okaeri/domain/calendar-date";
import type { App } from "../../app.ts";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { recomputeStayPoints } from "./apply-stay.ts";

/** Guests of one transaction: enough for set-based work, short enough to let imports in between. */
const BATCH_GUESTS = 2_000;

export type StayDays = { from: CalendarDate; to: CalendarDate | null };

/** The next guests (by id, after `after`) with confirmed stays that check out in these days, and those stays. */
export async function nextStays(
  tx: Tx,
  accountId: number,
  days: StayDays,
  after: number,
): Promise<{ last: number; stayIds: number[] } | null> {
  const [row] = await tx.all<{ last: number | null; stay_ids: number[] | null }>`
    select max(stay.customer_id) as last, array_agg(stay.id) as stay_ids
    from stay_transactions stay
    where stay.account_id = ${accountId} and stay.customer_id > ${after}
      and stay.customer_id <= (select max(customer_id)
        from (select distinct customer_id
          from stay_transactions due_stay
          where due_stay.account_id = ${accountId} and due_stay.reversed_at is null and due_stay.customer_id > ${after}
            and due_stay.check_out_date >= ${days.from}::date and (${days.to}::date is null or due_stay.check_out_date <= ${days.to}::date)
          order by customer_id limit ${BATCH_GUESTS}) few) and stay.reversed_at is null and stay.check_out_date >= ${days.from}::date
      and (${days.to}::date is null or stay.check_out_date <= ${days.to}::date)`;
  return row && row.last !== null && row.stay_ids ? { last: row.last, stayIds: row.stay_ids } : null;
}

/**
 * Recomputes the consequences of stays that check out in these days, because rules have changed, some guests at a time. Idempotent.
 * @returns null when all is done; for a process that stops, the guest after whom another worker goes on.
 */
export async function settleStays(
  app: App,
  { accountId, from, to, after: start }: StayDays & { accountId: number; after: number },
  signal: AbortSignal,
): Promise<number | null> {
  const inScope = <T>(work: (tx: Tx) => Promise<T>) => app.database.inScope({ accountIds: [accountId] }, work);
  for (let after: number | null = start; after !== null; ) {
    const begin: number = after;
    if (signal.aborted) return begin;
    after = await inScope(async (tx) => {
      // The programme's lock comes first: otherwise stays of a batch that is being written by the former rules would be missed (a race).
      await lockProgramme(tx, accountId);
      const next = await nextStays(tx, accountId, { from, to }, begin);
      if (next) await recomputeStayPoints(tx, { accountId, today: todayOf(app.clock), userId: null }, next.stayIds);
      return next?.last ?? null;
    });
  }
  return null;
}
