import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import iconv from "iconv-lite";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { csvOf, resortSlice, runImport, upload } from "./imports.fixture.ts";

let test: TestApp;
let accountId: number;
let otherFacility: number;
let staff: Caller;
let reader: Caller;
let stranger: Caller;
beforeAll(async () => {
  test = await testApp();
  const other = await makeAccount(test.app, { name: "山の宿" });
  otherFacility = other.accountId;
  stranger = await test.as(await makeUser(test.app, other, "role_user", ["customers/all"], { canExport: true }));
});
afterAll(() => test.close());

// A house remembers how its files are read: each test has one of its own.
let houses = 0;
beforeEach(async () => {
  const own = await makeAccount(test.app, { name: `湯の宿${++houses}` });
  accountId = own.accountId;
  staff = await test.as(await makeUser(test.app, own, "role_user", ["customers/all"], { canExport: true }));
  reader = await test.as(await makeUser(test.app, own, "role_user", ["customers/read"], { canExport: true }));
});

const rows = [
  {
    予約番号: "R1",
    状態: "滞在済",
    チェックイン: "2026-11-01",
    チェックアウト: "2026-11-03",
    利用金額: 20_000,
    氏名: "山田 花子",
  },
  {
    予約番号: "=cmd",
    状態: "滞在済",
    チェックイン: "2026-11-01",
    チェックアウト: "2026-10-03",
    利用金額: -1,
    氏名: "@佐藤𠮷〜",
  },
];
const run = (id: number) => runImport(test.app, accountId, id);
const get = async (caller: Caller, url: string) => (await caller({ method: "GET", url })).json();

describe("from file to customers", () => {
  it("declares, uploads, previews, starts, shows progress and lists what was refused", async () => {
    const bytes = csvOf(rows);
    const id = await upload(staff, accountId, bytes, "十一月.csv");
    expect(await get(staff, `/api/imports/${id}`)).toMatchObject({
      state: "uploaded",
      bytes_received: bytes.length,
      chunk_bytes: CHUNK_BYTES,
      facility_name: `湯の宿${houses}`,
    });
    const preview = await get(staff, `/api/imports/${id}/preview`);
    expect(preview).toMatchObject({
      encoding: "utf-8",
      delimiter: ",",
      header: Object.keys(rows[0] ?? {}),
      mapping_source: "suggested",
      mapping: { reservation_code: "予約番号", check_in_date: "チェックイン", guest_name: "氏名" },
    });
    expect(preview.fields).toContainEqual({ field: "guest_name", label: "氏名", required: true });
    const started = await staff({
      method: "POST",
      url: `/api/imports/${id}/start`,
      payload: { mapping: preview.mapping },
    });
    expect(started.json()).toMatchObject({ state: "queued" });
    const queued = await test.past.pool.query("select data from pgboss.job where name = 'import-reservations'");
    expect(queued.rows).toContainEqual({ data: { account_id: accountId, import_batch_id: id } });
    await run(id);
    expect(await get(staff, `/api/imports/${id}`)).toMatchObject({
      state: "done",
      bytes_done: bytes.length,
      rows_read: 2,
      rows_new: 1,
      rows_refused: 1,
      customers_new: 1,
      stays_applied: 1,
      error: null,
    });
    expect((await get(reader, "/api/imports")).items[0]).toMatchObject({ id, created_by_name: "試験 花子" });
    const refused = await get(reader, `/api/imports/${id}/rejections`);
    expect(refused).toMatchObject({ total: 1, items: [{ line_no: 3 }] });
    expect(refused.items[0].reasons).toEqual([
      { field: "check_out_date", message: "チェックアウト日: 「2026-10-03」はチェックイン日(2026年11月1日)より前です" },
      { field: "use_price", message: "利用金額: 「-1」はマイナスの値です。0以上で書いてください" },
    ]);
    const file = await reader({ method: "GET", url: `/api/imports/${id}/rejections.csv` });
    expect(file.headers["content-type"]).toContain("text/csv");
    expect(file.headers["content-disposition"]).toBe(
      `attachment; filename="rejections.csv"; filename*=UTF-8''${encodeURIComponent("取り込めなかった行_十一月.csv")}`,
    );
    const lines = file.body.split("\r\n");
    expect(lines[0]).toBe(`\ufeff行番号,理由,${Object.keys(rows[0] ?? {}).join(",")}`);
    expect(lines[1]).toContain("'=cmd");
    expect(lines[1]).toContain("'-1,'@佐藤𠮷〜");
    const url = `/api/imports/${id}/rejections.csv`;
    expect(await get(reader, `${url}/check?encoding=sjis`)).toEqual({ lost: 1, examples: ["𠮷"] });
    const old = await reader({ method: "GET", url: `${url}?encoding=sjis` });
    expect(old.headers["content-type"]).toContain("Shift_JIS");
    expect(iconv.decode(old.rawPayload, "CP932")).toBe(file.body.slice(1).replace("𠮷", "〓").replaceAll("〜", "～"));
    const again = await upload(staff, accountId, bytes);
    expect(await get(staff, `/api/imports/${again}/preview`)).toMatchObject({
      mapping_source: "remembered",
      mapping: preview.mapping,
    });
  });

  it("takes a piece twice as once, and a piece of another length not at all", async () => {
    const bytes = Buffer.concat([await resortSlice(), Buffer.alloc(CHUNK_BYTES, "\n")]);
    const declared = await staff({
      method: "POST",
      url: "/api/imports",
      payload: { file_name: "a.csv", byte_size: bytes.length, facility_account_id: accountId },
    });
    const { id } = declared.json();
    const send = (seq: number, piece: Buffer) =>
      staff({
        method: "PUT",
        url: `/api/imports/${id}/chunks/${seq}`,
        headers: { "content-type": "application/octet-stream" },
        payload: piece,
      });
    const first = bytes.subarray(0, CHUNK_BYTES);
    expect((await send(0, first)).json()).toEqual({ bytes_received: CHUNK_BYTES });
    expect((await send(0, first)).json()).toEqual({ bytes_received: CHUNK_BYTES });
    expect((await send(0, first.subarray(1))).statusCode).toBe(400);
    expect((await send(2, first)).statusCode).toBe(400);
    expect((await staff({ method: "GET", url: `/api/imports/${id}/preview` })).statusCode).toBe(400);
    expect((await send(1, bytes.subarray(CHUNK_BYTES))).json()).toEqual({ bytes_received: bytes.length });
    expect(await get(staff, `/api/imports/${id}`)).toMatchObject({ state: "uploaded" });
  });

  it("says what is wrong with a mapping and with a file that is no CSV", async () => {
    const id = await upload(staff, accountId, csvOf(rows));
    const start = (mapping: Record<string, string>) =>
      staff({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping } });
    const refused = await start({ reservation_code: "予約番号", guest_name: "ない列", nothing: "氏名" });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields).sort()).toEqual([
      "mapping.check_in_date",
      "mapping.check_out_date",
      "mapping.guest_name",
      "mapping.nothing",
    ]);
    for (const [bytes, text] of [
      [Buffer.from("PK\u0003\u0004rest of a spreadsheet"), "Excelファイルが壊れている"],
      [Buffer.alloc(5_000, 0), "CSVファイルではありません"],
      [Buffer.from("予約番号,氏名\n"), "見出し行だけ"],
      [Buffer.alloc(0), "空です"],
      [Buffer.from(" \n \n"), "空です"],
      [Buffer.from("\ufeff予約番号,氏名\n1,山田\n", "utf16le"), "UTF-16"],
    ] as const) {
      const bad = await upload(staff, accountId, bytes);
      const answer = await staff({ method: "GET", url: `/api/imports/${bad}/preview` });
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(text)]);
      expect(await get(staff, `/api/imports/${bad}`)).toMatchObject({
        state: "failed",
        error: expect.stringContaining(text),
      });
    }
  });

  it("cancels at once what no worker has begun, and once it has ended not at all", async () => {
    const id = await upload(staff, accountId, csvOf(rows));
    const cancel = () => staff({ method: "POST", url: `/api/imports/${id}/cancel` });
    expect((await cancel()).json()).toMatchObject({ state: "cancelled" });
    expect((await cancel()).statusCode).toBe(200);
    await run(id);
    expect(await get(staff, `/api/imports/${id}`)).toMatchObject({ state: "cancelled", rows_read: 0 });
    const done = await upload(staff, accountId, csvOf(rows));
    const { mapping } = await get(staff, `/api/imports/${done}/preview`);
    await staff({ method: "POST", url: `/api/imports/${done}/start`, payload: { mapping } });
    await run(done);
    expect((await staff({ method: "POST", url: `/api/imports/${done}/cancel` })).statusCode).toBe(400);
  });
});

describe("who may", () => {
  it("asks each call for its session, its action and its account", async () => {
    const id = await upload(staff, accountId, csvOf(rows));
    const reads = ["", "/rejections", "/rejections.csv"].map((tail) => ({
      method: "GET" as const,
      url: `/api/imports/${id}${tail}`,
    }));
    const writes = [
      { method: "GET" as const, url: `/api/imports/${id}/preview` },
      { method: "POST" as const, url: `/api/imports/${id}/start`, payload: { mapping: {} } },
      { method: "POST" as const, url: `/api/imports/${id}/cancel` },
    ];
    const statuses = async (caller: Caller, calls: typeof writes | typeof reads) =>
      Promise.all(calls.map(async (call) => (await caller(call)).statusCode));
    expect(await statuses(test.anonymous, [...reads, ...writes])).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await statuses(reader, writes)).toEqual([403, 403, 403]);
    expect(await statuses(stranger, [...reads, ...writes])).toEqual([404, 404, 404, 404, 404, 404]);
    const foreign = await stranger({ method: "GET", url: `/api/imports/${id}` });
    expect(foreign.body).toBe((await stranger({ method: "GET", url: "/api/imports/999999" })).body);
    const into = await staff({
      method: "POST",
      url: "/api/imports",
      payload: { file_name: "a.csv", byte_size: 1, facility_account_id: otherFacility },
    });
    expect(into.statusCode).toBe(400);
  });

  it("leaves a line in the audit log for every write and export", async () => {
    const id = await upload(staff, accountId, csvOf(rows));
    const { mapping } = await get(staff, `/api/imports/${id}/preview`);
    const write = (what: string, payload = {}) => staff({ method: "POST", url: `/api/imports/${id}/${what}`, payload });
    expect((await write("start", { mapping })).statusCode).toBe(200);
    expect((await write("cancel")).statusCode).toBe(200);
    expect((await reader({ method: "GET", url: `/api/imports/${id}/rejections.csv` })).statusCode).toBe(200);
    const found = await test.app.database.inScope({ accountIds: [accountId] }, (tx) =>
      sql<{
        action: string;
      }>`select action from audit_logs where entity like 'import%' order by id`.execute(tx.db),
    );
    expect(found.rows.map((row) => row.action)).toEqual(["create", "start", "cancel", "export"]);
  });
});
