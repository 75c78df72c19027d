import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { todayOf } from "../../clock.ts";
import { TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { comparableState } from "../../test/comparable-state.ts";
import { booking, fed, feedKey } from "../feeds/feeds.fixture.ts";
import { csvOf } from "../imports/imports.fixture.ts";
import { openInn, row } from "../imports/undo/inn.fixture.ts";
import { difference } from "../imports/undo/undo.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";

// An amount or a number of guests that no source reported is unknown (null); a reported 0 is 0 (docs/adr/0293).

let t: TestApp;
let inn: Awaited<ReturnType<typeof openInn>>;
let key: string;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => TEST_NOW } });
});
afterAll(() => t.close());
beforeEach(async () => {
  inn = await openInn(t);
  key = await feedKey(t.app, { accountId: inn.accountId, facilityId: inn.accountId });
});

const fromFeed = (...rows: object[]) => fed(t, inn.accountId, key, "/feeds/plain/reservations", rows);
const get = async (url: string) => (await inn.call({ method: "GET", url: `/api${url}` })).json();
const query = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  inn.inScope(async (tx) => (await statement.execute(tx.db)).rows);

const UNKNOWN = { reserved_price: null, reserved_payment_price: null, adult_count: null, child_count: null };
const ZERO = { reserved_price: 0, reserved_payment_price: 0, adult_count: 0, child_count: 0 };

/** What the booking's page and the customer's history answer; both must agree. */
async function shown(code: string) {
  const [at] = await query(sql<{ id: number; customer_id: number }>`select id, customer_id
    from stay_reservations where account_id = ${inn.accountId} and original_reservation_code = ${code}`);
  const page = await get(`/customers/${at?.customer_id}/reservations/${at?.id}`);
  const { items } = await get(`/customers/${at?.customer_id}/reservations`);
  const line = items.find((one: { id: number }) => one.id === at?.id);
  const amounts = (one: typeof ZERO): object =>
    Object.fromEntries(Object.keys(ZERO).map((name) => [name, one[name as keyof typeof ZERO]]));
  const [room] = page.rooms;
  expect(amounts({ ...page, ...room })).toEqual(amounts(line));
  return { ...amounts(line), rooms: page.rooms, stay: page.stay, customerId: at?.customer_id ?? 0 };
}

test("of a feed: what a row leaves out is unknown, and a reported 0 is 0", async () => {
  await fromFeed(
    booking("F-1", { email: "a@example.jp", check_in_date: "2026-12-01", check_out_date: "2026-12-03" }),
    booking("F-2", { email: "b@example.jp", ...ZERO }),
    booking("F-3", { email: "c@example.jp", reserved_price: 9_000, rooms: [{ adult_count: 2 }, { room_code: "2" }] }),
  );
  const unknown = await shown("F-1");
  expect(unknown).toMatchObject(UNKNOWN);
  expect(await shown("F-2")).toMatchObject(ZERO);
  expect(await shown("F-3")).toMatchObject({
    reserved_price: 9_000,
    adult_count: 2,
    child_count: null,
    rooms: [
      { adult_count: 2, child_count: null },
      { adult_count: null, child_count: null },
    ],
  });
  const { items } = await get(`/customers/${unknown.customerId}/timeline`);
  expect(items).toContainEqual(expect.objectContaining({ kind: "reservation", amount: null }));
});

test("of a file: missing columns and blanks are unknown; 0 is 0, also after the booking was settled", async () => {
  const zero = { 予約金額: 0, 予約時支払金額: 0, 大人: 0, 子供: 0 };
  await inn.brings(csvOf([row("C-1", { 会員番号: "M-1" })]));
  await inn.brings(
    csvOf([row("C-2", { 会員番号: "M-2", ...zero }), row("C-3", { 会員番号: "M-3", 予約状態: "予約", 利用金額: "" })]),
  );
  const settled = { use_price: 10_000, payment_price: 10_000 };
  expect(await shown("C-1")).toMatchObject({ ...UNKNOWN, stay: settled });
  expect(await shown("C-2")).toMatchObject({ ...ZERO, stay: settled });
  expect(await shown("C-3")).toMatchObject({ ...UNKNOWN, stay: null });
});

test("unknown, then 0, then an amount, then 0 again: each file is undone in turn, and one is read again", async () => {
  const states = [await inn.snapshot()];
  const files = [{}, { 予約金額: 0, 大人: 0 }, { 予約金額: 7_000, 大人: 2 }, { 予約金額: 0, 大人: 0 }];
  const ids: number[] = [];
  for (const cells of files) {
    ids.push(
      await inn.brings(csvOf([row("U-1", { 予約状態: "予約", 利用金額: "", 予約金額: "", 大人: "", ...cells })])),
    );
    states.push(await inn.snapshot());
  }
  const some = { ...UNKNOWN, reserved_price: 0, adult_count: 0 };
  expect(await shown("U-1")).toMatchObject(some);
  for (const n of [3, 2, 1, 0]) {
    await inn.undo(ids[n] ?? 0);
    expect(difference(await inn.snapshot(), states[n] ?? {}), `file ${n}`).toEqual({});
    if (n === 2) expect(await shown("U-1")).toMatchObject(some);
    if (n === 1) expect(await shown("U-1")).toMatchObject(UNKNOWN);
  }
  await inn.brings(csvOf([row("U-1", { 予約状態: "予約", 利用金額: "", 予約金額: 0 })]));
  expect(await shown("U-1")).toMatchObject({ ...UNKNOWN, reserved_price: 0 });
  expect(await inn.inScope((tx) => comparableState(tx, inn.accountId).then(({ stays }) => stays.join("\n")))).toContain(
    "|0|?|",
  );
});

test("a merge and its undo keep unknown and 0 apart", async () => {
  await fromFeed(booking("M-1", { member_number: "M-1" }), booking("M-2", { member_number: "M-2", ...ZERO }));
  const [one, two] = [await shown("M-1"), await shown("M-2")];
  const ctx = { accountId: inn.accountId, userId: null, ip: null, today: todayOf(t.app.clock), now: TEST_NOW };
  const merge = await inn.inScope((tx) => mergeIds(tx, ctx, one.customerId, two.customerId));
  expect(await shown("M-1")).toMatchObject({ ...UNKNOWN, customerId: one.customerId });
  expect(await shown("M-2")).toMatchObject({ ...ZERO, customerId: one.customerId });
  await inn.inScope((tx) => undoMerge(tx, ctx, merge));
  expect(await shown("M-1")).toEqual(one);
  expect(await shown("M-2")).toEqual(two);
});
