import { addDays, type CalendarDate, calendarDate, daysBetween } from "@okaeri/domain/calendar-date";
import { type Definition, stepsOf } from "@okaeri/domain/ranks/definition";
import { rankProgress } from "@okaeri/domain/ranks/progress";
import { type RankVersion, replayRank } from "@okaeri/domain/ranks/replay";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { cloneDatabase } from "../../test/database.ts";
import { keepRanksCurrent } from "../ranks/keep-ranks-current.ts";
import { publishRank } from "../ranks/publish-rank.ts";
import { applyStays, makeStay, makeWorld, reverseStays } from "./stays.fixture.ts";

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

const FIRST = calendarDate("2027-12-20");
const LAST = calendarDate("2029-03-02");
const SPAN = daysBetween(FIRST, LAST);

const terms = fc.record({
  definition: fc.constantFrom("stay" as const, "use_price" as const),
  base_month: fc.integer({ min: 1, max: 6 }),
  active_month: fc.integer({ min: 1, max: 4 }),
  base_date: fc.constantFrom(1, 15, 28, 29, 30, 31),
  entry: fc.boolean(),
  thresholds: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
});
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never;
const step = fc.record({
  kind: fc.constantFrom("stay", "stay", "stay", "cancel", "night"),
  /** Share of the span at which it becomes known, in order; how long ago it happened. */
  on: fc.nat(SPAN),
  late: fc.oneof(fc.constant(0), fc.nat(200)),
  customer: fc.nat(2),
  price: fc.integer({ min: 0, max: 3 }),
});

function definitionOf({ thresholds, entry, ...rest }: Terms, ids: readonly number[]): Definition {
  const asked = [...[...thresholds].sort((a, b) => b - a), ...(entry ? [0] : [])];
  const details = asked.map((threshold, n) => ({
    ...{ id: ids[n] ?? null, name: `段階${n}`, priority: n + 1, total_get_point: null },
    ...{ total_stay: threshold, total_use_price: threshold * 1_000, min_use_point: null, max_use_point: null },
  }));
  return { ...rest, use_point_unit: 1, details };
}

const tiers = async (tx: Tx, account: number) =>
  tx.all<{
    details: { id: number }[];
  }>`select details from rank_versions where account_id = ${account} order by valid_from`;

test("stays in any order, cancelled and told late, with nights that were slept through: everybody's rank is the one worked out from scratch", async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.option(fc.record({ terms, on: fc.integer({ min: 1, max: SPAN }) })),
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (first, second, steps) => {
        const { accountId, facilities, customers, inScope } = await makeWorld(clone.database);
        await inScope(async (tx) => {
          const rank = await tx.one<{
            id: number;
          }>`insert into ranks (account_id, definition, active_month, base_month, valid_from) values (${accountId}, 'stay', 1, 1, ${FIRST}) returning id`;
          const key = { accountId, rankId: rank.id, userId: null };
          await publishRank(tx, key, definitionOf(first, []), FIRST, FIRST);
          const known = (await tiers(tx, accountId))[0]?.details.map(({ id }) => id) ?? [];
          if (second) await publishRank(tx, key, definitionOf(second.terms, known), addDays(FIRST, second.on), FIRST);
          const stays: { id: number; customer: number; day: CalendarDate; price: number; alive: boolean }[] = [];
          let reached = FIRST;
          for (const [index, one] of [...steps].sort((a, b) => a.on - b.on).entries()) {
            const today = addDays(FIRST, one.on);
            // Nights between two pieces of news were slept through; the next one makes up for them.
            if (today > reached) await keepRanksCurrent(tx, accountId, today);
            reached = today;
            const run = { accountId, today, userId: null };
            const alive = stays.find((stay) => stay.alive && stay.customer === one.customer);
            if (one.kind === "stay") {
              const day = addDays(today, -one.late);
              const stay = { accountId, facilityId: facilities[0], customerId: customers[one.customer] ?? 0 };
              const usePrice = one.price * 1_000;
              const id = await makeStay(tx, {
                ...stay,
                code: `S${index}`,
                checkIn: addDays(day, -1),
                checkOut: day,
                usePrice,
              });
              stays.push({ id, customer: one.customer, day, price: usePrice, alive: true });
              await applyStays(tx, run, [id]);
            } else if (one.kind === "cancel" && alive) {
              alive.alive = false;
              await reverseStays(tx, run, [alive.id]);
            }
          }
          await keepRanksCurrent(tx, accountId, LAST);
          const published = [
            { from: FIRST, terms: first },
            ...(second ? [{ from: addDays(FIRST, second.on), terms: second.terms }] : []),
          ];
          const stored = await tiers(tx, accountId);
          const versions = published.map(
            ({ from, terms: { definition, base_month, active_month, base_date }, terms }, n) => {
              const ids = stored[n]?.details.map(({ id }) => id) ?? [];
              const steps = stepsOf(definitionOf(terms, ids));
              return { from, definition, base_month, active_month, base_date, steps };
            },
          );
          const amountsOf = (customer: number) => (version: RankVersion) =>
            stays
              .filter((stay) => stay.alive && stay.customer === customer)
              .map(({ day, price }) => ({
                day,
                amount: (version as (typeof versions)[number]).definition === "stay" ? 1 : price,
              }));
          const expected = customers.map((id, customer) => {
            const held = replayRank(versions, amountsOf(customer), LAST);
            return [id, held?.rank_detail_id ?? null, held?.expiration_date ?? null];
          });
          const rows = await tx.all<{ id: number; tier: number | null; until: CalendarDate | null }>`
            select c.id, k.rank_detail_id as tier, k.expiration_date as until from customers c
            left join customer_ranks k on k.account_id = c.account_id and k.customer_id = c.id
            where c.account_id = ${accountId} order by c.id`;
          expect(rows.map(({ id, tier, until }) => [id, tier, until])).toEqual(expected);
          const before = JSON.stringify(rows);
          await keepRanksCurrent(tx, accountId, LAST);
          expect(
            JSON.stringify(
              await tx.all`select c.id, k.rank_detail_id as tier, k.expiration_date as until from customers c
              left join customer_ranks k on k.account_id = c.account_id and k.customer_id = c.id
              where c.account_id = ${accountId} order by c.id`,
            ),
          ).toBe(before);
          // What a guest is told of the days to come is what the nights then do.
          const told = customers
            .map((id, customer) => ({ id, falls: rankProgress(versions, amountsOf(customer), LAST)?.falls ?? null }))
            .flatMap(({ id, falls }) => (falls ? [{ id, ...falls }] : []))
            .sort((a, b) => (a.last < b.last ? -1 : 1))[0];
          if (told === undefined) return;
          const tierOf = async () =>
            (
              await tx.maybe<{ tier: number }>`select rank_detail_id as tier from customer_ranks
                where account_id = ${accountId} and customer_id = ${told.id}`
            )?.tier ?? null;
          const held = await tierOf();
          await keepRanksCurrent(tx, accountId, told.last);
          expect(await tierOf()).toBe(held);
          await keepRanksCurrent(tx, accountId, addDays(told.last, 1));
          expect(await tierOf()).toBe(told.to?.id ?? null);
          expect(await tierOf()).not.toBe(held);
        });
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
