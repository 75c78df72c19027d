import { addDays, type CalendarDate, calendarDate } from "@okaeri/domain/calendar-date";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cloneDatabase } from "../../test/database.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { useWithinLimits } from "../points/use-within-limits.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import { applyStays, changeStays, makeBasicCampaign, makeStay, makeWorld, pointAccount } from "./stays.fixture.ts";

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

type Model = {
  id: number;
  customer: number;
  facility: number;
  from: CalendarDate;
  to: CalendarDate;
  price: number;
  alive: boolean;
};
const step = fc.record({
  kind: fc.constantFrom("apply", "apply", "correct", "cancel", "use"),
  stay: fc.nat(5),
  customer: fc.nat(2),
  facility: fc.nat(1),
  day: fc.integer({ min: 1, max: 40 }),
  nights: fc.nat(3),
  price: fc.integer({ min: 0, max: 50_000 }),
});

describe("any order of stays, corrections, cancellations and uses", () => {
  it("leaves the totals and the balance of a recomputation from scratch", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const { accountId, facilities, customers, inScope, ctx } = await makeWorld(clone.database);
        const stays: Model[] = [];
        const used = [0, 0, 0];
        await inScope(async (tx) => {
          await makeBasicCampaign(tx, {
            accountId,
            rule: { grant_type: "rate", grant_rate: 10, grant_condition: 1_000 },
          });
          await makeBasicCampaign(tx, {
            accountId,
            rule: { grant_type: "absolute", grant_absolute: 50, expiration_type: "days_from_last_stay", days: 400 },
          });
          for (const [index, given] of steps.entries()) {
            const to = addDays(calendarDate("2026-10-01"), given.day);
            const facts = {
              customer: given.customer,
              facility: given.facility,
              from: addDays(to, -given.nights),
              to,
              price: given.price,
            };
            const model = stays[given.stay % Math.max(1, stays.length)];
            if (given.kind === "apply" || !model) {
              const id = await makeStay(tx, {
                accountId,
                facilityId: facilities[facts.facility] ?? 0,
                customerId: customers[facts.customer] ?? 0,
                code: `S${index}`,
                checkIn: facts.from,
                checkOut: to,
                usePrice: facts.price,
              });
              stays.push({ id, ...facts, alive: true });
              await applyStays(tx, ctx, [id]);
            } else if (given.kind === "use") {
              const points = 1 + (given.price % 900);
              const result = await useWithinLimits(
                tx,
                { ...ctx, heldRanks },
                {
                  customerId: customers[given.customer] ?? 0,
                  facilityAccountId: facilities[0] ?? 0,
                  stayReservationId: null,
                  points,
                  remarks: "",
                  idempotencyKey: `u${index}`,
                },
              );
              if (!("refused" in result)) used[given.customer] = (used[given.customer] ?? 0) + points;
            } else {
              const alive = given.kind === "correct";
              Object.assign(model, facts, { facility: model.facility, alive });
              await changeStays(tx, ctx, {
                reverse: [model.id],
                write: async () => {
                  await sql`update stay_transactions set customer_id = ${customers[facts.customer]}, use_price = ${facts.price},
                    check_in_date = ${facts.from}, check_out_date = ${to}, reversed_at = ${alive ? null : new Date()}
                    where id = ${model.id}`.execute(tx.db);
                },
                apply: [model.id],
              });
            }
            expect(await brokenLedgers(tx, accountId)).toEqual([]);
          }
          for (const [index, customerId] of customers.entries()) {
            const own = stays.filter((stay) => stay.alive && stay.customer === index);
            const last = own
              .map((s) => `${s.to} ${s.facility}`)
              .sort()
              .at(-1);
            const totals =
              await sql`select stay_count, use_price_total, first_stay_on, last_stay_on, last_facility_account_id from customer_totals
                where customer_id = ${customerId}`.execute(tx.db);
            expect(totals.rows[0]).toEqual({
              stay_count: own.length,
              use_price_total: own.reduce((sum, stay) => sum + stay.price, 0),
              first_stay_on: own.map((stay) => stay.from).sort()[0] ?? null,
              last_stay_on: last?.slice(0, 10) ?? null,
              last_facility_account_id: last ? facilities[Number(last.slice(11))] : null,
            });
            const { balance, debt } = await pointAccount(tx, customerId);
            const earned = own.reduce(
              (sum, stay) => sum + 50 + (stay.price >= 1_000 ? Math.floor(stay.price / 10) : 0),
              0,
            );
            expect(balance - debt).toBe(earned - (used[index] ?? 0));
            const lots = await sql<{
              right: boolean;
            }>`select lot.expires_on = greatest(point_grant.expiration_date, total.last_stay_on + 400) as right
              from point_lots lot join grant_points point_grant on point_grant.account_id = lot.account_id
                and point_grant.id = lot.grant_point_id join customer_totals total on total.account_id = lot.account_id
                and total.customer_id = lot.customer_id
              where lot.customer_id = ${customerId} and lot.rolling_days is not null and lot.remaining > 0`.execute(
              tx.db,
            );
            expect(lots.rows.every((lot) => lot.right)).toBe(true);
          }
        });
      }),
      { numRuns: 25 },
    );
  });
});
