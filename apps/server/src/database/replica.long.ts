import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { guestForm } from "../sections/customers/customers.fixture.ts";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import type { TestCluster } from "../test/database.ts";
import { openStandby, type Standby } from "../test/standby.ts";
import { type Database, openDatabase } from "./connection.ts";
import { APP_ROLE, type Cluster, DATABASE, openCluster } from "./embedded.ts";
import { migrate } from "./migrate.ts";

// Lists on a real streaming replica, which is held back, killed and frozen: nobody misses what had been written.

let cluster: Cluster;
let handed: string | undefined;
let t: TestApp;
let folder: string;
let standby: Standby;
let replay: pg.Client;
let own: Database;
let inn: Facility;
let staff: Caller;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "okaeri-standby-"));
  chmodSync(folder, 0o755);
  // A cluster of its own: a replica follows everything that happens on one.
  cluster = await openCluster({ dataDir: join(folder, "primary"), settings: ["shared_buffers=32MB"] });
  const { superuser, template } = { superuser: cluster.url("superuser", "postgres"), template: DATABASE };
  await migrate(cluster.url("owner", template), APP_ROLE);
  const addresses: TestCluster = {
    superuser,
    template,
    owner: cluster.url("owner", template),
    app: cluster.url("app", template),
  };
  handed = process.env.OKAERI_TEST_DATABASE;
  process.env.OKAERI_TEST_DATABASE = JSON.stringify(addresses);
  t = await testApp();
  inn = await makeAccount(t.app, { name: "海" });
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  standby = await openStandby(superuser, folder);
  replay = new pg.Client({ connectionString: standby.urlOf(superuser) });
  replay.on("error", () => {});
  await replay.connect();
  own = t.app.database;
  t.app.database = withReplica(standby.urlOf(appUrl()));
}, 120_000);
afterAll(async () => {
  await replay.end();
  await t.app.database.close();
  t.app.database = own;
  await standby.stop();
  await t.close();
  process.env.OKAERI_TEST_DATABASE = handed;
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const appUrl = () => String(own.pool.options.connectionString);
const withReplica = (replicaUrl: string) =>
  openDatabase(appUrl(), { max: 4, replicaUrl, watching: { everyMs: 200, patienceMs: 1_000, on: () => {} } });

async function namesListed(call = staff): Promise<string[]> {
  const answer = await call({ method: "GET", url: "/api/customers?size=100&sort=name_kana" });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items.map((item: { name: string }) => item.name);
}

let last = 0;
async function save(): Promise<string> {
  const name = `客${++last}`;
  const answer = await staff({ method: "POST", url: "/api/customers", payload: guestForm({ name }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return name;
}

/** Where the lists of `work` were read. */
async function readingsOf(work: () => Promise<unknown>) {
  const { readings } = t.app.database;
  const before = { ...readings };
  await work();
  return { replica: readings.replica - before.replica, primary: readings.primary - before.primary };
}

const caughtUp = () =>
  expect.poll(() => readingsOf(namesListed), { timeout: 20_000 }).toEqual({ replica: 1, primary: 0 });

test("a replica that has everything answers lists and reports, within the policies", async () => {
  const name = await save();
  await caughtUp();
  const other = await makeAccount(t.app, { name: "山" });
  const elsewhere = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  await caughtUp();
  const seen: string[][] = [];
  const read = await readingsOf(async () => {
    seen.push(await namesListed(), await namesListed(elsewhere));
    expect((await staff({ method: "GET", url: "/api/reports" })).statusCode).toBe(200);
    expect((await staff({ method: "GET", url: "/api/campaigns" })).statusCode).toBe(200);
  });
  expect([seen, read]).toEqual([[[name], []], { replica: 4, primary: 0 }]);
});

test("one that is behind is not asked: what was just written is in the list, always", async () => {
  await caughtUp();
  await replay.query("select pg_wal_replay_pause()");
  const held = await readingsOf(async () => {
    for (let n = 0; n < 5; n++) {
      const name = await save();
      expect(await namesListed()).toContain(name);
    }
  });
  expect(held).toEqual({ replica: 0, primary: 5 });
  await replay.query("select pg_wal_replay_resume()");
  await caughtUp();
  // Held back and let go at any moment.
  let turn = 0;
  for (let n = 0; n < 60; n++) {
    await replay.query(turn++ % 3 === 0 ? "select pg_wal_replay_pause()" : "select pg_wal_replay_resume()");
    const name = await save();
    expect(await namesListed()).toContain(name);
  }
  await replay.query("select pg_wal_replay_resume()");
  await caughtUp();
});

test("what reads may not write, on neither", async () => {
  const write = (database: Database) =>
    database.reading(
      { accountIds: [inn.accountId] },
      "0/0",
      (tx) => tx.run`insert into customers (account_id, name) values (${inn.accountId}, 'x')`,
    );
  for (const database of [t.app.database, own]) await expect(write(database)).rejects.toMatchObject({ code: "25006" });
});

test("the primary itself, named as its replica, is asked as the primary", async () => {
  const before = t.app.database;
  t.app.database = withReplica(appUrl());
  expect(await readingsOf(namesListed)).toEqual({ replica: 0, primary: 1 });
  await t.app.database.close();
  t.app.database = before;
});

test("one that is frozen or gone is nobody's outage", async () => {
  await caughtUp();
  standby.signal("SIGSTOP");
  const begin = performance.now();
  const answers = await Promise.all(Array.from({ length: 3 }, () => namesListed()));
  expect([answers.map((names) => names.length), performance.now() - begin < 5_000]).toEqual([[66, 66, 66], true]);
  standby.signal("SIGCONT");
  await caughtUp();
  standby.signal("SIGKILL");
  for (let n = 0; n < 5; n++) expect((await namesListed()).length).toBe(66);
});
