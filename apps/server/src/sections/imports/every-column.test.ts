import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { csvOf, runImport, upload } from "./imports.fixture.ts";

// docs/coverage.md: what a file says about reservations, stays and rooms stands in their columns.
let t: TestApp;
let staff: Caller;
let accountId: number;
beforeEach(async () => {
  t = await testApp();
  const inn = await makeAccount(t.app, { name: "湯の宿" });
  accountId = inn.accountId;
  staff = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
});
afterEach(() => t.close());

const read = (statement: ReturnType<typeof sql<Record<string, unknown>>>) =>
  t.app.database.inScope({ accountIds: [accountId] }, async (tx) => (await statement.execute(tx.db)).rows);

test("a stay and a reservation, with every column that a file can fill", async () => {
  const stayed = {
    予約番号: "R-1",
    予約区分: "ウォークイン",
    状態: "滞在済",
    予約日: "2026-10-01",
    チェックイン: "2026-11-01",
    チェックアウト: "2026-11-03",
    予約金額: 21_000,
    利用金額: 20_000,
    支払金額: 18_000,
    プランコード: "SPA",
    部屋タイプ: "和室",
    部屋番号: "301",
    大人: 2,
    子供: 1,
    団体区分: "団体",
    言語: "英語",
    宿泊者区分: "代表",
    氏名: "山田 花子",
    電話: "03-1234-5678",
    キャンセル日: "",
    伝票番号: "T-1",
    精算日: "2026-11-04",
    予約経路: "旅の窓",
    予約時支払金額: 17_000,
    室数: 2,
    オンラインチェックイン: "はい",
    オンラインチェックアウト: "いいえ",
    経由システム: "ねっぱん",
    予約サイトコード: "11",
    予約サイト名: "旅の窓口",
  };
  const booked = {
    ...stayed,
    予約番号: "R-2",
    予約区分: "予約",
    状態: "キャンセル",
    利用金額: "",
    支払金額: 5_000,
    団体区分: "個人",
    言語: "日本語",
    氏名: "佐藤 次郎",
    キャンセル日: "2026-10-20",
    伝票番号: "",
    精算日: "",
    予約時支払金額: "",
  };
  const companion = { ...stayed, 宿泊者区分: "同伴", 氏名: "山田 太郎" };
  const id = await upload(staff, accountId, csvOf([stayed, booked, companion]));
  const { mapping } = (await staff({ method: "GET", url: `/api/imports/${id}/preview` })).json();
  await staff({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping } });
  await runImport(t.app, accountId, id);

  const reservations = await read(sql`select * from stay_reservations order by original_reservation_code`);
  const same = {
    reservation_system: "NONE",
    reservation_system_virtual: "ねっぱん",
    reservation_system_code: "11",
    reservation_system_name: "旅の窓口",
    reserved_min_room_count: 2,
    plan_code: "SPA",
    reserved_date: "2026-10-01",
    check_in_date: "2026-11-01",
    check_out_date: "2026-11-03",
    check_in_day: 0,
    check_out_day: 2,
    stay_days: 2,
    registration_card_status: "not_filled",
  };
  expect(reservations).toMatchObject([
    {
      ...same,
      original_reservation_code: "R-1",
      reserved_price: 21_000,
      reserved_payment_price: 17_000,
      tel: "+81312345678",
      reservation_status: "go_show",
      cancel_date: null,
      grant_status: "not_granted",
      group_type: "group",
      language_code: "en",
    },
    {
      ...same,
      original_reservation_code: "R-2",
      reserved_price: 21_000,
      reserved_payment_price: 5_000,
      reservation_status: "reserved",
      cancel_date: "2026-10-20",
      grant_status: "not_granted",
      group_type: "individual",
      language_code: "ja",
    },
  ]);
  expect(await read(sql`select * from stay_transactions`)).toMatchObject([
    {
      transaction_code: "T-1",
      confirmed_date: "2026-11-04",
      use_price: 20_000,
      payment_price: 18_000,
      check_in_date: "2026-11-01",
      check_out_date: "2026-11-03",
      is_online_check_in: true,
      is_online_check_out: false,
    },
  ]);
  const room = {
    stay_start_date: "2026-11-01",
    stay_end_date: "2026-11-03",
    adult_count: 2,
    child_count: 1,
    room_type: "和室",
    room_code: "301",
  };
  expect(await read(sql`select * from stay_rooms order by stay_reservation_id`)).toMatchObject([room, room]);
  const types = async (table: string) =>
    (await read(sql`select guest_type from ${sql.table(table)} order by guest_type`)).map((row) => row.guest_type);
  expect(await types("stay_reservation_customers")).toEqual(["companion", "representative", "representative"]);
  expect(await types("stay_customers")).toContain("representative");
});

test("what few systems say stays until it is said again; a blank cell empties it only where blanks are to", async () => {
  const afterImport = async (lines: Record<string, string | number>[], overwrite_blanks = false) => {
    const full = lines.map((line) => ({
      予約番号: "D-1",
      チェックイン: "2026-11-01",
      チェックアウト: "2026-11-03",
      氏名: "山田 花子",
      利用金額: 20_000,
      ...line,
    }));
    const id = await upload(staff, accountId, csvOf(full));
    const { mapping } = (await staff({ method: "GET", url: `/api/imports/${id}/preview` })).json();
    await staff({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping, overwrite_blanks } });
    await runImport(t.app, accountId, id);
    return read(sql`select reservation.reserved_min_room_count as rooms, stay.is_online_check_in as online
      from stay_reservations reservation
      join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
        where reservation.original_reservation_code = 'D-1'`);
  };
  const stay = { 状態: "滞在済", プランコード: "A" };
  expect(await afterImport([{ ...stay, 室数: 3, オンラインチェックイン: "はい" }])).toEqual([
    { rooms: 3, online: true },
  ]);
  expect(await afterImport([{ ...stay, プランコード: "B" }])).toEqual([{ rooms: 3, online: true }]);
  const blank = { ...stay, プランコード: "C", 室数: "", オンラインチェックイン: "" };
  expect(await afterImport([blank])).toEqual([{ rooms: 3, online: true }]);
  expect(await afterImport([blank], true)).toEqual([{ rooms: 1, online: false }]);
});

test("what was to be paid at booking stays when the stay is told later, with what was paid for that", async () => {
  const line = { 予約番号: "P-1", チェックイン: "2026-11-01", チェックアウト: "2026-11-03", 氏名: "山田 花子" };
  const booked = { ...line, 予約金額: 20_000, 予約時支払金額: 5_000 };
  const stays = [
    { ...line, 支払金額: 18_000 },
    { ...line, 支払金額: 19_000, 予約時支払金額: "" },
  ];
  const afterImport = async (cells: Record<string, string | number>, kind: string) => {
    const id = await upload(staff, accountId, csvOf([cells]), "f.csv", kind);
    const { mapping } = (await staff({ method: "GET", url: `/api/imports/${id}/preview` })).json();
    await staff({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping } });
    await runImport(t.app, accountId, id);
    return read(sql`select reservation.reserved_payment_price as booked, stay.payment_price as paid from stay_reservations reservation
      left join stay_transactions stay on stay.account_id = reservation.account_id and stay.stay_reservation_id = reservation.id
        where reservation.original_reservation_code = 'P-1'`);
  };
  expect(await afterImport(booked, "reservations")).toEqual([{ booked: 5_000, paid: null }]);
  for (const stay of stays) expect(await afterImport(stay, "stays")).toEqual([{ booked: 5_000, paid: stay.支払金額 }]);
});

test("a word for yes or no that nobody knows is asked for, and a number that is none refuses its line", async () => {
  const line = { 予約番号: "W-1", チェックイン: "2026-12-01", 泊数: 1, 氏名: "佐藤 次郎" };
  const id = await upload(staff, accountId, csvOf([{ ...line, 室数: "たくさん", オンラインチェックイン: "済" }]));
  const { mapping } = (await staff({ method: "GET", url: `/api/imports/${id}/preview` })).json();
  const check = await staff({ method: "POST", url: `/api/imports/${id}/check`, payload: { mapping } });
  expect(check.json()).toMatchObject({
    unknown_values: { is_online_check_in: ["済"] },
    refusals: [{ reasons: [{ field: "reserved_min_room_count" }, { field: "is_online_check_in" }] }],
  });
});
