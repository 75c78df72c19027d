import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../../test/app.ts";
import { fed, feedKey, send, work } from "../../feeds/feeds.fixture.ts";
import { countsOf, csvOf, queued, runImport } from "../imports.fixture.ts";
import { type Cells, openInn, row } from "./inn.fixture.ts";
import { difference } from "./undo.fixture.ts";

// Files are read when somebody starts them, not when they are brought in, and are undone in any order.

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date("2026-11-22T03:00:00Z") } });
});
afterAll(() => t.close());

type Inn = Awaited<ReturnType<typeof openInn>>;
const HANAKO = { 会員番号: "M-1", 氏名: "山田 花子", 氏名カナ: "ヤマダ ハナコ" };

const queuedFile = (inn: Inn, facilityId: number, ...rows: Cells[]) =>
  queued(t.app, inn.accountId, facilityId, csvOf(rows));
async function reads(inn: Inn, ...ids: number[]) {
  for (const id of ids) {
    await runImport(t.app, inn.accountId, id);
    expect(await countsOf(t.app, inn.accountId, id)).toMatchObject({ status: "done", refused: 0 });
  }
}

test("what a file that was read first made goes with it, also when it was brought last", async () => {
  const inn = await openInn(t);
  const before = await inn.snapshot();
  const address = await queuedFile(inn, inn.accountId, row("R2", { ...HANAKO, 住所: "京都市" }));
  const first = await queuedFile(inn, inn.accountId, row("R1", HANAKO));
  await reads(inn, first, address);

  expect(await inn.undo(address)).toMatchObject({ customers_restored: 1, reservations_removed: 1 });
  expect(await inn.undo(first)).toMatchObject({ customers_removed: 1, retained: { by_hand: 0 } });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});

test("of three files the second is undone first, then the third, and the first takes its guest with it", async () => {
  const inn = await openInn(t);
  const before = await inn.snapshot();
  const ids: number[] = [];
  for (const fields of [{}, { 住所: "京都市" }, { 住所: "京都市", 生年月日: "1980-05-20" }])
    ids.push(await inn.brings(csvOf([row(`R${ids.length}`, { ...HANAKO, ...fields })])));
  const [first = 0, second = 0, third = 0] = ids;

  await inn.undo(second);
  await inn.undo(third);
  expect(await inn.undo(first)).toMatchObject({ customers_removed: 1, retained: { by_hand: 0 } });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});

test("whom somebody mended between two files stays when both are undone", async () => {
  const inn = await openInn(t);
  const first = await inn.brings(csvOf([row("R1", HANAKO)]));
  const second = await inn.brings(csvOf([row("R2", { ...HANAKO, 住所: "京都市" })]));
  await inn.inScope(
    (tx) => tx.run`update customers set nationality = 'US', version = version + 1 where account_id = ${inn.accountId}`,
  );

  expect(await inn.undo(second)).toMatchObject({ customers_restored: 1 });
  expect(await inn.undo(first)).toMatchObject({ customers_removed: 0, retained: { by_hand: 1 } });
  expect((await inn.snapshot()).customers).toEqual([expect.stringContaining("|US|")]);
});

test("what a feed reported before the file was read is no reason to keep what the file wrote", async () => {
  const inn = await openInn(t);
  const { accountId } = inn;
  const key = await feedKey(t.app, { accountId, facilityId: accountId }, "plain");
  const file = await queuedFile(inn, accountId, row("R1", { ...HANAKO, 予約状態: "キャンセル", 利用金額: "" }));
  const night = { check_in_date: "2026-10-01", check_out_date: "2026-10-02" };
  await fed(t, accountId, key, "/feeds/plain/reservations", [
    { ...night, reservation_code: "R1", guest_name: "山田 花子", member_number: "M-1" },
  ]);
  const before = await inn.snapshot();
  await reads(inn, file);
  expect(difference(await inn.snapshot(), before)).not.toEqual({});

  expect(await inn.undo(file)).toMatchObject({ reservations_restored: 1, retained: { later_import: 0 } });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});

test.each([
  ["the first one first", [0, 1]],
  ["the later one first", [1, 0]],
  ["by two workers at once", null],
])("two undos that were asked for before a worker came leave what stood before both: %s", async (_how, order) => {
  const inn = await openInn(t);
  await inn.brings(csvOf([row("R0", HANAKO)]));
  const before = await inn.snapshot();
  const ids: number[] = [];
  for (const fields of [
    { 住所: "京都市", 利用金額: 5000 },
    { 住所: "大阪市", 利用金額: 9000 },
  ])
    ids.push(await inn.brings(csvOf([row("R1", { ...HANAKO, ...fields }), row("R0", { ...HANAKO, ...fields })])));
  for (const id of ids) expect((await inn.ask(id, "POST")).statusCode).toBe(200);
  const run = (id: number) => inn.run(id, undefined, 1);
  if (order === null) await Promise.all(ids.map(run));
  else for (const n of order) await run(ids[n] ?? 0);
  for (const id of ids)
    expect((await inn.call({ method: "GET", url: `/api/imports/${id}` })).json().state).toBe("undone");
  expect(difference(await inn.snapshot(), before)).toEqual({});
});

test("what a feed sent before a file and its worker read after it was told since: it stays", async () => {
  const inn = await openInn(t);
  const { accountId } = inn;
  const key = await feedKey(t.app, { accountId, facilityId: accountId }, "plain");
  const night = { check_in_date: "2026-10-01", check_out_date: "2026-10-02" };
  const rows = [{ ...night, reservation_code: "R1", guest_name: "山田 花子", member_number: "M-1" }];
  expect((await send(t, { key, payload: { rows } })).statusCode).toBe(202);
  const file = await queuedFile(inn, accountId, row("R1", { ...HANAKO, 予約状態: "予約", 利用金額: "" }));
  await reads(inn, file);
  const before = await inn.snapshot();
  await work(t.app, accountId);

  expect((await inn.ask(file)).json()).toMatchObject({ effect: "none", retained: { later_import: 2, by_hand: 0 } });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});

test("each house knows a guest again since the day it knew before", async () => {
  const inn = await openInn(t);
  const annexe = await inn.annexe();
  const on = (day: string) => ({ ...HANAKO, チェックイン日: day, チェックアウト日: "2026-10-25" });
  await reads(
    inn,
    await queuedFile(inn, inn.accountId, row("R1", on("2026-10-20"))),
    await queuedFile(inn, annexe, row("R1", on("2026-10-18"))),
  );
  const before = await inn.snapshot();
  const atHome = await queuedFile(inn, inn.accountId, row("R2", on("2026-10-10")));
  const away = await queuedFile(inn, annexe, row("R2", on("2026-10-08")), row("R3", on("2026-10-09")));
  const atHomeAgain = await queuedFile(inn, inn.accountId, row("R3", on("2026-10-05")), row("R2", on("2026-10-10")));
  await reads(inn, atHome, away, atHomeAgain);

  for (const id of [atHome, away, atHomeAgain]) await inn.undo(id);
  expect(difference(await inn.snapshot(), before)).toEqual({});
});
