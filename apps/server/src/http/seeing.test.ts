import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import type { Tx } from "../database/connection.ts";
import { buildServer } from "../main/build-server.ts";
import { buildWorkerServer } from "../main/worker-server.ts";
import { guestForm } from "../sections/customers/customers.fixture.ts";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";

// What an operator sees: every answer can be found in the log again, and figures say how the product does.
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
let t: TestApp;
let inn: Facility;
let folder: string;
let lines: Record<string, unknown>[];
let server: Awaited<ReturnType<typeof buildServer>>;
let worker: ReturnType<typeof buildWorkerServer>;
let cookie: string;
beforeAll(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "宿" });
  const person = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  folder = mkdtempSync(join(tmpdir(), "okaeri-seeing-"));
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const config = readConfig({ DEMO: "0", PORT: "3000", ACCESS_LOG: "1", BACKUP_DIR: folder, BACKUP_COMMAND: "true" });
  const app = { ...t.app, config, log };
  server = await buildServer(app, log);
  worker = buildWorkerServer(app, log, new AbortController().signal);
  cookie = String((await person({ method: "GET", url: "/api/menu" })).raw.req.headers.cookie);
});
afterAll(async () => {
  await server.close();
  await worker.close();
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  lines = [];
});

test("every answer says its request's id, whatever the caller sent, and its line in the log has it", async () => {
  const asked: [string, object, number][] = [
    ["/api/customers", { headers: { cookie, "x-request-id": "mine" } }, 200],
    ["/api/customers/999999", { headers: { cookie } }, 404],
    ["/api/customers?size=7", { headers: { cookie } }, 400],
    ["/api/none", {}, 404],
    ["/api/auth/login", { method: "POST", headers: { "content-type": "application/json" }, payload: "{" }, 400],
    ["/health/live", {}, 200],
    ["/metrics", { remoteAddress: "203.0.113.9" }, 404],
  ];
  for (const [url, options, status] of asked) {
    const answer = await server.inject({ method: "GET", url, ...options });
    const id = answer.headers["x-request-id"];
    expect([url, answer.statusCode, id]).toEqual([url, status, expect.stringMatching(ID)]);
    expect([url, lines.filter((line) => line.event === "http.request" && line.request_id === id)]).toEqual([
      url,
      [expect.objectContaining({ status, method: (options as { method?: string }).method ?? "GET" })],
    ]);
  }
  // An address that cannot be read never comes to a hook.
  expect((await server.inject("/%zz")).headers["x-request-id"]).toMatch(ID);
  // Lines of the log have the route's pattern, never the requested address.
  expect(lines.map((line) => line.route)).toContain("/api/customers/{id}");
  expect(JSON.stringify(lines)).not.toMatch(/999999|size=7/);
});

test("the line of an error has the id of the answer", async () => {
  await t.past.pool.query("alter table campaigns rename to campaigns_gone");
  const answer = await server.inject({ url: "/api/campaigns", headers: { cookie } });
  await t.past.pool.query("alter table campaigns_gone rename to campaigns");
  expect(answer.statusCode).toBe(500);
  expect(lines.find((line) => line.event === "call.error")).toMatchObject({
    request_id: answer.headers["x-request-id"],
    path: "/api/campaigns",
    sqlstate: "42P01",
  });
});

test("a number that its table has already is an error of ours: 500 with its line and its figure, and no word to the person", async () => {
  const headers = { cookie, origin: "http://localhost:3000" };
  const register = (name: string) =>
    server.inject({ method: "POST", url: "/api/customers", headers, payload: guestForm({ name }) });
  expect((await register("一人目")).statusCode).toBe(200);
  // As after a restore in which every sequence starts again.
  await t.past.pool.query("select setval('customers_id_seq', (select min(id) from customers), false)");
  lines = [];
  const answer = await register("二人目");
  expect([answer.statusCode, Object.keys(answer.json())]).toEqual([500, ["status", "message"]]);
  expect(lines.filter((line) => line.event === "call.error")).toEqual([
    expect.objectContaining({
      error: "IdentityCollision",
      error_code: "identity_collision",
      table: "customers",
      constraint: "customers_pkey",
      request_id: answer.headers["x-request-id"],
    }),
  ]);
  const { body } = await server.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(body).toContain('okaeri_identity_collisions{table="customers"} 1');
  // A key that two people may both want is the second one's to hear of, as before.
  const own = (tx: Tx) => tx.run`insert into account_settings (account_id) values (${inn.accountId})`;
  await t.app.database.inScope({ accountIds: [inn.accountId] }, own);
  await expect(t.app.database.inScope({ accountIds: [inn.accountId] }, own)).rejects.toMatchObject({ code: "23505" });
});

test("figures: routes by pattern, jobs that wait and for how long, unknown mails, the last backup; a worker has them too", async () => {
  writeFileSync(join(folder, "okaeri-20261120-023000.gz"), "");
  await t.app.database.inScope({ accountIds: [inn.accountId] }, async (tx) => {
    for (const rfm_id of [1, 2]) await t.app.jobs.add(tx, "score-rfm", { account_id: inn.accountId, rfm_id });
  });
  await t.past.pool.query(
    "update pgboss.job set start_after = now() - interval '100 seconds' where name = 'score-rfm'",
  );
  // A send of no campaign: only its count is asked for.
  await t.past.pool.query(`begin; set local session_replication_role = replica;
    insert into push_actions (account_id, campaign_id, campaign_action_id, campaign_segment_id, trigger_key, started_by, unknown_count, channel, push_scheduled_time)
      values (${inn.accountId}, 1, 1, 1, 'x', 'by_hand', 3, 'mail', now()); commit`);
  expect((await server.inject({ url: "/api/campaigns/999999", headers: { cookie } })).statusCode).toBe(404);
  const asking = vi.spyOn(t.app.jobs, "waiting");
  for (const one of [server, worker]) {
    asking.mockClear();
    const { body, statusCode } = await one.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
    const value = (name: string) =>
      Number(new RegExp(`^${name.replaceAll(/[{}]/g, "\\$&")} (\\S+)$`, "m").exec(body)?.[1]);
    expect([
      statusCode,
      value('okaeri_jobs{queue="score-rfm",state="waiting"}'),
      value('okaeri_jobs{queue="score-rfm",state="running"}'),
      value("okaeri_unknown_mails"),
    ]).toEqual([200, 2, 0, 3]);
    expect(value('okaeri_oldest_job_seconds{queue="score-rfm"}')).toBeGreaterThanOrEqual(100);
    expect(asking).toHaveBeenCalledTimes(1);
    expect(value("okaeri_last_backup_timestamp_seconds")).toBeGreaterThan(1_700_000_000);
    // None has left yet.
    expect(value("okaeri_last_backup_copy_timestamp_seconds")).toBe(0);
  }
  const { body } = await server.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
  expect(body).toContain('okaeri_http_request_seconds_count{route="/api/campaigns/{id}",method="GET",status="404"} 1');
  expect((await worker.inject("/api/session")).statusCode).toBe(404);
  // What the alert rules and the runbook ask for is there.
  const docs = join(import.meta.dirname, "../../../../docs");
  const named = ["alerts.yaml", "runbook.md"].flatMap(
    (file) => readFileSync(join(docs, file), "utf8").match(/okaeri_[a-z_]+/g) ?? [],
  );
  const unknown = named.filter(
    (name) => !["okaeri_owner", "okaeri_app", "okaeri_restore_drill"].includes(name) && !body.includes(`\n${name}`),
  );
  // These have a line only when there is one to tell.
  const silent = ["okaeri_broken_ledgers", "okaeri_failed_jobs", "okaeri_identity_collisions"];
  expect([
    named.length > 8,
    unknown.filter((name) => !silent.includes(name) || !body.includes(`# HELP ${name} `)),
  ]).toEqual([true, []]);
});
