import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { proveSignIn } from "../sections/auth/prove-sign-in.ts";
import { brokenLedgers } from "../sections/points/broken-ledgers.ts";
import { DEMO_PASSWORD } from "../seed/demo-organisation.ts";
import { openCipher } from "../session/cipher.ts";
import { openSession } from "../session/session-store.ts";
import { type TestApp, testApp } from "../test/app.ts";
import { cloneDatabase } from "../test/database.ts";
import { checkBackup } from "./backup/backup-file.ts";
import { type Ask, codeOf, signIn, workForADay } from "./backup/day-of-work.fixture.ts";
import { OWNERS_ALONE, proveUsable } from "./backup/prove-usable.ts";
import { type Restored, restoreBackup } from "./backup/restore-backup.ts";
import { identitiesOf } from "./backup/sequences.ts";
import type { Database } from "./connection.ts";

/**
 * The data of an earlier version, with what that version answered about it: a small demo, made and asked by `scripts/earlier-data.ts` once
 * for each release. It is not renewed when something changes: an answer that differs is a figure that an update took from somebody.
 */
const FOLDER = join(import.meta.dirname, "../../fixtures/earlier");
const EARLIER = JSON.parse(readFileSync(join(FOLDER, "answers.json"), "utf8")) as {
  key: string;
  at: string;
  login_id: string;
  answers: Record<string, object>;
};

let restored: Awaited<ReturnType<typeof cloneDatabase>>;
let backup: Awaited<ReturnType<typeof checkBackup>>;
let tried: Restored;
const now = new Date(EARLIER.at);
beforeAll(async () => {
  restored = await cloneDatabase();
  await restored.database.close();
  await restored.past.close();
  const file = join(FOLDER, "backup.gz");
  backup = await checkBackup(file, openCipher([EARLIER.key]).keyIds);
  tried = await restoreBackup({ ...restored, appRole: "okaeri_app" }, file, backup);
});

// Each test works with what was restored, in a copy of its own.
let t: TestApp;
let own: Database;
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let database: Database;
let past: Database;
beforeEach(async () => {
  clone = await cloneDatabase({ from: restored.name });
  ({ database, past } = clone);
  t = await testApp({ clock: { now: () => now } });
  own = t.app.database;
  t.app.database = database;
  t.app.cipher = openCipher([EARLIER.key]);
});
afterEach(async () => {
  t.app.database = own;
  await t.close();
  await clone.drop();
});

test("data of an earlier version is migrated without losing a row", async () => {
  const now = await past.pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  const there = new Set(now.rows.map((row) => row.name));
  const lost: string[] = [];
  for (const { name, rows } of backup.tables) {
    if (rows === 0 || name.startsWith("pgboss.")) continue;
    if (!there.has(name)) {
      lost.push(`${name}: gone`);
      continue;
    }
    const { rows: found } = await past.pool.query<{ n: number }>(`select count(*)::int as n from ${name}`);
    if (found[0]?.n !== rows) lost.push(`${name}: ${rows} before, ${found[0]?.n} now`);
  }
  expect(lost).toEqual([]);
});

test("asked today, it answers what the earlier version answered: guests, balances, ranks, scores, campaigns, reports", async () => {
  const { rows } = await past.pool.query<{ id: number }>("select id from users where login_id = $1", [
    EARLIER.login_id,
  ]);
  const token = await database.asSystem((tx) =>
    openSession(tx, t.app.clock, { userId: rows[0]?.id ?? 0, verified: true, ip: "127.0.0.1", userAgent: "test" }),
  );
  for (const [path, answer] of Object.entries(EARLIER.answers)) {
    const now = await t.anonymous({ method: "GET", url: `/api${path}`, headers: { cookie: `okaeri=${token}` } });
    expect([path, now.statusCode]).toEqual([path, 200]);
    expect(now.json(), path).toMatchObject(answer);
  }
});

test("its points add up, of every programme", async () => {
  const { rows } = await past.pool.query<{ id: number }>(
    "select distinct account_id as id from grant_points order by 1",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { id } of rows)
    expect(await database.inScope({ accountIds: [id] }, (tx) => brokenLedgers(tx, id))).toEqual([]);
});

test("every number goes on after those of its table, and the application may write in every table that holds rows", async () => {
  const client = await past.pool.connect();
  const identities = await identitiesOf(client as unknown as pg.Client).finally(() => client.release());
  expect(identities.length).toBeGreaterThan(80);
  expect(identities.filter(({ next, top }) => next <= top)).toEqual([]);
  expect(identities.filter(({ top }) => top > 0).length).toBeGreaterThan(30);
  const filled = backup.tables.filter(({ name, rows }) => rows > 0 && !name.startsWith("pgboss."));
  // Migrations fill others.
  expect(tried).toMatchObject({ identities: identities.length, written: expect.any(Number) });
  expect(tried.written).toBeGreaterThanOrEqual(filled.length);
});

test("a number that is behind, rows that nobody sees and a right that is missing are told, with the table", async () => {
  const prove = () => proveUsable(clone, backup);
  const broken: [string, string, RegExp][] = [
    [
      "select setval('customers_id_seq', 1, false)",
      "select setval('customers_id_seq', 1000000)",
      /customers \(次 1、最大 \d+\)/,
    ],
    [
      "revoke insert on grant_points from okaeri_app",
      "grant insert on grant_points to okaeri_app",
      /書き込めません: grant_points/,
    ],
    [
      "alter policy tenant on customers with check (false)",
      "alter policy tenant on customers with check (account_id = any ((select app_account_ids())::bigint[]))",
      /書き込めません: customers/,
    ],
    [
      "alter policy whole_backup on customers using (false)",
      "alter policy whole_backup on customers using (current_setting('app.backup', true) = 'on')",
      /行が見えません: customers/,
    ],
  ];
  for (const [breaks, mends, says] of broken) {
    await past.pool.query(breaks);
    const refusal = await prove().catch((error: Error) => error.message);
    await past.pool.query(mends);
    expect([breaks, refusal]).toEqual([breaks, expect.stringMatching(says)]);
  }
  await past.pool.query("select setval('sessions_id_seq', 1, false)");
  await expect(proveSignIn(clone.appUrl)).rejects.toThrow(/sessions_pkey/);
  await past.pool.query("select setval('sessions_id_seq', (select max(id) from sessions))");
  expect(await prove()).toMatchObject({ identities: tried.identities });
  expect(await proveSignIn(clone.appUrl)).toBe(true);
});

test("what the owner alone writes, as the keys that a resealing keeps, is not asked of the application, and nothing else is", async () => {
  await past.pool.query(`with known as (insert into secret_keys (key_id) values ('00000000') returning key_id)
    insert into retired_keys (key_id, purpose, sealed) select key_id, 'erased', 'v1.00000000.x' from known`);
  const closed = await past.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not has_table_privilege('okaeri_app', oid, 'insert') order by 1`,
  );
  expect(closed.rows.map(({ name }) => name)).toEqual(OWNERS_ALONE);
  expect(await proveUsable(clone, backup)).toMatchObject({ identities: tried.identities });
  await past.pool.query("delete from retired_keys; delete from secret_keys where key_id = '00000000'");
});

test("people sign in and work on it: over HTTP, with password and code", async () => {
  const ask: Ask = async (path, body, cookie) => {
    const answer = await t.anonymous({
      method: body ? "POST" : "GET",
      url: `/api${path}`,
      headers: { cookie: `okaeri=${cookie}` },
      ...(body && { payload: body }),
    });
    const set = answer.cookies.find(({ name }) => name === "okaeri")?.value ?? "";
    return { status: answer.statusCode, json: answer.json(), cookie: set };
  };
  const code = await codeOf(past, t.app.cipher, EARLIER.login_id, now);
  const cookie = await signIn(ask, { loginId: EARLIER.login_id, password: DEMO_PASSWORD, code });
  await workForADay(ask, cookie);
});
