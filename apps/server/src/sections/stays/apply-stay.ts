import { type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import type { Tx } from "../../database/connection.ts";
import { givenIds } from "../../database/given-ids.ts";
import { lockProgramme } from "../../database/lock-programme.ts";
import { bookStayPoints } from "../points/book-stay-points.ts";
import { expirePoints } from "../points/lots.ts";
import { settleRanks } from "../ranks/settle-ranks.ts";
import { addToTotals, type StayContext, takeFromTotals } from "./totals.ts";

const FIRST_DAY = calendarDate("0001-01-01");

/** Stays by id: those whose effects are taken back before they are written, and those that count afterwards. */
export type StayChange = { reverse: readonly number[]; apply: readonly number[] };

/** A change of stays that has begun: the old effects are gone, the rows can be written. */
export type OpenChange = StayChange & { readonly before: readonly StayOfGuest[] };

/**
 * applyStay (product §4), for any number of stays in the caller's transaction: `beginStayChange`, then the caller writes the stays as they
 * are now (new ones, corrected ones, `reversed_at` on those that no longer happened), then `endStayChange`. A correction is a reversal, a
 * write and a new application. Idempotent: a stay counts at most once at a time (its open round in stay_effects).
 */
export async function beginStayChange(tx: Tx, ctx: StayContext, change: StayChange): Promise<OpenChange> {
  await lockProgramme(tx, ctx.accountId);
  // From here until the end every lot that holds points is valid.
  await expirePoints(tx, ctx);
  const before = await guestsOfStays(tx, ctx, [...change.reverse, ...change.apply]);
  await reverseOpenRounds(tx, ctx, change.reverse);
  return { ...change, before };
}

/**
 * Counts the stays as they are written now, and updates the points of all stays and the ranks of these guests. Stays that were cancelled at
 * the source or have no customer are left out. `changedGuests`: a fact changed that rules may use, such as the birthday.
 * @returns how many stays were counted.
 */
export async function endStayChange(
  tx: Tx,
  ctx: StayContext,
  change: OpenChange,
  changedGuests: readonly number[] = [],
): Promise<number> {
  const applied = await openRounds(tx, ctx, change.apply);
  if (applied.length > 0) await addToTotals(tx, ctx, applied);
  const stayIds = [...new Set([...change.reverse, ...change.apply])];
  const after = await guestsOfStays(tx, ctx, stayIds);
  await bookPoints(tx, ctx, stayIds, [...change.before, ...after], changedGuests);
  await settleRanks(tx, ctx, [...new Set([...change.before, ...after].map((row) => row.customer_id))]);
  return applied.length;
}

/** Recomputes what these stays earn, because rules have changed. Takes the programme's lock. */
export async function recomputeStayPoints(tx: Tx, ctx: StayContext, stayIds: readonly number[]): Promise<void> {
  await lockProgramme(tx, ctx.accountId);
  await expirePoints(tx, ctx);
  await bookPoints(tx, ctx, stayIds, await guestsOfStays(tx, ctx, stayIds), []);
}

type StayOfGuest = { customer_id: number; check_out_date: CalendarDate };

async function bookPoints(
  tx: Tx,
  ctx: StayContext,
  stayIds: readonly number[],
  whose: readonly StayOfGuest[],
  changedGuests: readonly number[],
): Promise<void> {
  const customerIds = [...new Set([...whose.map((row) => row.customer_id), ...changedGuests])];
  if (customerIds.length === 0) return;
  const days = whose.map((row) => row.check_out_date).sort();
  const since = changedGuests.length > 0 ? FIRST_DAY : (days[0] ?? FIRST_DAY);
  await bookStayPoints(tx, ctx, { stayIds, customerIds, since });
}

/** Guests and check-out days of these stays as they are stored. */
async function guestsOfStays(tx: Tx, ctx: StayContext, stayIds: readonly number[]): Promise<StayOfGuest[]> {
  if (stayIds.length === 0) return [];
  return tx.all<StayOfGuest>`with ${givenIds(ctx.accountId, stayIds)}
    select stay.customer_id, min(stay.check_out_date) as check_out_date
    from given
    join stay_transactions stay on stay.account_id = given.account_id and stay.id = given.id
    where stay.customer_id is not null
    group by stay.customer_id`;
}

async function reverseOpenRounds(tx: Tx, ctx: StayContext, stayIds: readonly number[]): Promise<void> {
  if (stayIds.length === 0) return;
  const open = await tx.all<{ id: number }>`with ${givenIds(ctx.accountId, stayIds)}
    select stay_effect.stay_transaction_id as id
    from given
    join stay_effects stay_effect on stay_effect.account_id = given.account_id and stay_effect.stay_transaction_id = given.id
    where stay_effect.effect = 'applied' and stay_effect.reversed_at is null`;
  if (open.length === 0) return;
  const ids = open.map((row) => row.id);
  await takeFromTotals(tx, ctx, ids);
  await tx.run`with ${givenIds(ctx.accountId, ids)}
    update stay_effects stay_effect
    set reversed_at = now()
    from given
    where stay_effect.account_id = given.account_id and stay_effect.stay_transaction_id = given.id and stay_effect.reversed_at is null`;
}

/** Starts a round for each stay that has none open, and notes what its reversal needs. Returns those stays. */
async function openRounds(tx: Tx, ctx: StayContext, stayIds: readonly number[]): Promise<number[]> {
  if (stayIds.length === 0) return [];
  const opened = await tx.all<{ id: number }>`
    with ${givenIds(ctx.accountId, stayIds)}
    insert into stay_effects (account_id, stay_transaction_id, effect, round, detail)
    select stay.account_id, stay.id, 'applied', coalesce(e.round, 0) + 1,
      jsonb_build_object('customer_id', stay.customer_id, 'use_price', stay.use_price)
    from given
    join stay_transactions stay on stay.account_id = given.account_id and stay.id = given.id
    left join lateral (
      select max(round) as round, bool_or(reversed_at is null) as open
      from stay_effects stay_effect
      where stay_effect.account_id = given.account_id and stay_effect.stay_transaction_id = given.id and stay_effect.effect = 'applied'
    ) e on true
    where stay.reversed_at is null and stay.customer_id is not null and e.open is not true
    order by stay.id
    returning stay_transaction_id as id`;
  return opened.map((row) => row.id);
}
