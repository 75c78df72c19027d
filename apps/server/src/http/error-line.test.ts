import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildServer } from "../main/build-server.ts";
import { makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";

let t: TestApp;
let lines: string[];
let server: Awaited<ReturnType<typeof buildServer>>;
beforeEach(async () => {
  t = await testApp();
  lines = [];
});
afterEach(async () => {
  await server.close();
  await t.close();
});

test("a 500 writes one line with method and path pattern, and nothing of a person", async () => {
  const secrets = ["山田 花子", "hana@example.jp", "tk-1234567", "secret-filter"];
  const inn = await makeAccount(t.app, { name: "湯の宿" });
  let cookie = "";
  await (await t.as(await makeUser(t.app, inn, "role_admin", ["*"])))({
    method: "GET",
    url: "/api/profile",
  }).then((answer) => {
    cookie = String(answer.raw.req.headers.cookie);
  });
  const broken = () =>
    Promise.reject(
      Object.assign(new Error(`value "${secrets[0]}\n    at ${secrets[1]} (x.ts:1)" is refused`), {
        code: "23514",
        table: "customers",
        constraint: "customers_name_check",
        hint: secrets[2],
        detail: `Failing row contains (1, ${secrets[0]}, ${secrets[1]}).`,
        parameters: secrets,
        query: secrets[3],
      }),
    );
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const app = { ...t.app, log, database: { ...t.app.database, inScope: broken, reading: broken } };
  server = await buildServer(app, log, { busyAfterMs: 600_000 });
  const headers = { cookie };
  for (const [method, url, path] of [
    ["GET", "/api/customers/4711", "/api/customers/{id}"],
    ["GET", "/api/customers?q=secret-filter", "/api/customers"],
    ["GET", "/api/imports/4711/rejections.csv", "/api/imports/:id/rejections.csv"],
  ] as const) {
    lines = [];
    const answer = await server.inject({ method, url, headers });
    expect([url, answer.statusCode, Object.keys(answer.json())]).toEqual([url, 500, ["status", "message"]]);
    expect([url, lines.length]).toEqual([url, 1]);
    const line = JSON.parse(lines[0] ?? "");
    expect(line).toMatchObject({
      method,
      path,
      sqlstate: "23514",
      table: "customers",
      constraint: "customers_name_check",
    });
    expect(line.thrown[0]).toMatch(/^at /);
    for (const secret of [...secrets, "4711"]) expect(`${lines}${answer.body}`).not.toContain(secret);
  }
});
