import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import iconv from "iconv-lite";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countStatements } from "../sections/customers/count-statements.fixture.ts";
import { openSession } from "../session/session-store.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";

let t: TestApp;
let provider: Facility;
let inn: Facility;
let boss: Caller;
let cookie: string;
const PEOPLE = 12_000;

beforeAll(async () => {
  t = await testApp();
  provider = await makeAccount(t.app, { name: "提供会社", provider: true, option: null });
  inn = await makeAccount(t.app, { name: "湯の宿 〜月〜" });
  const bossId = await makeUser(t.app, provider, "role_vc_admin", ["*"]);
  boss = await t.as(bossId);
  const token = await t.app.database.asSystem((tx) =>
    openSession(tx, t.app.clock, { userId: bossId, verified: true, ip: "127.0.0.1", userAgent: "test" }),
  );
  cookie = `okaeri=${token}`;
  // All of one name, so that only the id tells the rows of a page from the next page's.
  await t.past.asSystem((tx) =>
    sql`insert into users (company_id, user_email, name, role, status)
      select ${inn.companyId}, 'p' || n || '@example.jp', '同姓同名' || repeat('の長い名前', 30), 'role_user', 'pending'
        from generate_series(1, ${PEOPLE}) n`.execute(tx.db),
  );
  await t.server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => t.close());

const run = (statement: ReturnType<typeof sql>) => t.past.asSystem((tx) => statement.execute(tx.db));
const file = async (path: string, language = "ja") => {
  const answer = await boss({ method: "GET", url: `/api/${path}`, headers: { "x-okaeri-language": language } });
  expect([answer.statusCode, path]).toEqual([200, path]);
  return answer;
};

test("HEAD is answered as GET, but nothing leaves and the log says of nothing", async () => {
  const lines = async () => {
    const { rows } = await run(sql`select count(*)::int as n from audit_logs where action = 'export'`);
    return (rows[0] as { n: number }).n;
  };
  const before = await lines();
  const answer = await boss({ method: "HEAD", url: "/api/users/export.csv" });
  expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([
    200,
    "text/csv; charset=utf-8",
    "",
  ]);
  expect(await lines()).toBe(before);
  await file("users/export.csv");
  expect(await lines()).toBe(before + 1);
});

test("a file is one moment's: who comes, goes and is renamed while it is read is neither doubled nor lost", async () => {
  const { port } = t.server.server.address() as AddressInfo;
  const request = get({
    port,
    host: "127.0.0.1",
    path: "/api/users/export.csv?status=pending&sort=name",
    headers: { cookie },
  });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const parts: Buffer[] = [];
  response.on("data", (part: Buffer) => parts.push(part));
  await once(response, "data");
  response.pause();
  const atFirst = Buffer.concat(parts).length;
  // Removed from the front, added before it, moved from the end to the front and to the end.
  await run(
    sql`update users set status = 'inactive' where user_email in (select 'p' || n || '@example.jp' from generate_series(1, 600) n)`,
  );
  await run(sql`insert into users (company_id, user_email, name, role, status)
    select ${inn.companyId}, 'late' || n || '@example.jp', 'あ', 'role_user', 'pending' from generate_series(1, 700) n`);
  await run(sql`update users set name = 'あああ' where user_email like 'p119%'`);
  await run(sql`update users set name = '龠' where user_email like 'p7%'`);
  response.resume();
  await once(response, "end");
  const whole = Buffer.concat(parts);
  expect(whole.length).toBeGreaterThan(atFirst * 4);
  const mails = whole.toString("utf8").match(/p\d+@example\.jp|late\d+@example\.jp/g) ?? [];
  expect(mails.length).toBe(PEOPLE);
  expect(new Set(mails).size).toBe(PEOPLE);
});

test("a file asks the database the same few times for each piece, however long the list", async () => {
  const statements = (path: string) => countStatements(t, () => file(path).then(() => undefined));
  const short = await statements("users/export.csv?status=active");
  const long = await statements("users/export.csv?status=pending");
  // 500 rows a piece: one statement that reads and what proves the person again.
  expect(long - short).toBeLessThanOrEqual((PEOPLE / 500 + 2) * 8);
  // And leaves nothing behind: every connection is free again.
  await expect.poll(() => t.app.database.pool.totalCount - t.app.database.pool.idleCount).toBe(0);
});

test("days and times are those of the screens, in Tokyo; counts are numbers", async () => {
  await run(sql`update users set last_login_at = '2026-11-19T15:05:00Z' where status = 'active'`);
  await run(
    sql`update accounts set contract_started_at = '2025-04-01', contract_ended_at = '2027-03-31' where id = ${inn.accountId}`,
  );
  const people = await file("users/export.csv?status=active");
  expect(people.body.split("\r\n")[1]).toMatch(/,2026年11月20日 00:05$/);
  expect((await file("users/export.csv?status=active", "en")).body.split("\r\n")[1]).toMatch(/,2026-11-20 00:05$/);
  const accounts = await file("accounts/export.csv?sort=code");
  expect(accounts.body).toContain(",2025年04月01日,2027年03月31日,契約中,");
  const clients = await file("clients/export.csv");
  expect(clients.body).toContain(`\r\n湯の宿 〜月〜,1,`);
  for (const { body } of [people, accounts, clients]) expect(body).not.toMatch(/\d{4}-\d\d-\d\d|\dT\d|\d\dZ/);
});

test("what Shift_JIS lacks is told before, and is what the file then lacks", async () => {
  const named = await makeAccount(t.app, { name: "𠮷兆 Café −1‖¢£¬—😀" });
  const query = "clients/export.csv?encoding=sjis";
  const check = (await boss({ method: "GET", url: `/api/${query.replace(".csv", ".csv/check")}` })).json();
  expect(check).toEqual({ lost: 3, examples: ["𠮷", "é", "😀"] });
  const answer = await file(query);
  const text = iconv.decode(answer.rawPayload, "CP932");
  expect(text).toContain("〓兆 Caf〓 －1∥￠￡￢―〓");
  expect(text).toContain("湯の宿 ～月～");
  expect(text.split("〓").length - 1).toBe(check.lost);
  expect((await boss({ method: "GET", url: "/api/clients/export.csv/check?encoding=utf8" })).json()).toEqual({
    lost: 0,
    examples: [],
  });
  await run(sql`update companies set active_status = 'inactive' where id = ${named.companyId}`);
  const rest = `/api/clients/export.csv/check?encoding=sjis&active_status=active`;
  expect((await boss({ method: "GET", url: rest })).json()).toEqual({ lost: 0, examples: [] });
});
