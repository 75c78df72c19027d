import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import {
  allocateUse,
  cancelUse as cancelInModel,
  type Lot,
  type Part,
  reverseGrant as reverseInModel,
  spendableLots,
} from "@okaeri/domain/points/allocation";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { cloneDatabase } from "../../test/database.ts";
import { plannedOnce } from "../../test/planned-once.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import { makeWorld } from "../stays/stays.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";
import { cancelUse } from "./cancel-use.ts";
import { deductPoints, reverseGrant } from "./deduct-points.ts";
import { grantPoints } from "./grant-points.ts";
import { expirePoints } from "./lots.ts";
import { useWithinLimits } from "./use-within-limits.ts";

// The ledger's commands in any order against the pure rules of domain/points/allocation, after each command.

type ModelLot = Lot & { granted: number; expired: number; takenBack: number };
type ModelUse = { id: number; parts: Part[]; cancelled: boolean };

class Model {
  lots: ModelLot[] = [];
  uses: ModelUse[] = [];
  debt = 0;

  lot(id: number): ModelLot {
    const found = this.lots.find((lot) => lot.id === id);
    if (!found) throw new Error(`no lot ${id}`);
    return found;
  }
  take(parts: readonly Part[]): void {
    for (const { grant_id, amount } of parts) this.lot(grant_id).remaining -= amount;
  }
  payDebt(today: CalendarDate): void {
    for (const { id } of spendableLots(this.lots, today)) {
      const paid = Math.min(this.debt, this.lot(id).remaining);
      this.lot(id).remaining -= paid;
      this.debt -= paid;
    }
  }
  expire(today: CalendarDate): void {
    for (const lot of this.lots) {
      if (lot.lastDay === null || lot.lastDay >= today) continue;
      lot.expired += lot.remaining;
      lot.remaining = 0;
    }
  }
  grant(id: number, points: number, lastDay: CalendarDate | null, today: CalendarDate): void {
    this.lots.push({ id, remaining: points, lastDay, granted: points, expired: 0, takenBack: 0 });
    this.payDebt(today);
  }
  cancel(use: ModelUse, today: CalendarDate): void {
    const { restored, lapsed, debt } = cancelInModel(use.parts, this.lots, today, this.debt);
    for (const { grant_id, amount } of restored) this.lot(grant_id).remaining += amount;
    for (const { grant_id, amount } of lapsed) this.lot(grant_id).expired += amount;
    this.debt = debt;
    use.cancelled = true;
  }
  reverse(id: number, points: number, today: CalendarDate): void {
    this.expire(today);
    const own = this.lot(id);
    const lapsed = Math.min(Math.max(0, points - own.remaining), own.expired);
    own.takenBack += points;
    own.expired -= lapsed;
    if (points === lapsed) return;
    const { parts, debt } = reverseInModel(this.lots, id, points - lapsed, today);
    this.take(parts);
    this.debt += debt;
  }
  /** What the projection has to say of it. */
  stands(today: CalendarDate) {
    const open = spendableLots(this.lots, today);
    return {
      debt: this.debt,
      lots: open.map(({ id, remaining }) => [id, remaining]).sort(([a = 0], [b = 0]) => a - b),
    };
  }
}

async function standsInDatabase(tx: Tx, accountId: number, customerId: number, today: CalendarDate) {
  const lots = await tx.all<{ id: number; remaining: number }>`select grant_point_id as id, remaining from point_lots
    where account_id = ${accountId} and customer_id = ${customerId} and remaining > 0
      and (expires_on is null or expires_on >= ${today}::date) order by 1`;
  const account = await tx.maybe<{ debt: number }>`select debt from point_accounts
    where account_id = ${accountId} and customer_id = ${customerId}`;
  return { debt: account?.debt ?? 0, lots: lots.map(({ id, remaining }) => [id, remaining]) };
}

const KINDS = ["grant", "grant", "use", "use", "cancel", "deduct", "reverse", "wait", "expire"] as const;
const command = fc.record({
  kind: fc.constantFrom(...KINDS),
  points: fc.integer({ min: 1, max: 300 }),
  which: fc.nat(20),
  days: fc.option(fc.nat(12), { nil: null }),
});

export function ledgerFollowsTheModel(runs: number): void {
  let clone: Awaited<ReturnType<typeof cloneDatabase>>;
  beforeAll(async () => {
    clone = await cloneDatabase();
    plannedOnce(clone.database.pool);
  });
  afterAll(() => clone.drop());

  it(
    `grants, uses, cancels, deductions, reversals and expiry in any order are what the pure rules say (${runs} runs)`,
    async () => {
      const history = fc.array(command, { minLength: 20, maxLength: 40, size: "max" });
      await fc.assert(
        fc.asyncProperty(history, async (commands) => {
          const world = await makeWorld(clone.database);
          const { accountId, facilities, customers } = world;
          const [customerId] = customers;
          const [facilityAccountId] = facilities;
          const model = new Model();
          let today = calendarDate("2026-01-10");
          await world.inScope(async (tx) => {
            for (const [index, { kind, points, which, days }] of commands.entries()) {
              const run = { accountId, today, userId: 7 };
              const entry = { customerId, facilityAccountId, points, remarks: "理由", idempotencyKey: `k${index}` };
              const lot = model.lots[which % Math.max(1, model.lots.length)];
              const use = model.uses[which % Math.max(1, model.uses.length)];
              if (kind === "grant") {
                const lastDay = days === null ? null : addDays(today, days);
                const type = lastDay === null ? "none" : "date";
                const [made] = await grantPoints(
                  tx,
                  run,
                  sql`select ${customerId}::bigint, ${facilityAccountId}::bigint, ${points}::bigint, ${type}::text, ${lastDay}::date, null::int,
                  null::int, ''::text, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint, ${`k${index}`}::text`,
                );
                model.grant(made?.id ?? 0, points, lastDay, today);
              } else if (kind === "use") {
                const wanted = allocateUse(model.lots, points, today);
                const used = await useWithinLimits(tx, { ...run, heldRanks }, { ...entry, stayReservationId: null });
                expect("refused" in used).toBe(!wanted.ok);
                if ("refused" in used || !wanted.ok) continue;
                model.take(wanted.parts);
                model.uses.push({ id: used.use_point_case_id, parts: wanted.parts, cancelled: false });
              } else if (kind === "cancel" && use) {
                expect(await cancelUse(tx, run, { id: use.id, customerId, remarks: "" })).toBe(!use.cancelled);
                if (!use.cancelled) model.cancel(use, today);
              } else if (kind === "deduct") {
                const wanted = allocateUse(model.lots, points, today);
                expect((await deductPoints(tx, run, entry)).ok).toBe(wanted.ok);
                if (wanted.ok) model.take(wanted.parts);
              } else if (kind === "reverse" && lot) {
                const fits = points <= lot.granted - lot.takenBack;
                expect((await reverseGrant(tx, run, { ...entry, grantId: lot.id })).ok).toBe(fits);
                if (fits) model.reverse(lot.id, points, today);
              } else if (kind === "wait") today = addDays(today, days ?? 1);
              else if (kind === "expire") {
                await expirePoints(tx, run);
                model.expire(today);
              }
              expect(await standsInDatabase(tx, accountId, customerId, today), `${index}: ${kind}`).toEqual(
                model.stands(today),
              );
            }
            expect(await brokenLedgers(tx, accountId)).toEqual([]);
          });
        }),
        { numRuns: runs, endOnFailure: true },
      );
    },
    runs * 2_000 + 30_000,
  );
}
