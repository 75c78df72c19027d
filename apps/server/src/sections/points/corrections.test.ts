import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refusalOf } from "../../database/refusal.fixture.ts";
import { makeAccount, type TestApp, testApp } from "../../test/app.ts";

// docs/adr/0077, straight at the ledger: what holds whoever writes.
let t: TestApp;
let inn: number;
const TARO = 1_000_001;
const HANAKO = 1_000_002;
const GRANT = 2_000_001;

const inScope = (...statements: RawBuilder<unknown>[]) =>
  t.app.database.inScope({ accountIds: [inn] }, async (tx) => {
    for (const statement of statements) await statement.execute(tx.db);
  });
const refusal = (...statements: RawBuilder<unknown>[]) => refusalOf(t.app.database, [inn], statements);

let keys = 0;
const entry = (
  points: number,
  more: {
    of?: number;
    customer?: number;
    remarks?: string;
    by?: number | null;
    expiry?: string;
    version?: number;
  } = {},
) =>
  sql`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type,
    reverses_grant_point_id,
      remarks, created_by, rule_version_id, expiration_date, idempotency_key)
    values (${inn}, ${inn}, ${more.customer ?? TARO}, ${points}, '2026-11-20', ${more.expiry ? "date" : "none"}, ${more.of ?? null},
      ${more.remarks ?? ""}, ${more.by === undefined ? 7 : more.by}, ${more.version ?? null}, ${more.expiry ?? null}, ${`k${keys++}`})`;

beforeEach(async () => {
  t = await testApp();
  inn = (await makeAccount(t.app, { name: "湯の宿" })).accountId;
  await inScope(
    sql`insert into customers (account_id, id, name) overriding system value values (${inn}, ${TARO}, '太郎'), (${inn}, ${HANAKO}, '花子')`,
    sql`insert into grant_points (account_id, id, facility_account_id, customer_id, grant_point, grant_date, expiration_type,
    idempotency_key)
      overriding system value values (${inn}, ${GRANT}, ${inn}, ${TARO}, 100, '2026-11-01', 'none', 'first')`,
    sql`insert into point_lots (account_id, grant_point_id, customer_id, granted, remaining) values (${inn}, ${GRANT}, ${TARO}, 100, 100)`,
  );
});
afterEach(() => t.close());

test("a grant is taken back in parts, up to what was granted and from the same customer", async () => {
  const part = (points: number, customer?: number) => entry(-points, { of: GRANT, ...(customer ? { customer } : {}) });
  expect(await refusal(part(40), part(60))).toBeUndefined();
  expect(await refusal(part(40), part(61))).toBe("grant_points_reversals_fit");
  expect(await refusal(part(101))).toBe("grant_points_reversals_fit");
  expect(await refusal(part(10, HANAKO))).toBe("grant_points_reversals_fit");
  expect(await refusal(entry(10, { of: GRANT })), "what takes back is negative").toBe("grant_points_sign");
  const backAgain = sql`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type,
      reverses_grant_point_id, idempotency_key)
    select account_id, facility_account_id, customer_id, -1, grant_date, 'none', id, 'again' from grant_points
    where account_id = ${inn} and reverses_grant_point_id = ${GRANT}`;
  expect(await refusal(part(10), backAgain), "a reversal is not taken back").toBe("grant_points_reversals_fit");
});

test("of two that take back at once, the second sees the first", async () => {
  const taken = await Promise.allSettled([60, 60, 60].map((points) => inScope(entry(-points, { of: GRANT }))));
  expect(taken.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("points are deducted by hand, by somebody who says why and of no campaign", async () => {
  const why = "誤って付与したため";
  expect(await refusal(entry(-30, { remarks: why }))).toBeUndefined();
  expect(await refusal(entry(-30))).toBe("grant_points_sign");
  expect(await refusal(entry(-30, { remarks: why, by: null }))).toBe("grant_points_sign");
  expect(await refusal(entry(-30, { remarks: why, expiry: "2027-01-01" }))).toBe("grant_points_sign");
  expect(await refusal(entry(-30, { remarks: why, version: 1 }))).toBe("grant_points_sign");
});

test("what is written stays as it is", async () => {
  expect(await refusal(sql`update grant_points set grant_point = 1 where account_id = ${inn}`)).toBe("42501");
  expect(await refusal(sql`delete from grant_points where account_id = ${inn}`)).toBe("42501");
});
