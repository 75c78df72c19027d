import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../test/app.ts";
import { csvOf, queued, runImport } from "../imports/imports.fixture.ts";
import { undoImport } from "../imports/undo/undo-import.ts";
import { beginUndo } from "../imports/undo/undo-state.queries.ts";
import { fileOfRows, type Inn, openInn } from "./deliveries.fixture.ts";
import { fed } from "./feeds.fixture.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const night = {
  guest_name: "山田 花子",
  member_number: "M-1",
  check_in_date: "2026-05-01",
  check_out_date: "2026-05-02",
};
const stateOf = async ({ accountId }: Inn) => {
  const { state } = await t.app.database.inScope(
    { accountIds: [accountId] },
    (tx) =>
      tx.one<{
        state: string;
      }>`select state from customer_consents where account_id = ${accountId} order by id desc limit 1`,
  );
  return state;
};

/** What three bookings of one guest say about campaign mail, in the order of their times. */
const bookingsWith = (...consents: boolean[]) =>
  consents.map((consent, n) => ({
    ...night,
    reservation_code: `R-${n}`,
    email_consent: String(consent),
    source_updated_at: `2026-04-0${n + 1}T01:00:00Z`,
  }));
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

test.each([
  ["given, withdrawn, given again", bookingsWith(true, false, true), "given"],
  ["withdrawn, given, withdrawn again", bookingsWith(false, true, false), "withdrawn"],
])("what bookings say about campaign mail, %s, ends the same in any order and batch", async (_name, rows, ends) => {
  const inn = await openInn(t);
  const sends = (batch: object[]) => fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", batch);
  // Each order is a guest's of their own.
  const consentStatementOf = (guest: string) => {
    const own = { member_number: `M-${guest}`, guest_name: `客 ${guest}` };
    return (n: number) => ({ ...rows[n], ...own, reservation_code: `R-${guest}-${n}` });
  };
  for (const step of [0, 1, 2])
    await sends(ORDERS.map((order) => consentStatementOf(order.join(""))(order[step] ?? 0)));
  await sends(ORDERS.flatMap((order) => order.map(consentStatementOf(`${order.join("")}B`))));

  const found = await t.app.database.inScope(
    { accountIds: [inn.accountId] },
    (tx) =>
      tx.all<{
        name: string;
        state: string;
      }>`select distinct on (consent.customer_id) customer.member_number as name, consent.state
      from customer_consents consent
      join customers customer on customer.account_id = consent.account_id and customer.id = consent.customer_id
      where consent.account_id = ${inn.accountId}
      order by consent.customer_id, consent.id desc`,
  );
  expect(found).toHaveLength(2 * ORDERS.length);
  expect(found.filter((one) => one.state !== ends)).toEqual([]);
});

test("a withdrawal in a file of customers is not outdone by an older word of a booking", async () => {
  const [withdrawn = {}, given = {}] = bookingsWith(false, true);
  const inn = await openInn(t);
  await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [withdrawn]);
  const customer = { 会員番号: "M-1", 氏名: "山田 花子", メール配信同意: "いいえ", 更新日時: "2026-04-03T01:00:00Z" };
  const file = await queued(t.app, inn.accountId, inn.accountId, csvOf([customer]), "customers");
  await runImport(t.app, inn.accountId, file);
  await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [given]);
  expect(await stateOf(inn)).toBe("withdrawn");
});

test("the booking that gave consent again is undone: the withdrawal before it counts", async () => {
  const [given = {}, withdrawn = {}, again = {}] = bookingsWith(true, false, true);
  const inn = await openInn(t);
  await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [given]);
  const file = await queued(t.app, inn.accountId, inn.accountId, fileOfRows([again]));
  await runImport(t.app, inn.accountId, file);
  await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [withdrawn]);
  expect(await stateOf(inn)).toBe("given");

  await t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) => beginUndo(tx, inn.accountId, file, null));
  const data = { account_id: inn.accountId, import_batch_id: file };
  await undoImport(t.app, data, { signal: new AbortController().signal });
  expect(await stateOf(inn)).toBe("withdrawn");
});

test("a system whose clock is fast does not keep a guest from withdrawing", async () => {
  const [given = {}] = bookingsWith(true);
  const inn = await openInn(t);
  const tomorrow = new Date(t.app.clock.now().getTime() + 86_400_000).toISOString();
  await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [{ ...given, source_updated_at: tomorrow }]);
  const { source_updated_at: _at, ...untimed } = given as Record<string, string>;
  const withdrawn = { ...untimed, reservation_code: "R-9", email_consent: "false" };
  await fed(t, inn.accountId, inn.key, "/feeds/plain/reservations", [withdrawn]);
  expect(await stateOf(inn)).toBe("withdrawn");
});
