import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { countsOf, csvOf, runImport, upload } from "./imports.fixture.ts";

// docs/adr/0300: files of reservations, stays and customers, and what their blanks leave alone.
let t: TestApp;
let staff: Caller;
let accountId: number;
beforeAll(async () => {
  t = await testApp();
  const inn = await makeAccount(t.app, { name: "湯の宿" });
  accountId = inn.accountId;
  staff = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  await t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    const made = await sql<{ id: number }>`insert into account_customer_types (account_id, code, name)
      values (${accountId}, 'GOLD', 'ゴールド') returning id`.execute(tx.db);
    await sql`insert into account_customer_type_linkages (account_id, account_customer_type_id, feed_channel, external_code)
      values (${accountId}, ${made.rows[0]?.id}, 's4', 'G1')`.execute(tx.db);
    const channel = await sql<{ id: number }>`insert into account_booking_channels (account_id, code, name)
      values (${accountId}, 'TABI', '旅の窓') returning id`.execute(tx.db);
    await sql`insert into account_booking_channel_linkages (account_id, account_booking_channel_id, feed_channel, external_code)
      values (${accountId}, ${channel.rows[0]?.id}, 's4', 'T9')`.execute(tx.db);
  });
});
afterAll(() => t.close());

type Cells = Record<string, string | number>;
async function bring(rows: Cells[], kind?: string, more = {}) {
  const id = await upload(staff, accountId, csvOf(rows), "f.csv", kind);
  const { mapping } = (await staff({ method: "GET", url: `/api/imports/${id}/preview` })).json();
  const started = await staff({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping, ...more } });
  if (started.statusCode !== 200) throw new Error(started.body);
  await runImport(t.app, accountId, id);
  return countsOf(t.app, accountId, id);
}
const read = (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
  t.app.database.inScope({ accountIds: [accountId] }, async (tx) => (await statement.execute(tx.db)).rows);
const reservation = (code: string) =>
  read(sql`select reservation.plan_code, reservation.cancel_date, reservation.is_no_show, reservation.check_out_date,
    reservation.account_booking_channel_id is not null as channel,
      guest.name, guest.email, room.room_code, stay.use_price, stay.transaction_code, stay.reversed_at is null as counts,
        customer.member_number
    from stay_reservations reservation
    left join stay_reservation_customers guest on guest.account_id = reservation.account_id and guest.stay_reservation_id = reservation.id
    left join stay_rooms room on room.account_id = reservation.account_id and room.stay_reservation_id = reservation.id
    left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
    left join customers customer on customer.account_id = reservation.account_id and customer.id = reservation.customer_id
    where reservation.account_id = ${accountId} and reservation.original_reservation_code = ${code}`);

test("a shorter file of the same bookings changes nothing; another value changes that value; blanks overwrite when asked", async () => {
  const full = {
    "Confirmation No.": "F-1",
    Guest: "山田 花子",
    IN: "令和8年11月1日",
    泊数: 2,
    料金合計: "￥１２，３００",
    ご予約状況: "滞在済",
    メール: "hana@example.jp",
    部屋番号: "301",
    プラン: "SPA",
    予約サイト: "t9",
    住所: "東京都千代田区1-1",
  };
  expect(await bring([full])).toMatchObject({ new: 1, stays: 1 });
  const before = await reservation("F-1");
  expect(before).toMatchObject([
    { check_out_date: "2026-11-03", use_price: 12_300, email: "hana@example.jp", channel: true, counts: true },
  ]);
  const short = { 予約番号: "F-1", 氏名: "山田 花子", IN: "2026/11/1", 泊数: 2, メール: "" };
  expect(await bring([short])).toMatchObject({ new: 0, changed: 0, unchanged: 1 });
  expect(await reservation("F-1")).toEqual(before);
  expect(await bring([{ ...short, 住所: "東京都千代田区2-2" }]), "another address is said").toMatchObject({
    changed: 1,
  });
  expect(await bring([{ ...short, 部屋番号: "302" }])).toMatchObject({ changed: 1 });
  expect(await reservation("F-1")).toEqual([{ ...before[0], room_code: "302" }]);
  expect(await bring([short], "reservations", { overwrite_blanks: true })).toMatchObject({ changed: 1 });
  expect(await reservation("F-1")).toMatchObject([{ email: null, plan_code: "", room_code: "", counts: false }]);
});

test("a cancellation without a day is of the day it was first told, and a better mapping repairs a worse one", async () => {
  const line = { 予約番号: "C-1", 氏名: "佐藤 次郎", IN: "2026-10-01", OUT: "2026-10-02", 状態: "キャンセル" };
  const blind = { 予約番号: "C-1", 氏名: "佐藤 次郎", IN: "2026-10-01", OUT: "2026-10-02" };
  expect(await bring([blind])).toMatchObject({ new: 1 });
  expect(await bring([line])).toMatchObject({ changed: 1, refused: 0 });
  expect(await reservation("C-1")).toMatchObject([{ cancel_date: "2026-11-20" }]);
  expect(await bring([line])).toMatchObject({ unchanged: 1 });
  expect(await bring([blind])).toMatchObject({ unchanged: 1 });
  expect(await bring([{ ...line, 取消日: "2026-09-01" }])).toMatchObject({ changed: 1 });
  expect(await reservation("C-1")).toMatchObject([{ cancel_date: "2026-09-01" }]);
});

test("a file of stays settles its reservations, and makes those that are unknown", async () => {
  await bring([
    { 予約番号: "S-1", 氏名: "鈴木 三郎", IN: "2026-11-01", OUT: "2026-11-02", 会員番号: "M-9", プラン: "SPA" },
  ]);
  const stays = [
    { 予約番号: "S-1", 伝票番号: "T-1", IN: "2026-11-01", OUT: "2026-11-02", 利用金額: 9_000, 氏名: "" },
    { 予約番号: "S-2", 伝票番号: "T-2", IN: "2026-11-01", OUT: "2026-11-02", 利用金額: 8_000, 氏名: "鈴木 四郎" },
    { 予約番号: "S-3", 伝票番号: "T-3", IN: "2026-11-01", OUT: "2026-11-02", 利用金額: 7_000, 氏名: "" },
  ];
  expect(await bring(stays, "stays")).toMatchObject({ new: 1, changed: 1, refused: 1, stays: 2 });
  const known = {
    use_price: 9_000,
    transaction_code: "T-1",
    member_number: "M-9",
    name: "鈴木 三郎",
    plan_code: "SPA",
  };
  expect(await reservation("S-1")).toMatchObject([known]);
  expect(await reservation("S-2")).toMatchObject([{ use_price: 8_000, name: "鈴木 四郎" }]);
  expect(await reservation("S-3")).toEqual([]);
  expect(await bring(stays, "stays")).toMatchObject({ new: 0, changed: 0, unchanged: 2, refused: 1 });
});

test("a file of customers makes and changes customers by the rules of identity, without reservations", async () => {
  const one = { 会員番号: "K-1", 氏名: "高橋 一", メール: "k1@example.jp", 顧客区分: "g1", メール同意: "可" };
  const file = [one, { ...one, 住所: "大阪市1" }, { 会員番号: "K-2", 氏名: "高橋 二" }];
  expect(await bring(file, "customers")).toMatchObject({ new: 2, changed: 1, customers: 2, refused: 0 });
  const customer = () =>
    read(sql`select customer.name, customer.email, customer.address, customer.birthday,
      (select count(*)::int from customer_types customer_type where customer_type.customer_id = customer.id) as types,
        (select count(*)::int from customer_consents consent where consent.customer_id = customer.id) as consents
      from customers customer where customer.account_id = ${accountId} and customer.member_number = 'K-1'`);
  const made = { name: "高橋 一", email: "k1@example.jp", address: "大阪市1", types: 1, consents: 1 };
  expect(await customer()).toMatchObject([made]);
  expect(await bring(file, "customers")).toMatchObject({ new: 0, changed: 0, unchanged: 3, customers: 0 });
  const changed = { 会員番号: "K-1", 氏名: "高橋 壱", メール: "new@example.jp", 生年月日: "S55.2.29", 住所: "" };
  expect(await bring([changed], "customers")).toMatchObject({ changed: 1 });
  const now = { name: "高橋 壱", email: "new@example.jp", address: "大阪市1", birthday: "1980-02-29" };
  expect(await customer()).toMatchObject([now]);
  expect(
    await bring([{ 氏名: "高橋 一", メール: "k1@example.jp" }], "customers"),
    "found by the key he had",
  ).toMatchObject({
    new: 0,
    changed: 1,
  });
});
