import { expect } from "vitest";
import { todayOf } from "../../clock.ts";
import type { Tx } from "../../database/connection.ts";
import { CallError } from "../../http/errors.ts";
import type { Random } from "../../seed/people/random.ts";
import type { TestApp } from "../../test/app.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { wrongFromScratch } from "../points/prove-from-scratch.ts";
import { useWithinLimits } from "../points/use-within-limits.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import type { Inn } from "./deliveries.fixture.ts";

// Guests who use their points while the words of their stays still come, and merges that are taken apart again.

const contextOf = (t: TestApp, { accountId }: Inn) => ({
  accountId,
  userId: null,
  ip: null,
  today: todayOf(t.app.clock),
  now: t.app.clock.now(),
});
let serial = 0;

async function use(tx: Tx, ctx: ReturnType<typeof contextOf>, customerId: number, points: number): Promise<void> {
  const spent = { stayReservationId: null, remarks: "", idempotencyKey: `spent ${++serial}` };
  const used = await useWithinLimits(
    tx,
    { ...ctx, heldRanks },
    { ...spent, customerId, facilityAccountId: ctx.accountId, points },
  );
  expect(used).toHaveProperty("use_point_case_id");
}

/** All who are guests now. */
export async function guestsNow(t: TestApp, { accountId }: Inn): Promise<ReadonlySet<number>> {
  const guests = await t.app.database.inScope({ accountIds: [accountId] }, (tx) => idsOf(tx, accountId));
  return new Set(guests);
}

async function idsOf(tx: Tx, accountId: number): Promise<number[]> {
  const guests = await tx.all<{ id: number }>`select id from customers where account_id = ${accountId}
    order by id`;
  return guests.map(({ id }) => id);
}

type Holder = { id: number; balance: number; debt: number };
const holdersOf = (tx: Tx, { accountId }: Inn) =>
  tx.all<Holder>`select customer_id as id, balance, debt from point_accounts
    where account_id = ${accountId} and balance + debt > 0 order by customer_id`;

/**
 * Some guests use some or all of their points, so that what is corrected later is owed. `among`: of these alone; whom a mistaken file made
 * would stay as it told of them, because points hang on them (docs/adr/0111).
 */
export function spendSome(t: TestApp, inn: Inn, random: Random, among?: ReadonlySet<number>): Promise<void> {
  return t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    for (const { id, balance } of await holdersOf(tx, inn))
      if (balance > 0 && among?.has(id) !== false && random.chance(0.4))
        await use(tx, contextOf(t, inn), id, random.chance(0.5) ? balance : random.int(1, balance));
  });
}

/**
 * Guests who have nothing in common are merged and taken apart again, a debtor among them where there is one. Where points of one paid
 * for the other that is refused, and nothing of it has happened.
 */
export async function mergeAndUndo(t: TestApp, inn: Inn, random: Random): Promise<void> {
  const ctx = contextOf(t, inn);
  const inInn = <T>(work: (tx: Tx) => Promise<T>) => t.app.database.inScope({ accountIds: [inn.accountId] }, work);
  const holders = await inInn((tx) => holdersOf(tx, inn));
  if (holders.length === 0) return;
  const debtors = holders.filter(({ debt }) => debt > 0);
  for (const one of [random.pick(debtors.length > 0 ? debtors : holders), random.pick(holders)]) {
    const other = random.pick(holders);
    if (one.id === other.id) continue;
    await inInn(async (tx) => {
      const before = await holdersOf(tx, inn);
      await undoMerge(tx, ctx, await mergeIds(tx, ctx, one.id, other.id));
      expect(await holdersOf(tx, inn)).toEqual(before);
    }).catch((error: unknown) => {
      if (!(error instanceof CallError && error.code === "WRONG_STATE")) throw error;
    });
  }
}

/**
 * By guest, with the temporary table of `comparableState`: what they would have if nothing had been used, and how much of it ends when.
 * Equal however much was used and owed meanwhile. What was used of points whose last day turned out to be over is gone with them.
 */
export async function moneyStateOf(
  tx: Tx,
  accountId: number,
  today: string,
): Promise<{ balances: string[]; expiries: string[] }> {
  const lines = (rows: { line: string }[]) => rows.map(({ line }) => line).sort();
  const balances = await tx.all<{ line: string }>`
    with stands as (
      select customer_id, balance - debt as point from point_accounts where account_id = ${accountId}
      union all
      select lot.customer_id, used_point.use_point from use_points used_point
      join point_lots lot on lot.account_id = used_point.account_id and lot.grant_point_id = used_point.grant_point_id
      where used_point.account_id = ${accountId} and ((lot.expires_on >= ${today}::date) is not false
        or exists (select from grant_points point_grant
        where point_grant.account_id = lot.account_id and point_grant.reverses_grant_point_id = lot.grant_point_id))
    ) select concat_ws('|', g.who, sum(s.point)) as line from stands s join state_guests g on g.id = s.customer_id
    group by g.who having sum(s.point) <> 0`;
  const expiries = await tx.all<{ line: string }>`
    select concat_ws('|', g.who, coalesce(lot.expires_on::text, 'never'), sum(point_grant.grant_point)) as line
    from point_lots lot join state_guests g on g.id = lot.customer_id
    join grant_points point_grant on point_grant.account_id = lot.account_id
      and lot.grant_point_id in (point_grant.id, point_grant.reverses_grant_point_id)
    where lot.account_id = ${accountId} group by g.who, lot.expires_on having sum(point_grant.grant_point) <> 0`;
  return { balances: lines(balances), expiries: lines(expiries) };
}

/** Balances, debts and every grant are what stays, rules and uses make of them. */
export async function expectProven(t: TestApp, inn: Inn, tx: Tx): Promise<void> {
  expect(await brokenLedgers(tx, inn.accountId)).toEqual([]);
  const ids = await idsOf(tx, inn.accountId);
  const { today } = contextOf(t, inn);
  expect(await wrongFromScratch(tx, inn.accountId, ids, { today, settled: true })).toEqual([]);
}

/** How often points that were used turned out not to be owed. */
export async function debtsOf(tx: Tx, accountId: number): Promise<number> {
  const { count } = await tx.one<{ count: number }>`select count(*)::int as count from point_adjustments
    where account_id = ${accountId} and kind = 'debt_incurred'`;
  return count;
}
