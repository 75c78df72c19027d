import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { makeUser, type TestApp, testApp } from "../../test/app.ts";
import { all, makeInn, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";
import { proveLedger } from "../points/prove-ledger.ts";
import { evaluateRanks } from "./evaluate-ranks.ts";
import { ranksWithDistribution } from "./ranks.queries.ts";

// A new house beside a large one: what the planner knows of the tables, it knows of the large one alone, and it expects one row of the
// new one. What is asked about all of its guests must not look through all of them for each.
const NEIGHBOURS = 1_500;
const ROWS = 800;
const TODAY = calendarDate("2026-11-22");
const NOW = new Date("2026-11-22T03:00:00Z");

let t: TestApp;
let accountId: number;
let rankId: number;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => NOW } });
  await imported("大きな宿", NEIGHBOURS, "2026-10-02");
  await t.past.asSystem((tx) => sql`analyze`.execute(tx.db));
  accountId = await imported("新しい宿", ROWS, "2026-11-22");
});
afterAll(() => t.close());

/** With a rank, and a campaign that pays returning guests from today on. */
async function imported(name: string, count: number, checkOut: string): Promise<number> {
  const inn = await makeInn(t.app, name, 3);
  const staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const target = all({ field: "stay_count", operator: ">=", value: 1 });
  const edit = promotion({
    type: "basic",
    segments: [{ id: null, priority_seq: 1, target, actions: [pointAction()] }],
  });
  const made = await staff({ method: "POST", url: "/api/campaigns", payload: edit });
  const on = await staff({
    method: "POST",
    url: `/api/campaigns/${made.json().id}/activate`,
    payload: { version: 1 },
  });
  expect(on.statusCode, on.body).toBe(200);
  await t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    const rank = await tx.one<{ id: number }>`insert into ranks (account_id, definition, active_month, base_month)
      values (${inn.accountId}, 'stay', 12, 24) returning id`;
    await tx.run`insert into rank_details (account_id, rank_id, name, total_stay, priority)
      values (${inn.accountId}, ${rank.id}, 'ゴールド', 1, 1)`;
    rankId = rank.id;
  });
  const guests = Array.from({ length: count }, (_, n) => ({
    予約番号: `R-${n}`,
    予約状態: "チェックアウト",
    氏名: `客 ${n}`,
    メールアドレス: `guest${n}@example.jp`,
    チェックイン日: "2026-10-01",
    チェックアウト日: n % 10 === 0 ? "2026-11-22" : checkOut,
    利用金額: "10000",
  }));
  const importId = await queued(t.app, inn.accountId, inn.accountId, csvOf(guests));
  await runImport(t.app, inn.accountId, importId);
  return inn.accountId;
}

/** Rows of tables that this work reads, for each guest. */
function readByEach(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  const read = async (tx: Tx) =>
    (
      await tx.one<{ read: number }>`select
        sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::bigint as read from pg_stat_xact_user_tables`
    ).read;
  return t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    // As the product plans: for the account at hand.
    await tx.run`set local plan_cache_mode = force_custom_plan`;
    const before = await read(tx);
    await work(tx);
    return ((await read(tx)) - before) / ROWS;
  });
}

test("ranks are judged and counted", async () => {
  const judged = await readByEach(async (tx) => {
    expect(await evaluateRanks(tx, accountId, rankId, TODAY)).toBeGreaterThanOrEqual(0);
  });
  expect(judged).toBeLessThan(40);
  const counted = await readByEach(async (tx) => {
    const scope = { accountId, facilityIds: null } as Parameters<typeof ranksWithDistribution>[1];
    const [rank] = await ranksWithDistribution(tx, scope, {
      today: TODAY,
      customerTotal: () => sql<number>`0`,
      withinFacilities: () => sql<boolean>`true`,
    });
    expect(rank?.details[0]).toMatchObject({ count: ROWS });
  });
  expect(counted).toBeLessThan(40);
});

test("points are proven", async () => {
  const proven = await readByEach(async (tx) => {
    expect(
      await proveLedger(tx, accountId, {
        now: NOW,
        today: calendarDate(NOW.toISOString().slice(0, 10)),
        settled: true,
      }),
    ).toBe(0);
  });
  expect(proven).toBeLessThan(40);
});
