import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import { decideRank, type HeldRank, heldRank, type RankStep } from "@okaeri/domain/ranks/decide-rank";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, one, within } from "../customers/customers.fixture.ts";
import { evaluateRanks } from "./evaluate-ranks.ts";
import { heldRanks } from "./held-ranks.read.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const today = calendarDate("2026-11-20");
const UNTIL = calendarDate("2027-11-20");

type Given = HeldRank & { tier: number };
type Guest = { points: number; given: Omit<Given, "rank_detail_id">[]; gone: "merged" | "inactive" | null };

const tiers = fc
  .array(
    fc.record({ threshold: fc.constantFrom(0, 0, 1, 3, 3, 6), active: fc.constantFrom(true, true, true, false) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .chain((found) =>
    fc
      .shuffledSubarray(found, { minLength: found.length })
      .map((mixed) => mixed.map((tier, n) => ({ ...tier, priority: n + 1 }))),
  );
const layer = (rank_type: "auto" | "manual") =>
  fc.option(
    fc.record({
      tier: fc.nat(4),
      rank_type: fc.constant(rank_type),
      expiration_date: fc.constantFrom(null, addDays(today, -1), today, addDays(today, 40)),
    }),
  );
const guest: fc.Arbitrary<Guest> = fc.record({
  points: fc.constantFrom(0, 0, 1, 2, 3, 5, 6, 9),
  given: fc.tuple(layer("auto"), layer("manual")).map((both) => both.filter((one) => one !== null)),
  gone: fc.constantFrom(null, null, null, null, "merged" as const, "inactive" as const),
});

const held = async (tx: Tx) =>
  new Map(
    (
      await sql<{
        customer_id: number;
        rank_detail_id: number;
      }>`select k.customer_id, k.rank_detail_id from ${heldRanks(today)} k`.execute(tx.db)
    ).rows.map((row) => [row.customer_id, row.rank_detail_id]),
  );

test("who holds what is the same in SQL as by the rule: before an evaluation, after it, and after a second one, which changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(tiers, fc.array(guest, { minLength: 8, maxLength: 20 }), async (definition, guests) => {
      const { accountId } = await makeAccount(t.app, { name: `ranks ${Math.random()}` });
      await within(t.app, [accountId], async (tx) => {
        const rank = await one(
          tx,
          sql<{
            id: number;
          }>`insert into ranks (account_id, definition, active_month, base_month) values (${accountId}, 'get_point', 12, 24) returning id`,
        );
        const all: (RankStep & { active: boolean })[] = [];
        for (const { threshold, active, priority } of definition) {
          const { id } = await one(
            tx,
            sql<{
              id: number;
            }>`insert into rank_details (account_id, rank_id, name, total_get_point, priority, active_status)
              values (${accountId}, ${rank.id}, ${`r${priority}`}, ${threshold}, ${priority}, ${active ? "active" : "inactive"})
                returning id`,
          );
          all.push({ id, priority, threshold, active });
        }
        const steps = all.filter((step) => step.active);
        const expected = new Map<number, number>();
        const after = new Map<number, number>();
        for (const { points, given, gone } of guests) {
          const id = await makeCustomer(tx, accountId, { name: "客" });
          if (points > 0) await makeGrant(tx, accountId, id, { point: points, on: "2026-11-01" });
          const has: HeldRank[] = given.map((one) => ({ ...one, rank_detail_id: all[one.tier % all.length]?.id ?? 0 }));
          for (const each of has)
            await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
              values (${accountId}, ${id}, ${each.rank_detail_id}, ${each.rank_type}, ${each.expiration_date}, '2025-01-01')`.execute(
              tx.db,
            );
          if (gone === "inactive")
            await sql`update customers set active_status = 'inactive' where account_id = ${accountId} and id = ${id}`.execute(
              tx.db,
            );
          if (gone === "merged") {
            const into = await makeCustomer(tx, accountId, { name: "統合先" });
            await sql`update customers set merged_into = ${into}, active_status = 'inactive'
              where account_id = ${accountId} and id = ${id}`.execute(tx.db);
            const entry = heldRank(steps, [], today);
            if (entry) expected.set(into, entry.id);
            // Who lives on is judged with the points of both.
            const won = decideRank(steps, points, null, today);
            const earned: HeldRank | null =
              won === "keep" || won === null
                ? null
                : { rank_detail_id: won.id, rank_type: "auto", expiration_date: won.threshold === 0 ? null : UNTIL };
            const holds = heldRank(steps, earned ? [earned] : [], today);
            if (holds) after.set(into, holds.id);
          }
          if (gone) continue;
          const before = heldRank(steps, has, today);
          if (before) expected.set(id, before.id);
          const automatic = has.find(({ rank_type }) => rank_type === "auto") ?? null;
          const won = decideRank(steps, points, automatic, today);
          const then: HeldRank | null =
            won === "keep"
              ? automatic
              : won && {
                  rank_detail_id: won.id,
                  rank_type: "auto",
                  expiration_date: won.threshold === 0 ? null : UNTIL,
                };
          const byHand = has.filter(({ rank_type }) => rank_type === "manual");
          const holds = heldRank(steps, then ? [...byHand, then] : byHand, today);
          if (holds) after.set(id, holds.id);
        }
        expect(await held(tx)).toEqual(expected);
        await evaluateRanks(tx, accountId, rank.id, today);
        expect(await held(tx)).toEqual(after);
        expect(await evaluateRanks(tx, accountId, rank.id, today)).toBe(0);
        expect(await held(tx)).toEqual(after);
      });
    }),
    { numRuns: 25 },
  );
}, 120_000);

test("list, filter, page, distribution, target and mail agree about each guest; nobody living is without the entry tier", async () => {
  const inn = await makeAccount(t.app, { name: "宿" });
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const account = inn.accountId;
  const tier: Record<string, number> = {};
  const expected: Record<string, string> = {};
  await within(t.app, [account], async (tx) => {
    const rank = await one(
      tx,
      sql<{
        id: number;
      }>`insert into ranks (account_id, definition, active_month, base_month) values (${account}, 'stay', 12, 24) returning id`,
    );
    for (const [name, stays, priority] of [
      ["ゴールド", 5, 1],
      ["シルバー", 2, 2],
      ["レギュラー", 0, 3],
    ] as const) {
      const made = await one(
        tx,
        sql<{
          id: number;
        }>`insert into rank_details (account_id, rank_id, name, total_stay, priority) values (${account}, ${rank.id}, ${name}, ${stays},
          ${priority}) returning id`,
      );
      tier[name] = made.id;
    }
    for (const [name, given, type, until, holds] of [
      ["最終日", "ゴールド", "auto", "2026-11-20", "ゴールド"],
      ["期限切れ", "ゴールド", "auto", "2026-11-19", "レギュラー"],
      ["手動", "シルバー", "manual", null, "シルバー"],
      ["手動の期限切れ", "シルバー", "manual", "2026-11-19", "レギュラー"],
      ["初めて", null, null, null, "レギュラー"],
      ["統合済み", "ゴールド", "manual", null, null],
    ] as const) {
      const id = await makeCustomer(tx, account, { name });
      if (given)
        await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
          values (${account}, ${id}, ${tier[given]}, ${type}, ${until}, '2026-01-01')`.execute(tx.db);
      if (holds === null)
        await sql`update customers set active_status = 'inactive', merged_into = (select min(id) from customers
          where account_id = ${account})
          where account_id = ${account} and id = ${id}`.execute(tx.db);
      else expected[name] = holds;
    }
  });
  const get = async (path: string) => (await staff({ method: "GET", url: `/api${path}` })).json();
  const post = async (path: string, payload: object) =>
    (await staff({ method: "POST", url: `/api${path}`, payload })).json();
  const names = (items: { name: string }[]) => items.map(({ name }) => name).sort();

  const list: { id: number; name: string; rank: { name: string } | null }[] = (await get("/customers?size=100")).items;
  expect(Object.fromEntries(list.map(({ name, rank }) => [name, rank?.name]))).toEqual(expected);

  const [definition] = (await get("/ranks")).items;
  for (const [name, id] of Object.entries(tier)) {
    const holders = Object.keys(expected)
      .filter((who) => expected[who] === name)
      .sort();
    expect(names((await get(`/customers?rank_detail_id=${id}`)).items), name).toEqual(holders);
    expect(definition.details.find((one: { id: number }) => one.id === id).count, name).toBe(holders.length);
    const target = { combinator: "and", rules: [{ field: "rank_detail_id", operator: "in", value: [id] }] };
    const not = { combinator: "and", rules: [{ field: "rank_detail_id", operator: "notIn", value: [id] }] };
    const found = async (of: object) =>
      names((await post("/campaigns/audience", { segments: [{ target: of, types: [] }] })).segments[0].examples);
    expect(await found(target), name).toEqual(holders);
    expect(await found(not), name).toEqual(
      Object.keys(expected)
        .filter((who) => expected[who] !== name)
        .sort(),
    );
  }
  expect(definition.customers_without_rank).toBe(0);
  expect(definition.details.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(list.length);

  for (const { id, name } of list) {
    const page = await get(`/customers/${id}`);
    expect([page.rank.name, page.rank_type, page.rank_expiration_date], name).toEqual([
      expected[name],
      name === "手動" ? "manual" : "auto",
      name === "最終日" ? "2026-11-20" : null,
    ]);
    const mail = { title: "a", body: "{{ name }}={{ rank }}", signature: "-", from_address: "" };
    const shown = await post("/campaigns/preview", {
      target: { combinator: "and", rules: [] },
      mail,
      points: null,
      customer_id: id,
    });
    expect(shown.text).toContain(`${name}=${expected[name]}\n`);
  }
});
