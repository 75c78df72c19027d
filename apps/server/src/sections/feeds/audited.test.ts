import { afterAll, beforeAll, expect, test } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { booking, feedKey, send, work } from "./feeds.fixture.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("what a system sends is in the audit log: a line when a batch is stored, and one with its counts when it is worked off", async () => {
  const inn = await makeAccount(t.app, { name: "inn" });
  const boss = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const key = await feedKey(t.app, { accountId: inn.accountId, facilityId: inn.accountId });
  const lines = async () =>
    (await boss({ method: "GET", url: "/api/audit?entity=import_batches&sort=at" }))
      .json()
      .items.map(({ action, entity_id, actor, account, after }: Record<string, unknown>) => {
        expect([actor, account]).toEqual([null, { id: inn.accountId, name: "inn" }]);
        return [action, entity_id, after];
      });
  const rows = [booking("A"), booking("B"), booking("C", { check_in_date: "32" })];
  const first = { key, payload: { rows }, idempotencyKey: "one" };
  const one = (await send(t, first)).json().batch_id;
  await send(t, first);
  const two = (await send(t, { key, payload: { rows: [booking("A")] } })).json().batch_id;
  const details = { account_id: inn.accountId, feed_channel: "plain", feed_kind: "reservations", key_id: 1 };
  const received = [
    ["receive", one, { ...details, row_count: 3 }],
    ["receive", two, { ...details, row_count: 1 }],
  ];
  expect(await lines(), "a repeated batch is none").toEqual(received);
  await work(t.app, inn.accountId);
  const counts = { account_id: inn.accountId, rows_new: 0, rows_changed: 0, rows_unchanged: 0, rows_refused: 0 };
  expect(await lines()).toEqual([
    ...received,
    ["take_in", one, { ...counts, rows_new: 1, rows_unchanged: 1, rows_refused: 1 }],
    ["take_in", two, { ...counts, rows_new: 1 }],
  ]);
});
