import { CHUNK_BYTES, PENDING_UPLOADS } from "@okaeri/contract/import-limits";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { csvOf, runImport, upload } from "./imports.fixture.ts";
import { importJobs } from "./imports.jobs.ts";

let test: TestApp;
let now = TEST_NOW;
beforeAll(async () => {
  test = await testApp({ clock: { now: () => now } });
});
afterAll(() => test.close());

const { person, account } = PENDING_UPLOADS;
const HOUR = 3_600_000;
let made = 0;
const inn = () => makeAccount(test.app, { name: `宿${made++}` });
const clerk = async (of: Facility) => test.as(await makeUser(test.app, of, "role_user", ["customers/all"]));
const get = async (caller: Caller, url: string, language = "ja") =>
  (await caller({ method: "GET", url, headers: { "x-okaeri-language": language } })).json();
const declare = (caller: Caller, of: Facility, name = "予約.csv", size = 10, language = "ja") =>
  caller({
    method: "POST",
    url: "/api/imports",
    headers: { "x-okaeri-language": language },
    payload: { file_name: name, byte_size: size, facility_account_id: of.accountId },
  });
const cancel = (caller: Caller, id: number) => caller({ method: "POST", url: `/api/imports/${id}/cancel` });
const clear = () => importJobs(test.app)["clear-uploads"]({}, { signal: new AbortController().signal });
const pieces = async (id: number) =>
  (await test.past.pool.query("select count(*)::int as n from import_files where import_batch_id = $1", [id])).rows[0]
    .n;
const file = csvOf([{ 予約番号: "R1", チェックイン: "2026-11-01", チェックアウト: "2026-11-02", 氏名: "山田 花子" }]);
const start = async (caller: Caller, id: number) => {
  const { mapping } = await get(caller, `/api/imports/${id}/preview`);
  return caller({ method: "POST", url: `/api/imports/${id}/start`, payload: { mapping } });
};

it("lets so many uploads of one person wait; starting or cancelling one makes room, others have their own", async () => {
  const [own, other] = [await inn(), await inn()];
  const [staff, colleague, stranger] = [await clerk(own), await clerk(own), await clerk(other)];
  const ids: number[] = [await upload(staff, own.accountId, file, "十一月.csv")];
  for (let n = 1; n < person.count; n++) ids.push((await declare(staff, own, `${n}.csv`)).json().id);
  const refused = await declare(staff, own);
  const text =
    "ご自身のまだ始めていない取り込みは5件までです。取り込みの一覧で「十一月.csv」などを始めるか中止してから、もう一度送ってください";
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { status: 400, message: text, fields: { file_name: text } },
  ]);
  expect((await declare(staff, own, "a.csv", 1, "en")).json().fields.file_name).toBe(
    "At most 5 files of your own may wait to be imported. Start or cancel one of them, such as “十一月.csv”, in the list of imports, then send the file again",
  );
  expect((await declare(colleague, own)).statusCode).toBe(200);
  expect((await declare(stranger, other)).statusCode).toBe(200);
  expect((await cancel(staff, ids[1] ?? 0)).statusCode).toBe(200);
  expect((await declare(staff, own)).statusCode).toBe(200);
  expect((await declare(staff, own)).statusCode).toBe(400);
  expect((await start(staff, ids[0] ?? 0)).statusCode).toBe(200);
  expect((await declare(staff, own)).statusCode).toBe(200);
});

it("counts the bytes of a person and of an account, and the uploads of an account", async () => {
  const own = await inn();
  const [one, two, three] = [await clerk(own), await clerk(own), await clerk(own)];
  expect((await declare(one, own, "大.csv", person.bytes)).statusCode).toBe(200);
  const much = await declare(one, own, "小.csv", 1);
  expect([much.statusCode, much.json().fields]).toEqual([
    400,
    { byte_size: expect.stringMatching(/ご自身の.*合わせて1GBまで.*「大.csv」など/) },
  ]);
  expect((await declare(two, own, "大2.csv", account.bytes - person.bytes)).statusCode).toBe(200);
  expect((await declare(three, own, "小.csv", 1)).json().fields).toEqual({
    byte_size: expect.stringMatching(/この施設グループの.*合わせて2GBまで.*「大.csv」など/),
  });
  const many = await inn();
  for (let n = 0; n < account.count; n += person.count) {
    const caller = await clerk(many);
    for (let k = 0; k < person.count; k++) expect((await declare(caller, many, `${n + k}.csv`)).statusCode).toBe(200);
  }
  expect((await declare(await clerk(many), many)).json().fields).toEqual({
    file_name: expect.stringMatching(/この施設グループの.*20件まで.*「0.csv」など/),
  });
});

it("does not name the file of a facility that the person does not reach", async () => {
  const top = await inn();
  const beneath = (name: string) => makeAccount(test.app, { name, above: top });
  const [east, west] = [await beneath("東館"), await beneath("西館")];
  const clerks = [await clerk(east), await clerk(east)];
  for (const caller of clerks) expect((await declare(caller, east, "秘.csv", person.bytes)).statusCode).toBe(200);
  const { byte_size: text } = (await declare(await clerk(west), west)).json().fields;
  expect(text).toContain("どれかを始めるか中止して");
});

it("lets no more pass that come at once", async () => {
  const own = await inn();
  const staff = await clerk(own);
  const answers = await Promise.all(Array.from({ length: 12 }, () => declare(staff, own)));
  const statuses = answers.map((answer) => answer.statusCode).sort();
  expect(statuses).toEqual([...Array(person.count).fill(200), ...Array(12 - person.count).fill(400)]);
});

it("cancels what nobody has touched for a day, says why in the list, and leaves started ones alone", async () => {
  const own = await inn();
  const userId = await makeUser(test.app, own, "role_user", ["customers/all"]);
  let staff = await test.as(userId);
  // A session does not live as long.
  const later = async (milliseconds: number) => {
    now = new Date(begun.getTime() + milliseconds);
    staff = await test.as(userId);
  };
  const halfBytes = Buffer.alloc(CHUNK_BYTES + 1, "a");
  const begun = now;
  const untouched = await upload(staff, own.accountId, file);
  const half = (await declare(staff, own, "半分.csv", halfBytes.length)).json().id;
  const send = (seq: number, payload: Buffer) =>
    staff({
      method: "PUT",
      url: `/api/imports/${half}/chunks/${seq}`,
      headers: { "content-type": "application/octet-stream" },
      payload,
    });
  const queued = await upload(staff, own.accountId, file);
  await start(staff, queued);
  await later(2 * HOUR);
  expect((await send(0, halfBytes.subarray(0, CHUNK_BYTES))).statusCode).toBe(200);
  await later(PENDING_UPLOADS.hours * HOUR);
  await clear();
  expect((await get(staff, `/api/imports/${untouched}`)).state).toBe("uploaded");
  await later(PENDING_UPLOADS.hours * HOUR + 1);
  await clear();
  await clear();
  const states = async (language: string) => {
    const { items } = await get(staff, "/api/imports", language);
    return Object.fromEntries(
      items.map((one: { id: number; state: string; error: string }) => [one.id, [one.state, one.error]]),
    );
  };
  expect(await states("ja")).toEqual({
    [untouched]: ["cancelled", "24時間以内に始めなかったため、送られたファイルを削除しました"],
    [half]: ["uploading", null],
    [queued]: ["queued", null],
  });
  expect((await states("en"))[untouched]).toEqual([
    "cancelled",
    "Not started within 24 hours, so the uploaded file was removed",
  ]);
  expect([await pieces(untouched), await pieces(half), await pieces(queued)]).toEqual([0, 1, 1]);
  expect((await send(1, halfBytes.subarray(CHUNK_BYTES))).statusCode).toBe(200);
  const audited = await test.app.database.inScope({ accountIds: [own.accountId] }, (tx) =>
    sql`select entity_id, actor_user_id from audit_logs where action = 'expire'`.execute(tx.db),
  );
  expect(audited.rows).toEqual([{ entity_id: untouched, actor_user_id: null }]);
  await runImport(test.app, own.accountId, queued);
  expect((await get(staff, `/api/imports/${queued}`)).state).toBe("done");
  // Bytes that a version without this rule left behind.
  await test.past.pool.query("insert into import_files values ($1, $2, 0, 0, 'x')", [own.accountId, queued]);
  await clear();
  expect([await pieces(queued), await pieces(half)]).toEqual([0, 2]);
});

it("asks again, when a worker takes it up, whether the person who started it still may", async () => {
  const own = await inn();
  const lose = {
    right: "update account_users set permissions = '{}' where user_id = $1",
    reach: "delete from account_users where user_id = $1",
    place: "update users set status = 'inactive' where id = $1",
  };
  const admin = await clerk(own);
  for (const statement of Object.values(lose)) {
    const userId = await makeUser(test.app, own, "role_user", ["customers/all"]);
    const staff = await test.as(userId);
    const id = await upload(staff, own.accountId, file);
    expect((await start(staff, id)).statusCode).toBe(200);
    await test.past.pool.query(statement, [userId]);
    await runImport(test.app, own.accountId, id);
    expect(await get(admin, `/api/imports/${id}`)).toMatchObject({
      state: "failed",
      error: "取り込みを始めた方の権限がなくなったため、取り込みませんでした",
      rows_read: 0,
    });
    expect((await get(admin, `/api/imports/${id}`, "en")).error).toBe(
      "Not imported: the person who started it no longer has the permission",
    );
    expect(await pieces(id)).toBe(0);
  }
  expect((await get(admin, "/api/customers")).total).toBe(0);
});
