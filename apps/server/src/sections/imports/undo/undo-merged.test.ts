import { afterAll, beforeAll, expect, test } from "vitest";
import { todayOf } from "../../../clock.ts";
import { type TestApp, testApp } from "../../../test/app.ts";
import { mergeIds } from "../../merges/merges.fixture.ts";
import { undoMerge } from "../../merges/undo-merge.ts";
import { csvOf } from "../imports.fixture.ts";
import { type Cells, openInn, row } from "./inn.fixture.ts";
import { difference } from "./undo.fixture.ts";

// Merges that were undone are no change by hand, whatever was read or undone in between.

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => new Date("2026-11-22T03:00:00Z") } });
});
afterAll(() => t.close());

type Inn = Awaited<ReturnType<typeof openInn>>;
const HANAKO = { 会員番号: "M-1", 氏名: "山田 花子", 氏名カナ: "ヤマダ ハナコ" };
const TARO = { 会員番号: "M-2", 氏名: "鈴木 太郎", 氏名カナ: "スズキ タロウ" };
const JIRO = { 会員番号: "M-3", 氏名: "佐藤 次郎", 氏名カナ: "サトウ ジロウ" };
const file = (...rows: Cells[]) => csvOf(rows);

/** Merges the second into the first; called, what comes back parts them. */
async function merges(inn: Inn, survivor: Cells, source: Cells): Promise<() => Promise<unknown>> {
  const now = t.app.clock.now();
  const ctx = { accountId: inn.accountId, userId: null, ip: null, today: todayOf(t.app.clock), now };
  const merge = await inn.inScope(async (tx) => {
    const idOf = async (guest: Cells) =>
      (
        await tx.one<{ id: number }>`select id from customers where account_id = ${inn.accountId}
          and member_number = ${guest.会員番号} and merged_into is null`
      ).id;
    return mergeIds(tx, ctx, await idOf(survivor), await idOf(source));
  });
  return () => inn.inScope((tx) => undoMerge(tx, ctx, merge));
}

test.each([[[1, 0]], [[0, 1]]])(
  "a file that was read while guests were merged, and the one that made them: undone %s",
  async (order) => {
    const inn = await openInn(t);
    const before = await inn.snapshot();
    const ids = [await inn.brings(file(row("R1", HANAKO), row("R2", TARO)))];
    const part = await merges(inn, HANAKO, TARO);
    ids.push(await inn.brings(file(row("R3", { ...HANAKO, 住所: "京都市" }))));
    await part();
    for (const n of order) expect(await inn.undo(ids[n] ?? 0)).toMatchObject({ retained: { by_hand: 0 } });
    expect(difference(await inn.snapshot(), before)).toEqual({});
  },
);

test("a file is undone while guests are merged: parted, they go with the file that made them", async () => {
  const inn = await openInn(t);
  const before = await inn.snapshot();
  const made = await inn.brings(file(row("R1", HANAKO), row("R2", TARO)));
  const filled = await inn.brings(
    file(row("R3", { ...HANAKO, 住所: "京都市" }), row("R4", { ...TARO, 住所: "大阪市" })),
  );
  const part = await merges(inn, HANAKO, TARO);
  await inn.undo(filled);
  await part();
  expect(await inn.undo(made)).toMatchObject({ customers_removed: 2, retained: { by_hand: 0 } });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});

test("a guest who was merged into one who was merged again goes too, when both merges were undone", async () => {
  const inn = await openInn(t);
  const before = await inn.snapshot();
  const made = await inn.brings(file(row("R1", HANAKO), row("R2", TARO), row("R3", JIRO)));
  const part = await merges(inn, HANAKO, TARO);
  const partAgain = await merges(inn, JIRO, HANAKO);
  await partAgain();
  await part();
  expect(await inn.undo(made)).toMatchObject({ customers_removed: 3, retained: { by_hand: 0 } });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});

test.each([[[0, 1, 2]], [[1, 0, 2]], [[1, 2, 0]], [[2, 1, 0]]])(
  "merges were made and undone between three files: undone %s",
  async (order) => {
    const inn = await openInn(t);
    const before = await inn.snapshot();
    const ids = [await inn.brings(file(row("R1", HANAKO), row("R2", TARO)))];
    await (await merges(inn, HANAKO, TARO))();
    ids.push(await inn.brings(file(row("R3", { ...HANAKO, 住所: "京都市" }))));
    await (await merges(inn, TARO, HANAKO))();
    ids.push(await inn.brings(file(row("R4", { ...HANAKO, 生年月日: "1980-05-20" }))));
    for (const n of order) expect(await inn.undo(ids[n] ?? 0)).toMatchObject({ retained: { by_hand: 0 } });
    expect(difference(await inn.snapshot(), before)).toEqual({});
  },
);

test("whom somebody mended while guests were merged stays", async () => {
  const inn = await openInn(t);
  const made = await inn.brings(file(row("R1", HANAKO), row("R2", TARO)));
  const part = await merges(inn, HANAKO, TARO);
  await inn.inScope(
    (tx) => tx.run`update customers set nationality = 'US', version = version + 1
      where account_id = ${inn.accountId} and member_number = 'M-1'`,
  );
  await part();
  expect(await inn.undo(made)).toMatchObject({ customers_removed: 1, retained: { by_hand: 1 } });
});

test("a consent that a file gave is withdrawn with it, also when a merge took it away and its undoing gave it back", async () => {
  const inn = await openInn(t);
  await inn.brings(file(row("R1", HANAKO), row("R2", TARO)));
  const before = await inn.snapshot();
  const given = await inn.brings(file(row("R3", { ...HANAKO, メール配信同意: "はい" })));
  await inn.inScope(
    (tx) => tx.run`insert into customer_consents (account_id, customer_id, channel, state, source)
      select account_id, id, 'mail', 'withdrawn', 'staff' from customers
      where account_id = ${inn.accountId} and member_number = 'M-2'`,
  );
  await (await merges(inn, HANAKO, TARO))();
  expect((await inn.snapshot()).known).toEqual(expect.arrayContaining([expect.stringContaining("|given|")]));
  expect(await inn.undo(given)).toMatchObject({ customers_restored: 1 });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});

test("whom a reservation leaves when it is put back is foretold to go", async () => {
  const inn = await openInn(t);
  await inn.brings(file(row("R1", HANAKO)));
  const before = await inn.snapshot();
  const other = await inn.brings(file(row("R1", JIRO)));
  expect(await inn.undo(other)).toMatchObject({ reservations_restored: 1, customers_removed: 1 });
  expect(difference(await inn.snapshot(), before)).toEqual({});
});
