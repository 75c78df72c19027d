import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { countsOf, runImport, upload } from "./imports.fixture.ts";

// Inputs of public bug reports (fixtures/reported/README.md), imported over HTTP as a person does.
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const fileOf = (name: string) => readFile(new URL(`../../../fixtures/reported/${name}`, import.meta.url));

let serial = 0;
async function openInn() {
  const inn = await makeAccount(t.app, { name: `届いた宿${++serial}` });
  const { accountId } = inn;
  const call: Caller = await t.as(await makeUser(t.app, inn, "role_user", ["*"]));
  const ask = async (method: "GET" | "POST", url: string, payload?: object) => {
    const answer = await call({ method, url: `/api/imports/${url}`, ...(payload && { payload }) });
    return answer.json();
  };
  const rowsOf = async (text: string) =>
    (await t.app.database.inScope({ accountIds: [accountId] }, (tx) => sql.raw(text).execute(tx.db))).rows;
  /** What the preview, the check and the import come to. */
  const brings = async (bytes: Buffer, { name = "予約.csv", kind }: { name?: string; kind?: string } = {}) => {
    const id = await upload(call, accountId, bytes, name, kind);
    const preview = await ask("GET", `${id}/preview`);
    if (preview.mapping === undefined) return { id, preview };
    const { mapping } = preview;
    const check = await ask("POST", `${id}/check`, { mapping });
    await ask("POST", `${id}/start`, { mapping });
    await runImport(t.app, accountId, id);
    return { id, preview, check, counts: await countsOf(t.app, accountId, id) };
  };
  const refusedFile = async (id: number) =>
    (await call({ method: "GET", url: `/api/imports/${id}/rejections.csv` })).body;
  return { accountId, call, ask, rowsOf, brings, refusedFile };
}

const CUSTOMERS = "select name, member_number, email, tel_national, postcode from customers order by id";

test("a reservation number that a spreadsheet has shortened refuses its row, in both languages", async () => {
  const inn = await openInn();
  const { counts, check } = await inn.brings(await fileOf("shortened-numbers.csv"));
  expect(counts).toMatchObject({ new: 0, refused: 2 });
  expect(check.refusals[0].reasons[0].message).toContain(
    "「1.23457E+17」は、表計算ソフトなどが数に変えて桁を省いたため",
  );
  expect(await inn.rowsOf(CUSTOMERS)).toEqual([]);
});

test("10.000 is refused like 12.500", async () => {
  const { counts, check } = await (await openInn()).brings(await fileOf("dot-thousands.csv"));
  expect(counts).toMatchObject({ new: 0, refused: 2 });
  const messages = check.refusals.map(({ reasons }: { reasons: { message: string }[] }) => reasons[0]?.message);
  expect(messages).toEqual(["10.000", "12.500"].map((price) => expect.stringContaining(`「${price}」の点が`)));
});

test("a member number keeps the leading zeros of its Excel number format", async () => {
  const inn = await openInn();
  await inn.brings(await fileOf("zeros-by-format.xlsx"), { name: "予約.xlsx" });
  expect(await inn.rowsOf(CUSTOMERS)).toMatchObject([{ member_number: "000123" }]);
});

test("a long number of Excel in the place of a code refuses its row", async () => {
  const { textRow, workbookOf } = await import("./reading/xlsx/xlsx.fixture.ts");
  const inn = await openInn();
  const cells = textRow(2, ["", "山田 花子", "2026-05-01", "2026-05-02", "10000", "stayed"]).replace(
    '<row r="2">',
    '<row r="2"><c r="A2"><v>1.2345678901234568E+17</v></c>',
  );
  const rows = textRow(1, ["予約番号", "氏名", "到着日", "出発日", "利用金額", "状態"]) + cells;
  const { counts } = await inn.brings(workbookOf([{ name: "予約", rows }]), { name: "予約.xlsx" });
  expect(counts).toMatchObject({ new: 0, refused: 1 });
});

test("texts that are marked for spreadsheets come in without the mark", async () => {
  const inn = await openInn();
  await inn.brings(await fileOf("text-marks.csv"));
  expect(await inn.rowsOf("select original_reservation_code as code from stay_reservations order by 1")).toEqual([
    { code: "G-1" },
    { code: "G-2" },
  ]);
  expect(await inn.rowsOf(CUSTOMERS)).toMatchObject([
    { member_number: "000123", tel_national: "09011112222" },
    { member_number: "000124", tel_national: "09011112223" },
  ]);
});

test("postcodes: a lost zero is put back, a fraction taken away, and words are none", async () => {
  const inn = await openInn();
  const { check } = await inn.brings(await fileOf("postcodes.csv"));
  expect(check).toMatchObject({ rows_with_zero: 1 });
  expect((await inn.rowsOf(CUSTOMERS)).map((row) => (row as { postcode: string }).postcode)).toEqual([
    "060-0001",
    "100-0001",
    null,
  ]);
});

test("a stay with an old carrier address goes in, and the address is kept", async () => {
  const inn = await openInn();
  const { counts, check } = await inn.brings(await fileOf("carrier-addresses.csv"));
  expect([counts, check]).toMatchObject([{ new: 1, stays: 1 }, { rows_mail_unreachable: 0 }]);
  expect(await inn.rowsOf(CUSTOMERS)).toMatchObject([{ email: "ka..ze.1@docomo.ne.jp" }]);
});

test.each([
  "taro@",
  "bad@@x",
  "a b@example.jp",
  "山田@example.jp",
  ".a@example.jp",
  "x".repeat(300),
  "a\u0007@example.jp",
])("a stay with the address %j goes in, the check counts it, and the text is kept", async (mail) => {
  const inn = await openInn();
  const header = "予約番号,氏名,チェックイン,チェックアウト,状態,利用金額,メール\n";
  const { counts, check } = await inn.brings(
    Buffer.from(`${header}R-1,山田 花子,2026-05-01,2026-05-02,滞在済,10000,${mail}\n`),
  );
  expect([counts, check]).toMatchObject([{ new: 1, stays: 1, refused: 0 }, { rows_mail_unreachable: 1 }]);
  const [guest] = await inn.rowsOf("select email, email_typed from customers");
  expect(guest).toEqual({ email: null, email_typed: mail.slice(0, 100).replace("\u0007", "\ufffd") });
});

test("hyphens of another table are hyphens: one reservation and one member", async () => {
  const inn = await openInn();
  await inn.brings(await fileOf("hyphens.csv"));
  expect(await inn.rowsOf("select original_reservation_code as code from stay_reservations")).toEqual([
    { code: "H-1" },
  ]);
  expect(await inn.rowsOf(CUSTOMERS)).toMatchObject([{ member_number: "M-0001" }]);
});

test("EUC-JP in kana alone is refused as a file", async () => {
  const { preview } = await (await openInn()).brings(await fileOf("euc-kana.csv"));
  expect(preview.message).toContain("EUC-JP");
});

test("headings below a title", async () => {
  const inn = await openInn();
  const { preview, counts } = await inn.brings(await fileOf("title-lines.xlsx"), { name: "予約.xlsx" });
  expect(preview.header.slice(0, 2)).toEqual(["予約番号", "氏名"]);
  expect(counts).toMatchObject({ new: 3, refused: 0 });
});

test("days with a time of day, with and without a zone", async () => {
  const inn = await openInn();
  await inn.brings(await fileOf("dates-with-zone.csv"));
  expect(await inn.rowsOf("select check_in_date::text as day from stay_reservations")).toEqual([
    { day: "2026-05-01" },
    { day: "2026-05-01" },
    { day: "2026-05-01" },
  ]);
});

test("0081 before a telephone number is +81", async () => {
  const inn = await openInn();
  await inn.brings(await fileOf("tel-0081.csv"));
  expect(await inn.rowsOf(CUSTOMERS)).toMatchObject([{ tel_national: "0312345679" }]);
});

test("the list of refused rows is corrected and imported: no mark stays before a telephone, a code or a name", async () => {
  const inn = await openInn();
  const bytes = (await fileOf("refused-lines-again.csv")).toString();
  const first = await inn.brings(
    Buffer.from(
      `${bytes.replace("2026/05/03", "2026/05/33").trimEnd()}\n-5,滞在済,2026/05/01,2026/05/33,10000,=山田 花子,,,"+81 3-1234-5678",'0001\n`,
    ),
  );
  expect(first.counts).toMatchObject({ new: 0, refused: 2 });
  const list = await inn.refusedFile(first.id);
  expect(list).toContain("'+81-90-1111-3333");
  const shown = await inn.ask("GET", `${first.id}/rejections`);
  expect(shown.items[0].raw).toContain(",bad@@x,+81-90-1111-3333,");
  const { counts } = await inn.brings(Buffer.from(list.replaceAll("/05/33", "/05/03")));
  expect(counts).toMatchObject({ new: 2, refused: 0 });
  expect(await inn.rowsOf("select original_reservation_code as code from stay_reservations order by 1")).toEqual([
    { code: "-5" },
    { code: "R-1" },
  ]);
  expect(await inn.rowsOf(CUSTOMERS)).toMatchObject([
    { name: "試験 九子", tel_national: "09011113333" },
    { name: "=山田 花子", tel_national: "0312345678", member_number: "0001" },
  ]);
  // The bad address of the row cost nothing (docs/adr/0104).
  expect(await inn.rowsOf("select email_typed from customers order by id")).toMatchObject([
    { email_typed: "bad@@x" },
    {},
  ]);
});

test("the guests' file is imported without a change", async () => {
  const inn = await openInn();
  const header = "会員番号,氏名,フリガナ,電話番号,メール\n";
  const guests = [
    "'000123,山田 花子,ヤマダ ハナコ,090-1234-5678,hanako@guests.example.net",
    '-5,"=山田,太郎",ヤマダ タロウ,+1 212-555-0100,+taro@guests.example.net',
    "M-0001,'t Hart,,0312345678,ka..ze@docomo.ne.jp",
    "'+1,''0123,,,zero@guests.example.net",
  ];
  const kind = "customers";
  const first = await inn.brings(Buffer.from(header + guests.join("\n")), { kind });
  expect(first.counts).toMatchObject({ new: 4, refused: 0 });
  const before = await inn.rowsOf(CUSTOMERS);
  expect(before).toMatchObject([{ member_number: "000123" }, { member_number: "-5", name: "=山田,太郎" }, {}, {}]);
  for (const language of ["ja", "en"]) {
    const headers = { "x-okaeri-language": language };
    const file = await inn.call({ method: "GET", url: "/api/customers/export.csv", headers });
    const again = await inn.brings(file.rawPayload, { kind, name: "お客様.csv" });
    expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 4, refused: 0 });
    expect(await inn.rowsOf(CUSTOMERS)).toEqual(before);
  }
});

test.each([
  ["ja", "氏名の列がありません。姓と名が別の列なら、1つの列にまとめて", "宿泊・精算だけのファイルなら"],
  ["en", "If first and last names are in two columns, join them in one", "If the file has stays alone"],
])("a file without names says what can be done (%s)", async (language, column, row) => {
  const inn = await openInn();
  const bytes = Buffer.from(
    "予約番号,チェックイン,チェックアウト,利用金額,姓,名\nR-1,2026-05-01,2026-05-02,10000,山田,花子\n",
  );
  const start = async (kind: string) => {
    const id = await upload(inn.call, inn.accountId, bytes, "予約.csv", kind);
    const { mapping } = await inn.ask("GET", `${id}/preview`);
    const headers = { "x-okaeri-language": language };
    const check = await inn.call({ method: "POST", url: `/api/imports/${id}/check`, payload: { mapping }, headers });
    return check.json();
  };
  expect((await start("reservations")).fields["mapping.guest_name"]).toContain(column);
  const stays = await start("stays");
  expect(stays.refusals[0].reasons).toEqual([expect.objectContaining({ message: expect.stringContaining(row) })]);
});

test("a column of states is suggested by its words, and a reservation number is not made of days", async () => {
  const inn = await openInn();
  const id = await upload(
    inn.call,
    inn.accountId,
    Buffer.from(
      "予約番号,conf,name,arrival,departure,reservation_status\n2026/05/01,R-1,山田,2026/05/01,2026/05/02,Canceled\n2026/05/02,R-2,佐藤,2026/05/01,2026/05/02,Check-Out\n",
    ),
  );
  const { mapping } = await inn.ask("GET", `${id}/preview`);
  expect(mapping).toEqual({
    guest_name: "name",
    check_in_date: "arrival",
    check_out_date: "departure",
    state: "reservation_status",
  });
});
