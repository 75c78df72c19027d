import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { bookStayPoints } from "../points/book-stay-points.ts";
import { expirePoints } from "../points/expire-points.ts";
import { addToTotals, type StayRun, takeFromTotals } from "./totals.ts";

const FIRST_DAY = calendarDate("0001-01-01");

export type StayChange = {
  /** Stays whose effects are taken back, before anything is written. */
  reverse: readonly number[];
  /** Writes the stays as they are now: new ones, corrected ones, `reversed_at` on those that no longer happened. */
  write?: () => Promise<void>;
  /** Stays that count after the write. */
  apply: readonly number[];
  /** Guests of whom a fact changed that rules may ask for, such as the birthday. */
  changedGuests?: readonly number[];
};

/**
 * applyStay (product §4), in the caller's transaction and for any number of stays: a correction is a reversal, a write and a new
 * application, after which the consequences of all stays of these guests are settled. A stay counts at most once at a time (its open
 * round in stay_effects), so repeating does nothing; stays that were cancelled at the source or have no customer are left out. Returns
 * how many were applied.
 */
export async function changeStays(tx: Tx, run: StayRun, change: StayChange): Promise<number> {
  await lockProgramme(tx, run.accountId);
  // From here until the end a lot that holds points is alive.
  await expirePoints(tx, run);
  const stayIds = [...new Set([...change.reverse, ...change.apply])];
  const before = await guestsOfStays(tx, run, stayIds);
  await reverseOpenRounds(tx, run, change.reverse);
  await change.write?.();
  const applied = await openRounds(tx, run, change.apply);
  if (applied.length > 0) await addToTotals(tx, run, applied);
  const after = await guestsOfStays(tx, run, stayIds);
  await settleStays(tx, run, stayIds, [...before, ...after], change.changedGuests ?? []);
  return applied.length;
}

/** Works the consequences of these stays out anew, for rules that have changed since. Under the programme's lock. */
export async function recomputeStayPoints(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<void> {
  await lockProgramme(tx, run.accountId);
  await expirePoints(tx, run);
  await settleStays(tx, run, stayIds, await guestsOfStays(tx, run, stayIds), []);
}

type Whose = { customer_id: number; check_out_date: CalendarDate };

async function settleStays(
  tx: Tx,
  run: StayRun,
  stayIds: readonly number[],
  whose: readonly Whose[],
  changedGuests: readonly number[],
): Promise<void> {
  const customerIds = [...new Set([...whose.map((row) => row.customer_id), ...changedGuests])];
  if (customerIds.length === 0) return;
  const days = whose.map((row) => row.check_out_date).sort();
  const since = changedGuests.length > 0 ? FIRST_DAY : (days[0] ?? FIRST_DAY);
  await bookStayPoints(tx, run, { stayIds, customerIds, since });
}

/** Guests and check-out days of these stays as they are stored. */
async function guestsOfStays(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<Whose[]> {
  if (stayIds.length === 0) return [];
  return tx.all<Whose>`with ${givenIds(run.accountId, stayIds)}
    select s.customer_id, min(s.check_out_date) as check_out_date from given n
    join stay_transactions s on s.account_id = n.account_id and s.id = n.id
    where s.customer_id is not null group by s.customer_id`;
}

/** Stays that now count. */
export function applyStays(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<number> {
  return changeStays(tx, run, { reverse: [], apply: stayIds });
}

/** Stays that were cancelled after they had counted. */
export async function reverseStays(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<void> {
  await changeStays(tx, run, {
    reverse: stayIds,
    write: async () => {
      await tx.run`update stay_transactions set reversed_at = now(), updated_at = now(), updated_by = ${run.userId}
        where account_id = ${run.accountId} and id = any(${stayIds}::bigint[]) and reversed_at is null`;
    },
    apply: [],
  });
}

async function reverseOpenRounds(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<void> {
  if (stayIds.length === 0) return;
  const open = await tx.all<{ id: number }>`with ${givenIds(run.accountId, stayIds)}
    select e.stay_transaction_id as id from given n
    join stay_effects e on e.account_id = n.account_id and e.stay_transaction_id = n.id
    where e.effect = 'applied' and e.reversed_at is null`;
  if (open.length === 0) return;
  const ids = open.map((row) => row.id);
  await takeFromTotals(tx, run, ids);
  await tx.run`with ${givenIds(run.accountId, ids)}
    update stay_effects e set reversed_at = now() from given n
    where e.account_id = n.account_id and e.stay_transaction_id = n.id and e.reversed_at is null`;
}

/** Starts a round for each stay that has none open, and notes what its reversal needs. Returns those stays. */
async function openRounds(tx: Tx, run: StayRun, stayIds: readonly number[]): Promise<number[]> {
  if (stayIds.length === 0) return [];
  const opened = await tx.all<{ id: number }>`
    with ${givenIds(run.accountId, stayIds)}
    insert into stay_effects (account_id, stay_transaction_id, effect, round, detail)
    select s.account_id, s.id, 'applied', coalesce(e.round, 0) + 1,
      jsonb_build_object('customer_id', s.customer_id, 'use_price', s.use_price)
    from given n
    join stay_transactions s on s.account_id = n.account_id and s.id = n.id
    left join lateral (
      select max(round) as round, bool_or(reversed_at is null) as open from stay_effects e
      where e.account_id = n.account_id and e.stay_transaction_id = n.id and e.effect = 'applied'
    ) e on true
    where s.reversed_at is null and s.customer_id is not null and e.open is not true
    order by s.id
    returning stay_transaction_id as id`;
  return opened.map((row) => row.id);
}
