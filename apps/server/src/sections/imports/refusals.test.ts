import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { csvOf, runImport, upload } from "./imports.fixture.ts";

let t: TestApp;
let accountId: number;
let call: Caller;
beforeAll(async () => {
  t = await testApp();
  const inn = await makeAccount(t.app, { name: "理由の宿" });
  accountId = inn.accountId;
  call = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
});
afterAll(() => t.close());

const good = {
  予約番号: "R",
  予約状態: "予約",
  予約日: "2026-10-01",
  チェックイン: "2026-12-01",
  チェックアウト: "2026-12-03",
  泊数: "",
  予約金額: "10000",
  利用金額: "",
  大人: "2",
  氏名: "山田 花子",
  メール: "",
  電話: "",
  生年月日: "",
  キャンセル日: "",
  更新日時: "",
};
type Cell = keyof typeof good;
let serial = 0;
const line = (over: Partial<Record<Cell, string>>) => ({ ...good, 予約番号: `R${serial++}`, ...over });

/** The reasons of a file's lines, in both languages: by the check, and then by the list of the import. */
async function reasonsOf(lines: Record<string, string>[]) {
  const id = await upload(call, accountId, csvOf(lines));
  const get = async (url: string, language: string) =>
    (await call({ method: "GET", url: `/api/imports/${id}${url}`, headers: { "x-okaeri-language": language } })).json();
  const { mapping } = await get("/preview", "ja");
  const check = async (language: string) =>
    (
      await call({
        method: "POST",
        url: `/api/imports/${id}/check`,
        headers: { "x-okaeri-language": language },
        payload: { mapping },
      })
    ).json();
  const [ja, en] = [await check("ja"), await check("en")];
  expect((await call({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping } })).statusCode).toBe(200);
  await runImport(t.app, accountId, id);
  expect((await get("/rejections?size=20", "ja")).groups).toEqual(ja.refusal_groups);
  return { ja, en };
}

const REASONS: [over: Partial<Record<Cell, string>>, ja: string, en: string][] = [
  [
    { チェックイン: "2026年2月29日" },
    "チェックイン日: 2026年2月29日はありません",
    "Check-in: There is no day 2026-02-29",
  ],
  [{ チェックイン: "20261301" }, "チェックイン日: 2026年13月はありません", "Check-in: There is no month 13 in 2026"],
  [{ 生年月日: "平成31年2月30日" }, "生年月日: 2019年2月30日はありません", "Birthday: There is no day 2019-02-30"],
  [{ 生年月日: "31/02/1990" }, "生年月日: 1990年2月31日はありません", "Birthday: There is no day 1990-02-31"],
  [
    { チェックイン: "あした" },
    "チェックイン日: 「あした」は日付として読み取れません(例: 2026/8/9、2026年8月9日、令和8年8月9日、20260809)",
    "Check-in: “あした” is not a date (write 2026-08-09, 2026/8/9, 20260809 or 9 Aug 2026)",
  ],
  [{ 更新日時: "2026-11-20 25:00" }, "更新日時: 25:00という時刻はありません", "Updated at: There is no time 25:00"],
  [
    { 更新日時: "昨日" },
    "更新日時: 「昨日」は日時として読み取れません(例: 2026-11-20 10:05)",
    "Updated at: “昨日” is not a date and time, such as 2026-11-20 10:05",
  ],
  [
    { 更新日時: "2026-12-24 10:00" },
    "更新日時: 「2026-12-24 10:00」は今日(2026年11月20日)より後です",
    "Updated at: “2026-12-24 10:00” lies after today (2026-11-20)",
  ],
  [
    { チェックアウト: "2026-11-30" },
    "チェックアウト日: 「2026-11-30」はチェックイン日(2026年12月1日)より前です",
    "Check-out: “2026-11-30” lies before the check-in (2026-12-01)",
  ],
  [
    { チェックアウト: "2028-12-03" },
    "チェックアウト日: 733泊は長すぎます(365泊まで)",
    "Check-out: 733 nights are too long (at most 365 nights)",
  ],
  [
    { 予約日: "2026-12-05" },
    "予約日: 「2026-12-05」はチェックアウト日(2026年12月3日)より後です",
    "Reserved on: “2026-12-05” lies after the check-out (2026-12-03)",
  ],
  [
    { 予約状態: "滞在済" },
    "チェックアウト日: 「2026-12-03」はまだ来ていない日なので、宿泊済みにはできません(今日は2026年11月20日)",
    "Check-out: “2026-12-03” has not come yet, so the stay cannot be over (today is 2026-11-20)",
  ],
  [
    { キャンセル日: "2026-11-01" },
    "キャンセル日: キャンセル日「2026-11-01」がありますが、予約状態は「予約」です",
    "Cancelled on: There is a day of cancellation, “2026-11-01”, but the state is “予約”",
  ],
  [
    { 生年月日: "1850-01-01" },
    "生年月日: 「1850-01-01」は日付の範囲の外です(1900年1月1日から10年後まで)",
    "Birthday: “1850-01-01” is outside the days that can be (from 1900-01-01 to 10 years ahead)",
  ],
  [{ 大人: "1200" }, "大人人数: 「1200」は多すぎます(999まで)", "Adults: “1200” is too many (at most 999)"],
  [
    { 予約金額: "-500" },
    "予約金額: 「-500」はマイナスの値です。0以上で書いてください",
    "Reserved price: “-500” is negative. Write 0 or more",
  ],
  [
    { 予約金額: "1.5" },
    "予約金額: 「1.5」には小数があります。整数で書いてください",
    "Reserved price: “1.5” has decimals. Write a whole number",
  ],
  [
    { 予約金額: "2000000000" },
    "予約金額: 「2000000000」は金額が大きすぎます(10億円まで)",
    "Reserved price: “2000000000” is too much (at most ¥1,000,000,000)",
  ],
  [
    { 大人: "二人" },
    "大人人数: 「二人」は数として読み取れません(例: 12000)",
    "Adults: “二人” is not a number, such as 12000",
  ],
  [
    { 予約番号: "1.23457E+17" },
    "予約番号: 「1.23457E+17」は、表計算ソフトなどが数に変えて桁を省いたため、もとの番号が分かりません。もとのシステムから出し直し、列の書式を「文字列」にしてください",
    "Reservation code: “1.23457E+17” is a number that a spreadsheet has shortened, so the code is lost. Export the file again and keep the column as text",
  ],
  [
    { 予約金額: "10.000" },
    "予約金額: 「10.000」の点が、千の区切りか小数点か分かりません。10000または10,000のように書いてください",
    "Reserved price: “10.000” has a dot that may stand between thousands or before decimals. Write it as 10000 or 10,000",
  ],
  [
    { 電話: "12" },
    "電話番号: 「12」は電話番号として桁が合いません(2桁)",
    "Telephone: “12” has 2 digits, which no telephone number has",
  ],
  [
    { 電話: "電話なし(自宅)" },
    "電話番号: 「電話なし(自宅)」は電話番号として読み取れません(例: 03-1234-5678)",
    "Telephone: “電話なし(自宅)” is not a telephone number, such as 03-1234-5678",
  ],
  [
    { 氏名: "" },
    "氏名: 氏名がありません。宿泊・精算だけのファイルなら、この予約番号の予約を先に取り込んでください",
    "Name: There is no name. If the file has stays alone, import the reservation of this number first",
  ],
  [
    { 予約状態: "滞在済", チェックイン: "2026-10-01", チェックアウト: "2026-10-02", 予約日: "", 予約金額: "" },
    "利用金額: 宿泊した予約なのに、金額がありません",
    "Price of the stay: A stay needs what it cost, and there is no price",
  ],
  [
    { 氏名: "あ".repeat(101) },
    `氏名: 「${"あ".repeat(40)}…」は長すぎます(100文字まで)`,
    `Name: “${"あ".repeat(40)}…” is too long (at most 100 characters)`,
  ],
];

test("a reason says what is wrong with the value, in both languages", async () => {
  const { ja, en } = await reasonsOf(REASONS.map(([over]) => line(over)));
  const messagesOf = (one: { refusals: { reasons: { message: string }[] }[] }) =>
    one.refusals.map(({ reasons }) => reasons.map(({ message }) => message));
  expect(messagesOf(ja)).toEqual(REASONS.map(([, words]) => [words]));
  expect(messagesOf(en)).toEqual(REASONS.map(([, , words]) => [words]));
});

test("the same reason stands once, with how many lines and values have it, most lines first", async () => {
  const { ja } = await reasonsOf([
    line({ 電話: "なし(自宅)" }),
    ...Array.from({ length: 37 }, () => line({ チェックイン: "2026年2月29日" })),
    line({ 電話: "内線のみ" }),
    line({ 電話: "内線のみ", 大人: "-1" }),
  ]);
  expect(ja.refusal_groups).toEqual([
    {
      field: "check_in_date",
      message: "チェックイン日: 2026年2月29日はありません",
      count: 37,
      values: 1,
      lines: Array.from({ length: 37 }, (_, n) => n + 3),
    },
    {
      field: "tel",
      message: "電話番号: 「内線のみ」は電話番号として読み取れません(例: 03-1234-5678)",
      count: 3,
      values: 2,
      lines: [2, 40, 41],
    },
    {
      field: "adult_count",
      message: "大人人数: 「-1」はマイナスの値です。0以上で書いてください",
      count: 1,
      values: 1,
      lines: [41],
    },
  ]);
});
