import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { cloneDatabase } from "../../test/database.ts";
import { plannedOnce } from "../../test/planned-once.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import { makeWorld } from "../stays/stays.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";
import { cancelPointUse } from "./cancel-use.ts";
import { deductPoints, reversePointGrant } from "./deduct-points.ts";
import { grantPoints } from "./grant-points.ts";
import { LedgerModel } from "./ledger-model.fixture.ts";
import { expirePoints } from "./lots.ts";
import { useWithinLimits } from "./use-within-limits.ts";

// The ledger's commands in any order against the model, after each command.

async function standsInDatabase(tx: Tx, accountId: number, customerId: number, today: CalendarDate) {
  const lots = await tx.all<{ id: number; remaining: number }>`select grant_point_id as id, remaining
    from point_lots
    where account_id = ${accountId} and customer_id = ${customerId} and remaining > 0
      and (expires_on is null or expires_on >= ${today}::date)
    order by 1`;
  const account = await tx.maybe<{ debt: number }>`select debt
    from point_accounts
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
          const model = new LedgerModel(calendarDate("2026-01-10"));
          await world.inScope(async (tx) => {
            for (const [index, { kind, points, which, days }] of commands.entries()) {
              const { today } = model;
              const ctx = { accountId, today, userId: 7 };
              const entry = { customerId, facilityAccountId, points, remarks: "理由", idempotencyKey: `k${index}` };
              const lot = model.lots[which % Math.max(1, model.lots.length)];
              const use = model.uses[which % Math.max(1, model.uses.length)];
              if (kind === "grant") {
                const lastDay = days === null ? null : addDays(today, days);
                const type = lastDay === null ? "none" : "date";
                const [made] = await grantPoints(
                  tx,
                  ctx,
                  sql`select ${customerId}::bigint, ${facilityAccountId}::bigint, ${points}::bigint, ${type}::text, ${lastDay}::date,
                      null::int, null::int, ''::text, null::bigint, null::bigint, null::bigint, null::bigint, null::bigint,
                      ${`k${index}`}::text`,
                );
                model.grant({ id: made?.id ?? 0, customer: customerId, granted: points, lastDay });
              } else if (kind === "use") {
                const used = await useWithinLimits(tx, { ...ctx, heldRanks }, { ...entry, stayReservationId: null });
                const id = "refused" in used ? 0 : used.use_point_case_id;
                expect(model.use(id, customerId, points) === null).toBe("refused" in used);
              } else if (kind === "cancel" && use) {
                const open = use.cancelledOn === null;
                expect(await cancelPointUse(tx, ctx, { id: use.id, customerId, remarks: "" })).toBe(open);
                if (open) model.cancel(use);
              } else if (kind === "deduct") {
                const done = await deductPoints(tx, ctx, entry);
                expect(model.deduct(done.ok ? done.grant_point_id : 0, customerId, points)).toBe(done.ok);
              } else if (kind === "reverse" && lot) {
                const done = await reversePointGrant(tx, ctx, { ...entry, grantId: lot.id });
                expect(model.reverse(done.ok ? done.grant_point_id : 0, lot.id, points)).toBe(done.ok);
              } else if (kind === "wait") model.today = addDays(today, days ?? 1);
              else if (kind === "expire") {
                await expirePoints(tx, ctx);
                model.expire();
              }
              expect(await standsInDatabase(tx, accountId, customerId, model.today), `${index}: ${kind}`).toEqual(
                model.stands(customerId),
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
