import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cloneDatabase } from "../../test/database.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import {
  applyStays,
  changeStays,
  makeBasicCampaign,
  makeStay,
  makeWorld,
  reverseStays,
  type World,
} from "../stays/stays.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";
import { expirePoints } from "./lots.ts";
import { useWithinLimits } from "./use-within-limits.ts";

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

const KINDS = ["apply", "apply", "correct", "cancel", "use", "wait", "wait", "expire", "all again"] as const;
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  stay: fc.nat(5),
  customer: fc.nat(2),
  days: fc.nat(24),
  price: fc.integer({ min: 0, max: 50_000 }),
});
const RULES = [
  { grant_type: "rate", grant_rate: 10, expiration_type: "days_from_grant", days: 20 },
  { grant_type: "absolute", grant_absolute: 50, expiration_type: "days_from_last_stay", days: 30 },
  { grant_type: "absolute", grant_absolute: 7, expiration_type: "date", expiration_date: "2026-04-01" },
] as const;

/** Balance below nothing, or points to spend beside a debt. */
const impossible = (world: World) => sql`select balance, debt from point_accounts
  where account_id = ${world.accountId} and (balance < 0 or debt < 0 or (balance > 0 and debt > 0))`;

it("while days pass: grants, uses, expiry, debts and reversals in any order always add up (product §5)", async () => {
  const history = fc.array(step, { minLength: 4, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const world = await makeWorld(clone.database);
      const { accountId, facilities, customers } = world;
      const [facilityId] = facilities;
      const stays: number[] = [];
      let today = calendarDate("2026-01-10");
      await world.inScope(async (tx) => {
        for (const rule of RULES) await makeBasicCampaign(tx, { accountId, rule });
        for (const [index, { kind, ...given }] of steps.entries()) {
          const ctx = { ...world.ctx, today };
          const customerId = customers[given.customer] ?? 0;
          const stay = stays[given.stay % Math.max(1, stays.length)];
          if (kind === "wait") today = addDays(today, given.days);
          else if (kind === "expire") await expirePoints(tx, ctx);
          else if (kind === "use") {
            const use = { customerId, facilityAccountId: facilityId, stayReservationId: null, remarks: "" };
            await useWithinLimits(
              tx,
              { ...ctx, heldRanks },
              { ...use, points: 1 + (given.price % 3_000), idempotencyKey: `u${index}` },
            );
          } else if (kind === "apply" || stay === undefined) {
            const day = addDays(today, -(given.days % 10));
            const code = `S${index}`;
            const facts = { accountId, facilityId, customerId, code, checkIn: day, checkOut: day };
            stays.push(await makeStay(tx, { ...facts, usePrice: given.price }));
            await applyStays(tx, ctx, stays.slice(-1));
          } else if (kind === "cancel") await reverseStays(tx, ctx, [stay, stay]);
          else if (kind === "all again") await changeStays(tx, ctx, { reverse: stays, apply: [...stays, ...stays] });
          else {
            const write = async () => {
              await sql`update stay_transactions set customer_id = ${customerId}, use_price = ${given.price}
                where account_id = ${accountId} and id = ${stay}`.execute(tx.db);
            };
            await changeStays(tx, ctx, { reverse: [stay], write, apply: [stay] });
          }
          expect(await brokenLedgers(tx, accountId)).toEqual([]);
          expect((await impossible(world).execute(tx.db)).rows).toEqual([]);
        }
      });
    }),
    { numRuns: 15 },
  );
});
