import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";

// What ends while somebody is signed in ends at their next call. Today is 2026-11-20 in Tokyo.

let t: TestApp;
let hotel: Facility;
let sister: Facility;
let userId: number;
let call: Caller;

beforeEach(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館" });
  sister = await makeAccount(t.app, { name: "姉妹館", companyId: hotel.companyId, option: null });
  userId = await makeUser(t.app, hotel, "role_user", ["crm_option"]);
  await run(
    sql`insert into account_users (account_id, user_id, permissions) values (${sister.accountId}, ${userId},
      '{crm_option,customers/read}')`,
  );
  call = await t.as(userId);
});
afterEach(() => t.close());

const run = (statement: RawBuilder<unknown>) =>
  t.past.inScope({ accountIds: [hotel.accountId, sister.accountId] }, (tx) => statement.execute(tx.db));
const status = async (section: string, account: Facility) =>
  (await call({ method: "GET", url: `/api/${section}?account_id=${account.accountId}` })).statusCode;

test("product §1: the option of one account opens nothing in another", async () => {
  expect([await status("rfms", hotel), await status("campaigns", hotel)]).toEqual([200, 200]);
  expect([await status("rfms", sister), await status("campaigns", sister)]).toEqual([403, 403]);
  expect(await status("customers", sister)).toBe(200);
  const menu = await call({ method: "GET", url: `/api/menu?account_id=${sister.accountId}` });
  const open = menu.json().filter((entry: { disabled: boolean }) => !entry.disabled);
  expect(open.map((entry: { section: string }) => entry.section)).toEqual(["customers"]);
});

test("Z08: an option counts through its last day, and not on the next", async () => {
  const ends = (day: string) =>
    run(sql`update account_options set option_ended_at = ${day} where account_id = ${hotel.accountId}`);
  await ends("2026-11-20");
  expect(await status("rfms", hotel)).toBe(200);
  await ends("2026-11-19");
  expect([await status("rfms", hotel), await status("customers", hotel)]).toEqual([403, 403]);
});

test("a permission taken away, an account left, a contract ended", async () => {
  await run(
    sql`update account_users set permissions = '{customers/read}' where user_id = ${userId} and account_id = ${hotel.accountId}`,
  );
  expect([await status("campaigns", hotel), await status("customers", hotel)]).toEqual([403, 200]);
  await run(
    sql`update account_users set active_status = 'inactive' where user_id = ${userId} and account_id = ${sister.accountId}`,
  );
  expect([await status("customers", sister), await status("customers", hotel)]).toEqual([404, 200]);
  await run(sql`update accounts set contract_ended_at = '2026-11-19' where id = ${hotel.accountId}`);
  expect(await status("customers", hotel)).toBe(401);
});
