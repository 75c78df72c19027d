import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, one, within } from "../customers/customers.fixture.ts";

// Today is 2026-11-20 in Tokyo.
let t: TestApp;
let hotel: Facility;
let staff: Caller;

beforeAll(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館" });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const account = hotel.accountId;
  await within(t.app, [account], async (tx) => {
    const rank = await one(
      tx,
      sql<{
        id: number;
      }>`insert into ranks (account_id, definition, use_point_unit, active_month, base_month, base_date) values (${account}, 'stay', 100,
        12, 24, 31) returning id`,
    );
    const details = await sql<{
      id: number;
    }>`insert into rank_details (account_id, rank_id, name, total_stay, priority, max_use_point)
      values (${account}, ${rank.id}, 'ゴールド', 10, 1, 5000), (${account}, ${rank.id}, 'シルバー', 3, 2, null) returning id`.execute(
      tx.db,
    );
    const [gold, silver] = details.rows.map((row) => row.id);
    for (const [name, detail, type, until] of [
      ["金 一", gold, "auto", "2026-11-20"],
      ["金 二", gold, "manual", null],
      ["銀 一", silver, "auto", "2027-01-01"],
      ["期限切れ", silver, "auto", "2026-11-19"],
      ["なし", null, "auto", null],
    ] as const) {
      const customer = await makeCustomer(tx, account, { name });
      if (detail)
        await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, expiration_date, since_date)
          values (${account}, ${customer}, ${detail}, ${type}, ${until}, '2026-01-01')`.execute(tx.db);
    }
  });
});
afterAll(() => t.close());

test("definition, thresholds and how many hold each rank today", async () => {
  const answer = await staff({ method: "GET", url: "/api/ranks" });
  expect(answer.json()).toMatchObject({
    total: 1,
    items: [
      {
        account_id: hotel.accountId,
        account_name: "本館",
        definition: "stay",
        use_point_unit: 100,
        active_month: 12,
        base_month: 24,
        base_date: 31,
        details: [
          {
            name: "ゴールド",
            total_stay: 10,
            total_use_price: null,
            priority: 1,
            max_use_point: 5_000,
            count: 2,
            manual_count: 1,
          },
          {
            name: "シルバー",
            total_stay: 3,
            total_get_point: null,
            priority: 2,
            max_use_point: null,
            count: 1,
            manual_count: 0,
          },
        ],
        customers_without_rank: 2,
      },
    ],
  });
});

test("signed out 401, without the action 403, another account's ranks unseen", async () => {
  expect((await t.anonymous({ method: "GET", url: "/api/ranks" })).statusCode).toBe(401);
  const lacking = await t.as(await makeUser(t.app, hotel, "role_user", ["customers/read"]));
  expect((await lacking({ method: "GET", url: "/api/ranks" })).statusCode).toBe(403);
  const other = await t.as(await makeUser(t.app, await makeAccount(t.app, { name: "他社" }), "role_admin", ["*"]));
  expect((await other({ method: "GET", url: "/api/ranks" })).json()).toMatchObject({ items: [], total: 0 });
  expect((await other({ method: "GET", url: `/api/ranks?account_id=${hotel.accountId}` })).statusCode).toBe(404);
});
