import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tx } from "../../../database/connection.ts";
import { type TestApp, testApp } from "../../../test/app.ts";
import { fed, feedKey } from "../../feeds/feeds.fixture.ts";
import { expirePoints } from "../../points/lots.ts";
import { csvOf, resortSlice } from "../imports.fixture.ts";
import { requeueStrandedImports } from "../requeue-imports.ts";
import { openInn, row } from "./inn.fixture.ts";
import { difference, withoutAccount } from "./undo.fixture.ts";

let t: TestApp;
const NOW = new Date("2026-11-22T03:00:00Z");
beforeAll(async () => {
  t = await testApp({ clock: { now: () => NOW } });
});
afterAll(() => t.close());

const HANAKO = { 会員番号: "M-1" };
const TARO = { 会員番号: "M-2", 氏名: "鈴木 太郎", 氏名カナ: "スズキ タロウ" };

const BEFORE = csvOf([
  row("R10", { ...HANAKO, 伝票番号: "F1" }),
  row("R11", { ...HANAKO, チェックイン日: "2026-11-01", チェックアウト日: "2026-11-03", 利用金額: 30_000 }),
  row("R12", { ...TARO, メール配信同意: "はい" }),
  row("R13", {
    予約状態: "予約",
    団体区分: "団体",
    氏名: "団体の窓口",
    氏名カナ: "",
    メールアドレス: "group@example.jp",
  }),
  row("R14", { ...TARO, 予約状態: "予約", チェックイン日: "2026-12-01", チェックアウト日: "2026-12-02" }),
]);

/** Everything an import can do to what is there, and new things beside it. */
const AFTER = csvOf([
  // Another price and another guest; a cancelled stay; a stay that was a reservation; the same again.
  row("R10", { ...TARO, 利用金額: 12_000 }),
  row("R11", { ...HANAKO, 予約状態: "キャンセル", 利用金額: "", キャンセル日: "2026-10-20" }),
  row("R14", { ...TARO, チェックイン日: "2026-09-01", チェックアウト日: "2026-09-02", 利用金額: 7_000 }),
  row("R12", { ...TARO, メール配信同意: "はい" }),
  // Fields that were empty, a birthday, a key beside the customer's own, a folio taken over, consent.
  row("R05", {
    ...HANAKO,
    メールアドレス: "hanako@example.jp",
    生年月日: "1980-05-20",
    伝票番号: "F1",
    チェックイン日: "2020-01-01",
    チェックアウト日: "2020-01-02",
  }),
  row("R06", { ...HANAKO, メールアドレス: "other@example.jp", メール配信同意: "はい", 住所: "東京都千代田区1" }),
  row("R13", {
    予約状態: "予約",
    団体区分: "団体",
    氏名: "別の窓口",
    氏名カナ: "",
    メールアドレス: "other-group@example.jp",
  }),
  // New guests, one of them twice, a companion, a companion before the reservation, and one who waits.
  row("R20", { 氏名: "新 一", 氏名カナ: "アタラシ ハジメ", メールアドレス: "new@example.jp" }),
  row("R21", {
    氏名: "新 一",
    氏名カナ: "アタラシ ハジメ",
    メールアドレス: "new@example.jp",
    電話番号: "03-1234-5678",
  }),
  row("R20", { 氏名: "連れ 二", 氏名カナ: "ツレ ジ", 宿泊者区分: "同伴者" }),
  row("R10", { 氏名: "連れ 三", 氏名カナ: "ツレ ゾウ", 宿泊者区分: "同伴者" }),
  row("R30", { 氏名: "先の 連れ", 氏名カナ: "サキノ ツレ", 宿泊者区分: "同伴者" }),
  row("R30", { 氏名: "後の 代表", 氏名カナ: "アトノ ダイヒョウ", 電話番号: "090-1111-2222" }),
  row("R31", { 団体区分: "団体", 氏名: "団体 新", 氏名カナ: "", メールアドレス: "g@example.jp" }),
]);

describe("an import that is undone", () => {
  test("leaves what stood before it, also when the worker is killed in between, and the same file can come again", async () => {
    const inn = await openInn(t);
    await inn.brings(BEFORE);
    const before = await inn.snapshot();
    const id = await inn.brings(AFTER);
    const after = await inn.snapshot();
    expect(after).not.toEqual(before);
    expect((await inn.ask(id)).json()).toMatchObject({
      retained: { later_import: 0, by_hand: 0, in_use: 0 },
      retained_rows: [],
    });
    expect(difference(await inn.snapshot(), after)).toEqual({});
    const done = await inn.undo(id);
    expect(done).toMatchObject({
      reservations_removed: 6,
      reservations_restored: 4,
      customers_removed: 2,
      retained_rows: [],
    });
    expect(difference(await inn.snapshot(), before)).toEqual({});

    // The second time it is taken up by several workers, each of which dies after some pieces.
    const again = await inn.brings(AFTER);
    expect(difference(await inn.snapshot(), after)).toEqual({});
    await inn.ask(again, "POST");
    for (let piece = 0; piece < 14; piece++) {
      let looks = 0;
      const dying = {
        get aborted() {
          return ++looks > 1 + (piece % 7);
        },
      } as AbortSignal;
      await inn.run(again, dying);
    }
    expect((await inn.call({ method: "GET", url: `/api/imports/${again}` })).json()).toMatchObject({ state: "undone" });
    expect(difference(await inn.snapshot(), before)).toEqual({});
  });

  test("two imports, undone in either order, leave what stood before both", async () => {
    const second = csvOf([
      row("R10", { ...TARO, 利用金額: 15_000 }),
      row("R20", { 氏名: "新 一", 氏名カナ: "アタラシ ハジメ", メールアドレス: "new@example.jp" }),
      row("R40", { 氏名: "新 一", 氏名カナ: "アタラシ ハジメ", メールアドレス: "new@example.jp" }),
      row("R41", { 氏名: "後の 代表", 氏名カナ: "アトノ ダイヒョウ", 電話番号: "090-1111-2222", 会員番号: "M-9" }),
    ]);
    for (const order of ["first, then second", "second, then first"]) {
      const inn = await openInn(t);
      await inn.brings(BEFORE);
      const before = await inn.snapshot();
      const one = await inn.brings(AFTER);
      const between = await inn.snapshot();
      const two = await inn.brings(second);
      const [first, last] = order === "first, then second" ? [one, two] : [two, one];
      const done = await inn.undo(first);
      if (first === two) expect(difference(await inn.snapshot(), between)).toEqual({});
      else {
        // What the second file reported, changed or again, belongs to the second.
        expect(done.retained.later_import).toBe(4);
        expect(done.retained_rows).toContainEqual(expect.objectContaining({ name: "R20", reason: "later_import" }));
        const snapshot = await inn.snapshot();
        const codes = snapshot.reservations?.map((line) => line.split("|")[0]);
        expect(codes).toEqual(["R10", "R11", "R12", "R13", "R14", "R20", "R40", "R41"]);
      }
      await inn.undo(last);
      expect(difference(await inn.snapshot(), before)).toEqual({});
    }
  });

  test("points that were used become a debt of a guest who stays; what staff changed stays", async () => {
    const inn = await openInn(t);
    await inn.brings(BEFORE);
    const id = await inn.brings(
      csvOf([
        row("R50", { 会員番号: "M-5", 氏名: "使う 人", 氏名カナ: "ツカウ ヒト", 利用金額: 50_000 }),
        row("R51", { 会員番号: "M-6", 氏名: "直す 人", 氏名カナ: "ナオス ヒト" }),
        row("R52", { 会員番号: "M-7", 氏名: "消える 人", 氏名カナ: "キエル ヒト" }),
        row("R53", { ...HANAKO, メールアドレス: "hanako@example.jp", 住所: "東京都千代田区1" }),
      ]),
    );
    const idOf = async (member: string) =>
      (
        await inn.inScope(
          (tx) => tx.one<{ id: number }>`select id from customers where member_number = ${member}
        and account_id = ${inn.accountId}`,
        )
      ).id;
    const user = await idOf("M-5");
    const used = await inn.call({
      method: "POST",
      url: `/api/customers/${user}/use-points`,
      payload: { use_point: 4_000, remarks: "お食事" },
    });
    expect(used.statusCode, used.body).toBe(200);
    const mended = await idOf("M-6");
    await inn.inScope(
      (tx) => tx.run`update customers set notes = '常連', version = version + 1
      where account_id = ${inn.accountId} and id = ${mended}`,
    );
    const hanako = await idOf("M-1");
    await inn.inScope(
      (tx) => tx.run`update customers set address = '大阪市', version = version + 1
      where account_id = ${inn.accountId} and id = ${hanako}`,
    );
    const done = await inn.undo(id);
    expect(done).toMatchObject({
      reservations_removed: 4,
      customers_removed: 1,
      retained: { later_import: 0, by_hand: 1, in_use: 1 },
      points_taken: 7_000 + 1_000,
      points_short: 4_000,
      guests_short: 1,
    });
    const snapshot = await inn.snapshot();
    expect(snapshot.points).toContainEqual(expect.stringContaining("使う 人|0|4000"));
    expect(snapshot.customers?.some((line) => line.includes("消える"))).toBe(false);
    expect(snapshot.customers?.find((line) => line.startsWith("M-1/"))).toContain("大阪市");
    expect(snapshot.customers?.some((line) => line.includes("hanako@example.jp"))).toBe(false);
  });

  test("once, within its days, by who may, and of one's own account", async () => {
    const inn = await openInn(t);
    const other = await openInn(t);
    const id = await inn.brings(BEFORE);
    expect((await other.ask(id)).statusCode).toBe(404);
    expect((await other.ask(id, "POST")).statusCode).toBe(404);
    await inn.ask(id, "POST");
    // Requested twice: one undo.
    expect((await inn.ask(id, "POST")).json()).toMatchObject({ state: "undoing" });
    expect((await inn.call({ method: "POST", url: `/api/imports/${id}/cancel` })).statusCode).toBe(400);
    await t.app.database.inScope({ accountIds: [inn.accountId] }, (tx) =>
      sql`update import_batches set updated_at = now() - interval '1 hour' where id = ${id}`.execute(tx.db),
    );
    await requeueStrandedImports(t.app);
    const jobs = await t.past.pool.query(
      "select from pgboss.job where name = 'undo-import' and (data ->> 'import_batch_id')::int = $1",
      [id],
    );
    expect(jobs.rowCount).toBe(2);
    await inn.run(id);
    await inn.run(id);
    expect((await inn.ask(id, "POST")).statusCode).toBe(400);
    const late = await inn.brings(BEFORE);
    expect((await inn.call({ method: "GET", url: `/api/imports/${late}` })).json().undo_until).not.toBeNull();
    await inn.inScope(
      (tx) => tx.run`update import_batches set finished_at = ${NOW}::timestamptz - interval '31 days'
      where account_id = ${inn.accountId} and id = ${late}`,
    );
    expect((await inn.call({ method: "GET", url: `/api/imports/${late}` })).json().undo_until).toBeNull();
    expect((await inn.ask(late, "POST")).statusCode).toBe(400);
  });

  test("a file of customers gives back what it replaced: the fields and the type", async () => {
    const inn = await openInn(t);
    await inn.inScope(
      (tx) =>
        tx.run`insert into account_customer_types (account_id, code, name) values (${inn.accountId}, 'VIP', '上客')`,
    );
    await inn.brings(BEFORE);
    const before = await inn.snapshot();
    const id = await inn.bringsGuests(
      { 会員番号: "M-1", 氏名: "山田 華子", メールアドレス: "h@example.jp", 住所: "京都市", 顧客区分: "VIP" },
      { 会員番号: "M-8", 氏名: "新しい 人", メールアドレス: "n@example.jp" },
    );
    const during = await inn.snapshot();
    expect(during.known?.find((line) => line.startsWith("M-1/"))).toMatch(/\|1$/);
    expect(await inn.undo(id)).toMatchObject({ customers_removed: 1, customers_restored: 1 });
    expect(difference(await inn.snapshot(), before)).toEqual({});
  });
});

test("points that have ended are not called used: taking them back leaves no debt", async () => {
  const inn = await openInn(t);
  const id = await inn.brings(
    csvOf([
      row("R60", { 会員番号: "M-5", チェックイン日: "2020-01-01", チェックアウト日: "2020-01-02", 利用金額: 50_000 }),
    ]),
  );
  const booked = (tx: Tx) =>
    expirePoints(tx, { accountId: inn.accountId, today: calendarDate("2026-11-22"), userId: null });
  await inn.inScope(booked);
  // What came by hand keeps the guest, whose debt would be seen.
  const { id: guest } = await inn.inScope(
    (tx) =>
      tx.one<{ id: number }>`select id from customers where account_id = ${inn.accountId} and member_number = 'M-5'`,
  );
  await inn.inScope(
    (tx) => tx.run`update customers set notes = '常連' where account_id = ${inn.accountId} and id = ${guest}`,
  );
  expect(await inn.undo(id)).toMatchObject({ points_taken: 5_000, points_short: 0, guests_short: 0 });
  const left = await inn.inScope(
    (tx) =>
      tx.all`select balance, debt from point_accounts where account_id = ${inn.accountId} and customer_id = ${guest}`,
  );
  expect(left).toEqual([{ balance: 0, debt: 0 }]);
});

test("what a feed told since stays, also where it changed nothing", async () => {
  const inn = await openInn(t);
  const line = {
    予約番号: "R-1",
    氏名: "山田 花子",
    チェックイン日: "2026-12-01",
    チェックアウト日: "2026-12-02",
    予約状態: "予約",
  };
  const id = await inn.brings(csvOf([line, { ...line, 予約番号: "R-2" }]));
  const key = await feedKey(t.app, { accountId: inn.accountId, facilityId: inn.accountId });
  const fields = {
    guest_name: "山田 花子",
    check_in_date: "2026-12-01",
    check_out_date: "2026-12-02",
    state: "reserved",
  };
  await fed(t, inn.accountId, key, "/feeds/plain/reservations", [{ ...fields, reservation_code: "R-1" }]);
  expect(await inn.undo(id)).toMatchObject({
    reservations_removed: 1,
    retained: { later_import: 2 },
    retained_rows: [{ name: "R-1" }, { name: "山田 花子" }],
  });
  expect((await inn.snapshot()).reservations?.map((row) => row.split("|")[0])).toEqual(["R-1"]);
});

test("the slice of the real file, undone and imported again, is as if it had come once", async () => {
  const [twice, once] = [await openInn(t), await openInn(t)];
  const slice = await resortSlice();
  const empty = await twice.snapshot();
  const id = await twice.brings(slice, 150);
  await twice.ask(id, "POST");
  await twice.run(id, new AbortController().signal, 150);
  expect(difference(await twice.snapshot(), empty)).toEqual({});
  await twice.brings(slice, 150);
  await once.brings(slice, 150);
  expect(
    difference(
      withoutAccount(await twice.snapshot(), twice.accountId),
      withoutAccount(await once.snapshot(), once.accountId),
    ),
  ).toEqual({});
});

test("a guest who was forgotten meanwhile stays forgotten, and nothing of him is kept for undoing", async () => {
  const inn = await openInn(t);
  await inn.brings(BEFORE);
  const id = await inn.brings(AFTER);
  const guest = await inn.inScope(
    (tx) => tx.one<{ id: number; version: number }>`select id, version from customers
    where account_id = ${inn.accountId} and member_number = 'M-1'`,
  );
  const erased = await inn.call({
    method: "POST",
    url: `/api/customers/${guest.id}/erasure`,
    payload: { version: guest.version },
  });
  expect(erased.statusCode, erased.body).toBe(200);
  const remaining = await inn.inScope(
    (tx) => tx.all`select from import_rows import_row where account_id = ${inn.accountId}
    and (before::text like '%花子%' or after::text like '%hanako%')`,
  );
  expect(remaining).toEqual([]);
  await inn.undo(id);
  // The names in the reservations are the guest register's, which is kept its years.
  const { customers, known } = await inn.snapshot();
  expect(JSON.stringify([customers, known])).not.toMatch(/花子|hanako/);
});
