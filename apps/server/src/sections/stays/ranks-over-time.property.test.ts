import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { RankDefinition } from "@okaeri/domain/enumerations";
import { heldRank } from "@okaeri/domain/ranks/decide-rank";
import { stepsOf } from "@okaeri/domain/ranks/definition";
import { rankProgress } from "@okaeri/domain/ranks/progress";
import { type RankVersion, replayChanges, replayRank, tierOnEvening } from "@okaeri/domain/ranks/replay";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { cloneDatabase } from "../../test/database.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { givenRank, putGivenRank } from "../ranks/given-ranks.ts";
import { heldRanks } from "../ranks/held-ranks.read.ts";
import { keepRanksCurrent } from "../ranks/keep-ranks-current.ts";
import { publishRank } from "../ranks/publish-rank.ts";
import { rankWithBookings } from "../ranks/ranks-as-of.read.ts";
import {
  definitionOf,
  FIRST,
  GivenByHand,
  HISTORIES,
  LAST,
  POINTS_PER_THOUSAND,
  SPAN,
  step,
  terms,
} from "./ranks-over-time.fixture.ts";
import { applyStays, changeStays, makeBasicCampaign, makeStay, makeWorld, reverseStays } from "./stays.fixture.ts";

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
beforeAll(async () => {
  clone = await cloneDatabase();
});
afterAll(() => clone.drop());

const tiers = async (tx: Tx, account: number) =>
  tx.all<{
    details: { id: number }[];
  }>`select details from rank_versions where account_id = ${account} order by valid_from`;

test("stays in any order, corrected, cancelled and told late, guests merged and separated, ranks by hand, nights slept through: everybody's rank on every evening is the one worked out from scratch", async () => {
  await fc.assert(
    fc.asyncProperty(
      terms,
      fc.option(fc.record({ terms, on: fc.integer({ min: 1, max: SPAN }) })),
      fc.array(step, { minLength: 1, maxLength: 14 }),
      async (first, second, steps) => {
        const { accountId, facilities, customers, inScope } = await makeWorld(clone.database);
        await inScope(async (tx) => {
          await makeBasicCampaign(tx, {
            accountId,
            rule: { grant_type: "rate", grant_rate: POINTS_PER_THOUSAND / 10 },
          });
          const rank = await tx.one<{
            id: number;
          }>`insert into ranks (account_id, definition, active_month, base_month, valid_from) values (${accountId}, 'stay', 1, 1, ${FIRST})
            returning id`;
          const key = { accountId, rankId: rank.id, userId: null };
          await publishRank(tx, key, definitionOf(first, []), FIRST, FIRST);
          const known = (await tiers(tx, accountId))[0]?.details.map(({ id }) => id) ?? [];
          if (second) await publishRank(tx, key, definitionOf(second.terms, known), addDays(FIRST, second.on), FIRST);
          const stored = await tiers(tx, accountId);
          const published = [
            { from: FIRST, terms: first },
            ...(second ? [{ from: addDays(FIRST, second.on), terms: second.terms }] : []),
          ];
          const versions = published.map(
            ({ from, terms: { definition, base_month, active_month, base_date }, terms }, n) => {
              const ids = stored[n]?.details.map(({ id }) => id) ?? [];
              return {
                from,
                definition,
                base_month,
                active_month,
                base_date,
                steps: stepsOf(definitionOf(terms, ids)),
              };
            },
          );
          const stepsOn = (day: CalendarDate) => versions.findLast(({ from }) => from <= day)?.steps ?? [];

          const stays: { id: number; customer: number; day: CalendarDate; price: number; alive: boolean }[] = [];
          const byHand = new GivenByHand(customers);
          let merged: { id: number; survivor: number; source: number } | null = null;
          const owners = async () => {
            const rows = await tx.all<{
              id: number;
              customer: number;
            }>`select id, customer_id as customer from stay_transactions where account_id = ${accountId}`;
            for (const stay of stays) stay.customer = rows.find(({ id }) => id === stay.id)?.customer ?? 0;
          };
          const asked = new Set<CalendarDate>();
          let reached = FIRST;
          for (const [index, one] of [...steps].sort((a, b) => a.on - b.on).entries()) {
            const today = addDays(FIRST, one.on);
            // Nights between two pieces of news were slept through; the next one makes up for them.
            if (today > reached) await keepRanksCurrent(tx, accountId, today);
            reached = today;
            for (const near of [-1, 0, 1, one.lasts ?? 0, (one.lasts ?? 0) + 1]) asked.add(addDays(today, near));
            const ctx = { accountId, today, userId: null };
            const guest = customers[one.customer] ?? 0;
            const whose: number = guest === merged?.source ? merged.survivor : guest;
            const alive = stays.find((stay) => stay.alive && stay.customer === whose);
            const given = byHand.on(whose, today);
            if (one.kind === "stay") {
              const day = addDays(today, -one.late);
              const stay = { accountId, facilityId: facilities[0], customerId: whose, code: `S${index}` };
              const usePrice = one.price * 1_000;
              const id = await makeStay(tx, { ...stay, checkIn: addDays(day, -1), checkOut: day, usePrice });
              stays.push({ id, customer: whose, day, price: usePrice, alive: true });
              asked.add(day);
              await applyStays(tx, ctx, [id]);
            } else if (one.kind === "cancel" && alive) {
              alive.alive = false;
              await reverseStays(tx, ctx, [alive.id]);
            } else if (one.kind === "correct" && alive) {
              alive.price = one.price * 1_000;
              const write = async () => {
                await tx.run`update stay_transactions set use_price = ${alive.price} where account_id = ${accountId} and id = ${alive.id}`;
              };
              await changeStays(tx, ctx, { reverse: [alive.id], write, apply: [alive.id] });
            } else if (one.kind === "give" || (one.kind === "end" && given)) {
              const inForce = stepsOn(today);
              const tier = inForce[one.price % inForce.length]?.id ?? 0;
              const until = one.lasts === null ? null : addDays(today, one.lasts);
              const now = one.kind === "give" ? { rank_detail_id: tier, expiration_date: until } : null;
              const before = await givenRank(tx, { accountId, customerId: whose });
              await putGivenRank(
                tx,
                { ...ctx, customerId: whose, cause: now ? "manual" : "manual_end", remarks: "", before },
                now && { ...now, since_date: today, remarks: "", created_by: null, created_at: null },
              );
              byHand.act(whose, today, now);
            } else if (one.kind === "merge") {
              const by = { ...ctx, ip: null, now: new Date(`${today}T12:00:00+09:00`) };
              if (merged) {
                await undoMerge(tx, by, merged.id);
                byHand.separate(today);
                merged = null;
              } else {
                const source = customers[(one.customer + 1) % customers.length] ?? 0;
                merged = { id: await mergeIds(tx, by, guest, source), survivor: guest, source };
                byHand.merge(guest, source, today, stepsOn(today));
              }
              await owners();
            }
          }
          await keepRanksCurrent(tx, accountId, LAST);
          const amountsOf = (customer: number) => (version: RankVersion) =>
            stays
              .filter((stay) => stay.alive && stay.customer === customer)
              .map(({ day, price }) => ({
                day,
                amount: counts((version as (typeof versions)[number]).definition, price),
              }))
              // A stay without points is nothing to a definition by points; without a price it is one of ¥0 to the others.
              .filter(({ amount }) => amount > 0 || (version as (typeof versions)[number]).definition !== "get_point");
          const living = customers.filter((id) => id !== merged?.source);
          const expected = living.map((id) => {
            const earned = replayRank(versions, amountsOf(id), LAST);
            const manual = byHand.on(id, LAST);
            const layers = [
              ...(manual ? [{ ...manual, rank_type: "manual" as const }] : []),
              ...(earned ? [earned] : []),
            ];
            const held = heldRank(stepsOn(LAST), layers, LAST)?.id ?? null;
            return [id, earned?.rank_detail_id ?? null, earned?.expiration_date ?? null, held];
          });
          const ranks = async () => {
            const rows = await tx.all<{
              id: number;
              tier: number | null;
              until: CalendarDate | null;
              held: number | null;
            }>`
              select customer.id, customer_rank.rank_detail_id as tier, customer_rank.expiration_date as until, h.rank_detail_id as held
                from customers customer
              left join customer_ranks customer_rank on customer_rank.account_id = customer.account_id
                and customer_rank.customer_id = customer.id and customer_rank.rank_type = 'auto'
              left join ${heldRanks(LAST)} h on h.account_id = customer.account_id and h.customer_id = customer.id
              where customer.account_id = ${accountId} and customer.merged_into is null order by customer.id`;
            return rows.map(({ id, tier, until, held }) => [id, tier, until, held]);
          };
          expect(await ranks()).toEqual(expected);
          await keepRanksCurrent(tx, accountId, LAST);
          expect(await ranks()).toEqual(expected);

          const evenings = [...asked].filter((day) => day < LAST).sort();
          for (const id of living) {
            const stay = { check_out_date: LAST, use_price: 0 };
            const rankOn = await rankWithBookings(tx, accountId, id, [stay]);
            const changes = replayChanges(versions, amountsOf(id), LAST);
            expect(evenings.map((day) => [day, rankOn(day)])).toEqual(
              evenings.map((day) => [day, tierOnEvening(versions, changes, day, byHand.evening(id, day))?.id ?? null]),
            );
          }

          // What the guest's page predicts for the coming days is what the nightly jobs then do.
          const reported = living
            .map((id) => ({ id, falls: rankProgress(versions, amountsOf(id), LAST)?.falls ?? null }))
            .flatMap(({ id, falls }) => (falls ? [{ id, ...falls }] : []))
            .sort((a, b) => (a.last < b.last ? -1 : 1))[0];
          if (reported === undefined) return;
          const tierOf = async () =>
            (
              await tx.maybe<{ tier: number }>`select rank_detail_id as tier from customer_ranks
                where account_id = ${accountId} and customer_id = ${reported.id} and rank_type = 'auto'`
            )?.tier ?? null;
          const held = await tierOf();
          await keepRanksCurrent(tx, accountId, reported.last);
          expect(await tierOf()).toBe(held);
          await keepRanksCurrent(tx, accountId, addDays(reported.last, 1));
          expect(await tierOf()).toBe(reported.to?.id ?? null);
          expect(await tierOf()).not.toBe(held);
        });
      },
    ),
    { numRuns: HISTORIES.length + 8, examples: HISTORIES, endOnFailure: true },
  );
}, 120_000);

const counts = (definition: RankDefinition, price: number) =>
  ({ stay: 1, use_price: price, get_point: (price * POINTS_PER_THOUSAND) / 1_000 })[definition];
