import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { countsOf, runImport, upload } from "./imports.fixture.ts";
import { textRow, workbookOf } from "./reading/xlsx/xlsx.fixture.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

let serial = 0;
async function openInn() {
  const inn = await makeAccount(t.app, { name: `表計算の宿${++serial}` });
  const call: Caller = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  const { accountId } = inn;
  const ask = async (method: "GET" | "POST", path: string, payload?: object) => {
    const answer = await call({ method, url: `/api/imports/${path}`, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const sent = (bytes: Buffer) => upload(call, accountId, bytes, "予約.xlsx");
  return { accountId, ask, sent };
}

const HEADER = ["予約番号", "氏名", "チェックイン日", "チェックアウト日", "利用金額", "予約状態"];
const stay = (row: number, code: string, day: number, price = "12300") =>
  `<row r="${row}"><c r="A${row}" t="inlineStr"><is><t>${code}</t></is></c><c r="B${row}" t="inlineStr"><is><t>山田 花子</t></is></c>
    <c r="C${row}" s="1"><v>${day}</v></c><c r="D${row}" s="1"><v>${day + 1}</v></c><c r="E${row}"><v>${price}</v></c>
    <c r="F${row}" t="inlineStr"><is><t>滞在済</t></is></c></row>`;

test("a workbook: its sheets, the one that is chosen, what it would do, and what it does", async () => {
  const inn = await openInn();
  const rows = Array.from({ length: 1_200 }, (_, n) => stay(n + 3, `R-${n}`, 45_000 + n)).join("");
  const other = textRow(1, ["予約番号", "氏名"]) + textRow(2, ["X", "別の 表"]);
  const faulty = `<row r="1203"><c r="A1203" t="e"><v>#N/A</v></c></row>`;
  const id = await inn.sent(
    workbookOf(
      [
        { name: "集計", rows: other },
        { name: "予約", rows: textRow(1, ["予約一覧"]) + textRow(2, HEADER) + rows + faulty },
      ],
      { formats: [14] },
    ),
  );
  expect((await inn.ask("GET", `${id}/preview`)).body).toMatchObject({
    encoding: "xlsx",
    sheets: ["集計", "予約"],
    sheet: "集計",
    header: ["予約番号", "氏名"],
  });
  const sheet = encodeURIComponent("予約");
  const { body } = await inn.ask("GET", `${id}/preview?sheet=${sheet}`);
  expect(body).toMatchObject({ sheet: "予約", header: HEADER });
  expect(body.rows[0]).toEqual(["R-0", "山田 花子", "2023-03-15", "2023-03-16", "12300", "滞在済"]);
  expect((await inn.ask("GET", `${id}/preview?sheet=none`)).body.fields).toHaveProperty("sheet");
  const choice = { mapping: body.mapping, sheet: "予約" };
  const check = await inn.ask("POST", `${id}/check`, choice);
  expect(check.body).toMatchObject({ state: "done", rows_new: 1_200, rows_refused: 1 });
  expect(check.body.refusals).toMatchObject([{ line_no: 1203 }]);
  expect((await inn.ask("POST", `${id}/start`, choice)).status).toBe(200);
  await runImport(t.app, inn.accountId, id, { batchRows: 500 });
  expect(await countsOf(t.app, inn.accountId, id)).toMatchObject({
    status: "done",
    new: 1_200,
    refused: 1,
    stays: 1_200,
  });
});

test("a workbook that was saved again with a changed price changes that stay; a CSV of the same lines changes nothing", async () => {
  const inn = await openInn();
  const brings = async (bytes: Buffer) => {
    const id = await inn.sent(bytes);
    const { mapping } = (await inn.ask("GET", `${id}/preview`)).body;
    const { body } = await inn.ask("POST", `${id}/check`, { mapping });
    await inn.ask("POST", `${id}/start`, { mapping });
    await runImport(t.app, inn.accountId, id);
    return [body.rows_new, body.rows_changed, body.rows_unchanged];
  };
  const book = (price: string) =>
    workbookOf([{ name: "予約", rows: textRow(1, HEADER) + stay(2, "R-1", 45_000) + stay(3, "R-2", 45_010, price) }], {
      formats: [14],
    });
  expect(await brings(book("100"))).toEqual([2, 0, 0]);
  expect(await brings(book("200"))).toEqual([0, 1, 1]);
  const csv = [
    HEADER.join(","),
    "R-1,山田 花子,2023-03-15,2023-03-16,12300,滞在済",
    "R-2,山田 花子,2023-03-25,2023-03-26,200,滞在済",
  ].join("\n");
  expect(await brings(Buffer.from(csv))).toEqual([0, 0, 2]);
});

test("old, locked and damaged workbooks say what to do", async () => {
  const inn = await openInn();
  const old = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4_000)]);
  const locked = Buffer.concat([old, Buffer.from("EncryptedPackage", "utf16le")]);
  const damaged = workbookOf([{ name: "予約", rows: textRow(1, HEADER) }]).subarray(0, 900);
  for (const [bytes, words] of [
    [old, ".xls"],
    [locked, "パスワード"],
    [damaged, "壊れている"],
  ] as const) {
    const id = await inn.sent(bytes);
    const { status, body } = await inn.ask("GET", `${id}/preview`);
    expect([status, body.message]).toEqual([400, expect.stringContaining(words)]);
    expect((await inn.ask("GET", String(id))).body).toMatchObject({
      state: "failed",
      error: expect.stringContaining(words),
    });
  }
});
