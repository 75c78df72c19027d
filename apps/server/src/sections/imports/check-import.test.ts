import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { handlersFor } from "../campaigns/campaigns.fixture.ts";
import { checkImport } from "./check-import.ts";
import { countsOf, csvOf, resortSlice, runImport, upload, versionsOf } from "./imports.fixture.ts";
import { importJobs } from "./imports.jobs.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

type Cells = Record<string, string | number>;
let serial = 0;
async function openInn() {
  const inn = await makeAccount(t.app, { name: `確認の宿${++serial}` });
  const { accountId } = inn;
  const call: Caller = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  const post = (id: number, what: string, payload: object) =>
    call({ method: "POST", url: `/api/imports/${id}/${what}`, payload });
  const preview = async (id: number) => (await call({ method: "GET", url: `/api/imports/${id}/preview` })).json();
  const sent = async (bytes: Buffer, kind?: string) => {
    const id = await upload(call, accountId, bytes, "f.csv", kind);
    return { id, mapping: (await preview(id)).mapping as Record<string, string> };
  };
  return { accountId, call, post, preview, sent };
}
type Inn = Awaited<ReturnType<typeof openInn>>;

const verdicts = ({ rows_new, rows_changed, rows_unchanged, rows_refused }: Record<string, number>) => ({
  new: rows_new,
  changed: rows_changed,
  unchanged: rows_unchanged,
  refused: rows_refused,
});

/** Checks, compares that nothing was written, starts, and compares what was foretold with what was done. */
async function expected(inn: Inn, bytes: Buffer, kind: string | undefined, choices: object, batchRows = 7) {
  const { id, mapping } = await inn.sent(bytes, kind);
  const inScope = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
    t.app.database.inScope({ accountIds: [inn.accountId] }, work);
  const before = await inScope((tx) => versionsOf(tx, inn.accountId));
  const check = await inn.post(id, "check", { mapping, ...choices });
  expect(check.statusCode, check.body).toBe(200);
  expect(check.json()).toMatchObject({ state: "done" });
  expect(await inScope((tx) => versionsOf(tx, inn.accountId))).toBe(before);
  const started = await inn.post(id, "start", { mapping, ...choices });
  expect(started.statusCode, started.body).toBe(200);
  await runImport(t.app, inn.accountId, id, { batchRows });
  const { new: made, changed, unchanged, refused } = await countsOf(t.app, inn.accountId, id);
  expect({ new: made, changed, unchanged, refused }).toEqual(verdicts(check.json()));
  return check.json();
}

test("the slice of the real file: what the check says is what the start does, before and after, and in another mapping", async () => {
  const inn = await openInn();
  const slice = await resortSlice();
  const first = await expected(inn, slice, undefined, {}, 150);
  expect(first).toMatchObject({ rows_new: 399, rows_refused: 1, columns_unused: [], unmapped: [], unknown_values: {} });
  expect(first.refusals).toMatchObject([{ line_no: 401 }]);
  expect(first.rows_cancelled).toBeGreaterThan(0);
  expect(await expected(inn, slice, undefined, {}, 150)).toMatchObject({ rows_unchanged: 399, rows_changed: 0 });
  expect(await expected(inn, slice, undefined, { overwrite_blanks: true }, 150)).toMatchObject({ rows_new: 0 });
});

describe("what a file leaves open is asked for", () => {
  const row = (code: string, state: string, more: Cells = {}) => ({
    "Confirmation No.": code,
    Guest: "山田 花子",
    IN: "2026-10-01",
    OUT: "2026-10-02",
    料金合計: 10_000,
    Status: state,
    ...more,
  });

  test("words of a status: named by the check, refused by the start, matched once and remembered", async () => {
    const inn = await openInn();
    const file = csvOf([row("1", "CXL"), row("2", "C/O", { 備考: "x" }), row("3", "N/S"), row("4", "滞在済")]);
    const { id, mapping } = await inn.sent(file);
    const unknown = (await inn.post(id, "check", { mapping })).json();
    expect(unknown).toMatchObject({
      unknown_values: { state: ["C/O", "CXL", "N/S"] },
      rows_refused: 3,
      columns_unused: ["備考"],
    });
    const refused = await inn.post(id, "start", { mapping });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toEqual(["values.state"]);
    const wrong = await inn.post(id, "check", { mapping, values: { state: { CXL: "gone" } } });
    expect(Object.keys(wrong.json().fields)).toEqual(["values.state"]);
    const values = { state: { CXL: "cancelled", "C/O": "stayed", "N/S": "no_show" } };
    const known = (await inn.post(id, "check", { mapping, values })).json();
    expect(known).toMatchObject({ unknown_values: {}, rows_new: 4, rows_cancelled: 1, rows_refused: 0 });
    expect((await inn.post(id, "start", { mapping, values })).statusCode).toBe(200);
    await runImport(t.app, inn.accountId, id);
    const next = await inn.sent(csvOf([row("5", "CXL")]));
    expect((await inn.preview(next.id)).values).toEqual(values);
    expect((await inn.post(next.id, "check", { mapping })).json()).toMatchObject({
      rows_cancelled: 1,
      unknown_values: {},
    });
  });

  test("words for channels and types: one of the account's own, remembered, and asked again when that one is gone", async () => {
    const inn = await openInn();
    const inScope = <T>(work: (tx: Tx) => Promise<T>) => t.app.database.inScope({ accountIds: [inn.accountId] }, work);
    await inScope(
      (tx) =>
        tx.run`insert into account_booking_channels (account_id, code, name) values (${inn.accountId}, 'JALAN', 'じゃらん')`,
    );
    const lines = (code: string) => csvOf([row(code, "予約", { 経路: "JLN" })]);
    const { id, mapping } = await inn.sent(lines("1"));
    expect((await inn.post(id, "check", { mapping })).json()).toMatchObject({
      unknown_values: { booking_channel: ["JLN"] },
    });
    const [choice] = (await inn.preview(id)).choices.booking_channel;
    expect(choice.label).toBe("じゃらん");
    for (const call of ["check", "start"]) {
      const wrong = await inn.post(id, call, { mapping, values: { booking_channel: { JLN: "どこにもない" } } });
      expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ["values.booking_channel"]]);
    }
    const values = { booking_channel: { JLN: choice.value } };
    expect((await inn.post(id, "check", { mapping, values })).json()).toMatchObject({ unknown_values: {} });
    expect((await inn.post(id, "start", { mapping, values })).statusCode).toBe(200);
    await runImport(t.app, inn.accountId, id);
    const channelOf = (code: string) =>
      inScope(
        (tx) => tx.one<{
          name: string | null;
          reported_name: string;
        }>`select channel.name, reservation.reservation_system_name as reported_name from stay_reservations reservation
          left join account_booking_channels channel on channel.account_id = reservation.account_id
            and channel.id = reservation.account_booking_channel_id
          where reservation.account_id = ${inn.accountId} and reservation.original_reservation_code = ${code}`,
      );
    expect(await channelOf("1")).toMatchObject({ name: "じゃらん" });
    const next = await inn.sent(lines("2"));
    expect((await inn.post(next.id, "check", { mapping })).json()).toMatchObject({ unknown_values: {} });
    expect((await inn.post(next.id, "start", { mapping })).statusCode).toBe(200);
    await runImport(t.app, inn.accountId, next.id);
    expect(await channelOf("2")).toMatchObject({ name: "じゃらん" });

    await inScope(
      (tx) =>
        tx.run`update account_booking_channels set code = 'JALANNET', name = 'じゃらんnet' where account_id = ${inn.accountId}`,
    );
    const last = await inn.sent(lines("3"));
    expect((await inn.post(last.id, "check", { mapping })).json()).toMatchObject({
      unknown_values: { booking_channel: ["JLN"] },
    });
    expect((await inn.post(last.id, "start", { mapping })).statusCode).toBe(200);
    await runImport(t.app, inn.accountId, last.id);
    expect(await channelOf("3")).toEqual({ name: null, reported_name: "JLN" });
  });

  test("names of rooms and plans: each can be given the house's own, which is remembered and taken back by the name itself", async () => {
    const inn = await openInn();
    const more = (部屋タイプ: string) => ({ 部屋タイプ, プラン: "BB" });
    const file = csvOf([
      row("1", "予約", more("TWN")),
      row("2", "予約", more(" ＴＷＮ")),
      row("3", "予約", more("和室")),
    ]);
    const { id, mapping } = await inn.sent(file);
    const check = (await inn.post(id, "check", { mapping })).json();
    expect(check).toMatchObject({ house_words: { room_type: ["TWN", "和室"], plan_code: ["BB"] }, unknown_values: {} });
    for (const [name, code] of [
      [" ", "required"],
      ["あ".repeat(65), "too_long"],
    ] as const) {
      const refused = await inn.post(id, "check", { mapping, values: { room_type: { TWN: name } } });
      expect([refused.statusCode, Object.keys(refused.json().fields)], code).toEqual([400, ["values.room_type"]]);
    }
    const values = { room_type: { TWN: "洋室ツイン" } };
    expect((await inn.post(id, "start", { mapping, values })).statusCode).toBe(200);
    await runImport(t.app, inn.accountId, id);
    const roomsOf = (codes: readonly string[]) =>
      t.app.database.inScope(
        { accountIds: [inn.accountId] },
        (tx) =>
          tx.all<{ room_type: string }>`select room.room_type from stay_reservations reservation
          join stay_rooms room on room.account_id = reservation.account_id and room.stay_reservation_id = reservation.id
          where reservation.account_id = ${inn.accountId} and reservation.original_reservation_code = any(${codes}::text[])
          order by reservation.original_reservation_code`,
      );
    const named = [{ room_type: "洋室ツイン" }, { room_type: "洋室ツイン" }, { room_type: "和室" }];
    expect(await roomsOf(["1", "2", "3"])).toEqual(named);
    const again = await inn.sent(csvOf([row("4", "予約", more("TWN")), row("5", "予約", more("TWN"))]));
    expect((await inn.preview(again.id)).values).toEqual(values);
    const back = { mapping, values: { room_type: { TWN: "TWN" } } };
    expect((await inn.post(again.id, "start", back)).statusCode).toBe(200);
    await runImport(t.app, inn.accountId, again.id);
    expect(await roomsOf(["4"])).toEqual([{ room_type: "TWN" }]);
    const many = Array.from({ length: 61 }, (_, n) => row(`m${n}`, "予約", more(`R${n}`)));
    const list = await inn.sent(csvOf(many));
    expect((await inn.post(list.id, "check", { mapping })).json().house_words).toEqual({ plan_code: ["BB"] });
  });

  test("a postcode whose first zero is gone is told", async () => {
    const inn = await openInn();
    const at = (郵便番号: string, 住所: string) => ({ 郵便番号, 住所 });
    const file = csvOf([
      row("1", "予約", at("600001", "北海道札幌市")),
      row("2", "予約", at("600001", "京都市下京区")),
    ]);
    const { id, mapping } = await inn.sent(file);
    expect((await inn.post(id, "check", { mapping })).json()).toMatchObject({ rows_with_zero: 1, rows_refused: 0 });
  });

  test("a telephone whose first zero is gone, and an address that no mail server takes, are told and cost no line", async () => {
    const inn = await openInn();
    const at = (電話: string, メール: string) => ({ 電話, メール });
    const lines = [
      at("9012345678", "a@b"),
      at("312345678", "ok@example.jp"),
      at("090-1234-5678", ""),
      at("+12125550100", "ｘ＠ｙ"),
    ];
    const file = csvOf(lines.map((more, n) => row(String(n), "予約", more)));
    const { id, mapping } = await inn.sent(file);
    const counts = { rows_with_zero: 2, rows_mail_unreachable: 2, rows_refused: 0, rows_new: 4 };
    expect((await inn.post(id, "check", { mapping })).json()).toMatchObject(counts);
    expect((await inn.post(id, "start", { mapping })).statusCode).toBe(200);
    await runImport(t.app, inn.accountId, id);
    const stored = await t.app.database.inScope(
      { accountIds: [inn.accountId] },
      (tx) => tx.all`select tel_national, email, email_typed from customers order by id`,
    );
    expect(stored).toEqual([
      { tel_national: "09012345678", email: null, email_typed: "a@b" },
      { tel_national: "0312345678", email: "ok@example.jp", email_typed: null },
      { tel_national: "09012345678", email: null, email_typed: null },
      { tel_national: null, email: null, email_typed: "ｘ＠ｙ" },
    ]);
  });

  test("no status and no money", async () => {
    const inn = await openInn();
    const { id, mapping } = await inn.sent(csvOf([{ 予約番号: "1", 氏名: "山田", IN: "2026-10-01", 泊数: 1 }]));
    expect((await inn.post(id, "check", { mapping })).json()).toMatchObject({ unmapped: ["state", "use_price"] });
  });

  test("the order of dates: asked for where the file leaves it open, and only there", async () => {
    const inn = await openInn();
    const open = [row("1", "予約", { IN: "08/11/2026", OUT: "09/11/2026" })];
    const { id, mapping } = await inn.sent(csvOf(open));
    expect((await inn.post(id, "check", { mapping })).json()).toMatchObject({ date_order_open: true, rows_refused: 1 });
    const refused = await inn.post(id, "start", { mapping });
    expect(Object.keys(refused.json().fields)).toEqual(["date_order"]);
    const request = { mapping, date_order: "dmy" };
    expect((await inn.post(id, "check", request)).json()).toMatchObject({ date_order_open: false, rows_new: 1 });
    // Prefilled for the next file of these headings: what was answered, and what the file showed by itself, for which no question is asked.
    expect((await inn.preview(id)).date_order).toBeNull();
    expect((await inn.post(id, "start", request)).statusCode).toBe(200);
    await runImport(t.app, inn.accountId, id);
    const next = await inn.sent(csvOf(open));
    expect((await inn.preview(next.id)).date_order).toBe("dmy");
    const clear = await inn.sent(csvOf([...open, row("2", "予約", { IN: "20/11/2026", OUT: "21/11/2026" })]));
    const check = (await inn.post(clear.id, "check", { mapping })).json();
    expect(check).toMatchObject({ date_order_open: false, date_order: "dmy", rows_new: 1, rows_unchanged: 1 });
  });
});

test("a large file is checked by a worker; the same question is asked until it is answered, and another one starts anew", async () => {
  const inn = await openInn();
  const row = (n: number) => ({ 予約番号: `L${n}`, 氏名: "山田", IN: "2026-10-01", 泊数: 1, メモ: "あ".repeat(4_000) });
  const { id, mapping } = await inn.sent(csvOf(Array.from({ length: 380 }, (_, n) => row(n))));
  expect((await inn.post(id, "check", { mapping })).json()).toMatchObject({ state: "waiting", rows_new: 0 });
  expect((await inn.post(id, "check", { mapping })).json()).toMatchObject({ state: "waiting" });
  await t.app.jobs.drain(Object.assign(handlersFor(t.app), importJobs(t.app)));
  expect((await inn.post(id, "check", { mapping })).json()).toMatchObject({ state: "done", rows_new: 380 });
  const { nights: _nights, ...without } = mapping;
  const other = { ...without, check_out_date: "IN" };
  expect((await inn.post(id, "check", { mapping: other })).json()).toMatchObject({ state: "waiting" });
  await checkImport(t.app, { account_id: inn.accountId, import_batch_id: id });
  expect((await inn.post(id, "check", { mapping: other })).json()).toMatchObject({ state: "done", rows_new: 380 });
});

/** Numbers that look random and are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each([1, 2, 3])("random files over several stored states, %i", (seed) => {
  test("reservations and stays", async () => {
    const inn = await openInn();
    const pick = numbers(seed);
    const one = (): Cells => ({
      予約番号: `R${pick(25)}`,
      状態: ["予約", "滞在済", "キャンセル", "不泊", "", "??"][pick(6)] ?? "",
      IN: `2026-10-${String(1 + pick(20)).padStart(2, "0")}`,
      泊数: pick(3),
      氏名: ["山田 花子", "佐藤 次郎", ""][pick(3)] ?? "",
      氏名カナ: ["ヤマダ ハナコ", ""][pick(2)] ?? "",
      メール: ["a@example.jp", "b@example.jp", "", "x@"][pick(4)] ?? "",
      電話: ["03-1234-5678", ""][pick(2)] ?? "",
      住所: ["東京", "大阪", ""][pick(3)] ?? "",
      利用金額: ["10000", "", "-1", "12,000円"][pick(4)] ?? "",
      宿泊者区分: ["代表", "代表", "同伴", ""][pick(4)] ?? "",
      会員番号: ["M-1", "M-2", "", ""][pick(4)] ?? "",
      更新日時: ["2026-10-01", "2026-10-02", ""][pick(3)] ?? "",
      団体区分: ["個人", "団体", ""][pick(3)] ?? "",
    });
    for (let round = 0; round < 4; round++) {
      const rows = Array.from({ length: 40 }, one);
      const choices = { overwrite_blanks: round === 3, values: { state: { "??": "reserved" } } };
      if (round === 2) await expected(inn, csvOf(rows.map(({ 状態: _s, ...row }) => row)), "stays", {});
      else await expected(inn, csvOf(rows), "reservations", choices);
    }
  });

  test("customers", async () => {
    const inn = await openInn();
    const pick = numbers(seed + 100);
    const one = (): Cells => ({
      氏名: ["山田 花子", "佐藤 次郎"][pick(2)] ?? "",
      氏名カナ: ["ヤマダ ハナコ", "サトウ ジロウ", ""][pick(3)] ?? "",
      会員番号: ["", "", `M-${pick(6)}`][pick(3)] ?? "",
      メール: ["", `m${pick(5)}@example.jp`][pick(2)] ?? "",
      電話: ["", `03-1234-567${pick(4)}`][pick(2)] ?? "",
      住所: ["東京", "大阪", ""][pick(3)] ?? "",
      メール同意: ["可", "不可", ""][pick(3)] ?? "",
    });
    for (let round = 0; round < 3; round++)
      await expected(inn, csvOf(Array.from({ length: 25 }, one)), "customers", {}, 5);
  });
});
