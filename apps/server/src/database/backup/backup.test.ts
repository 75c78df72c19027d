import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCipher } from "../../session/cipher.ts";
import { cloneDatabase, testCluster, urlOf } from "../../test/database.ts";
import { openDatabase } from "../connection.ts";
import { prepareDatabase } from "../embedded.ts";
import { checkBackup } from "./backup-file.ts";
import { drillRestore } from "./drill.ts";
import { restoreBackup } from "./restore-backup.ts";

// The commands as an operator runs them, on a PostgreSQL of their own: the owner is no superuser, and is bound by every policy.
const KEY = "a key for the tests only";
const DB = join(import.meta.dirname, "../../main/db.ts");
// Rows of several tables that refer to each other, with bytes, instants, days, lists and JSON.
const ROWS = [
  "insert into companies (name) select '会社' || n from generate_series(1, 3) n",
  "insert into accounts (code, name, company_id) select 'A' || id, '宿' || id, id from companies",
  "insert into users (login_id, user_email, name, company_id, role, password, status) select 'hana_admin', 'h@example.com', '花', min(id), 'role_admin', 'x', 'active' from companies",
  `insert into customers (account_id, name, name_kana, email, birthday)
    select a.id, '客' || n, 'キャク', 'g' || n || '@example.com', date '1980-02-29' + n from accounts a, generate_series(1, 700) n`,
  `insert into audit_logs (action, entity, entity_id, company_id, before, after)
    select 'update', 'companies', id, id, '{"name":"前"}', '{"name":"後"}' from companies`,
  "insert into sessions (user_id, token_hash, expires_at) select id, decode(repeat('00ff5c0a', 8), 'hex'), now() from users",
  "select setval('customer_type_additions', 41)",
  "insert into pgboss.job (name, data, state, started_on, heartbeat_on) values ('score-all-rfms', '{}', 'active', now(), now()), ('tend-feeds', '{}', 'created', null, null)",
];
let names: { ownerUrl: string; appUrl: string };
let drop: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "okaeri-backup-"));
  const made = await cloneDatabase();
  names = made;
  for (const statement of ROWS) await made.past.pool.query(statement);
  await made.past.pool.query("update customers set notes = $1 where id = (select min(id) from customers)", [
    "改行\nタブ\tバックスラッシュ\\. \\N\r\n区切り\u2028と\u2029、\u00a0、𠮷",
  ]);
  await made.database.close();
  await made.past.close();
  drop = async () => {
    const client = new pg.Client({ connectionString: testCluster().superuser });
    await client.connect();
    await client.query(`drop database "${new URL(made.appUrl).pathname.slice(1)}" with (force)`);
    await client.end();
  };
});
afterAll(async () => {
  await drop();
  rmSync(folder, { recursive: true, force: true });
});

const env = (over: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DATABASE_URL: names.appUrl,
  DATABASE_OWNER_URL: names.ownerUrl,
  SECRET_KEY: KEY,
  DATA_DIR: folder,
  ...over,
});

function db(args: readonly string[], over: Record<string, string> = {}) {
  const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", DB, ...args], {
    env: env(over),
    encoding: "utf8",
  });
  return { code: done.status, out: done.stdout, err: done.stderr.trim() };
}

/** One sum per table over all its rows, as a superuser sees them; of the jobs what they are for. */
async function contents(): Promise<Record<string, string>> {
  const client = new pg.Client({
    connectionString: urlOf(testCluster().superuser, new URL(names.appUrl).pathname.slice(1)),
  });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations' order by 1",
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t order by 1`);
      sums[name] = `${rows.length} ${createHash("sha256")
        .update(rows.map((row) => row.line).join("\n"))
        .digest("hex")}`;
    }
    const jobs = await client.query<{ line: string }>(
      "select name || ' ' || data || ' ' || (state < 'completed') as line from pgboss.job where state < 'completed' order by 1",
    );
    return { ...sums, jobs: jobs.rows.map((row) => row.line).join("\n") };
  } finally {
    await client.end();
  }
}

async function spoil(): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf(testCluster().superuser, new URL(names.appUrl).pathname.slice(1)),
  });
  await client.connect();
  await client.query("update customers set name = '上書き'; delete from pgboss.job; update users set name = '上書き'");
  await client.end();
}

test("a backup, and what was lost since comes back row by row, with the jobs that waited", {
  timeout: 600_000,
}, async () => {
  const before = await contents();
  expect(Number(before.customers?.split(" ")[0])).toBeGreaterThan(100);
  const made = db(["backup"]);
  expect([made.code, made.err]).toEqual([0, ""]);
  const file = made.out.split("\n")[0] ?? "";
  // Nobody else reads it.
  expect([statSync(file).mode & 0o777, statSync(join(folder, "backups")).mode & 0o777]).toEqual([0o600, 0o700]);
  await spoil();
  const spoilt = await contents();
  expect(spoilt.customers).not.toBe(before.customers);

  // Somebody is still connected, from wherever.
  const other = openDatabase(names.appUrl, { max: 1 });
  await other.pool.query("select 1");
  for (const command of [["restore", file, "--yes"], ["reset", "--yes"], ["seed"]])
    expect([command[0], db(command, { SMTP_URL: "smtp://127.0.0.1:9" })]).toEqual([
      command[0],
      {
        code: 1,
        out: "",
        err: expect.stringContaining("データベースを使っているプロセスがあります(接続: okaeri_app 1件)"),
      },
    ]);
  await other.close();
  expect(await contents()).toEqual(spoilt);

  const restored = db(["restore", file, "--yes"]);
  expect([restored.code, restored.err]).toEqual([0, ""]);
  expect(restored.out).toContain("内容が一致することを確かめました。待っている処理: 2件");
  expect(await contents()).toEqual(before);

  // The application works on it: rights, policies and the next id.
  const app = openDatabase(names.appUrl, { max: 1 });
  expect((await app.pool.query("select nextval('customer_type_additions')::int as n")).rows).toEqual([{ n: 42 }]);
  const seen = await app.pool.query("select count(*)::int as n from customers");
  expect(seen.rows[0].n).toBe(0);
  const added = await app.asSystem(
    (tx) => tx.one<{ id: number }>`insert into companies (name) values ('次') returning id`,
  );
  expect(added.id).toBe(4);
  await app.asSystem((tx) => tx.run`update companies set active_status = 'inactive' where id = ${added.id}`);
  await app.close();
});

test("killed at any moment of a restore, the database holds the old or the new", { timeout: 600_000 }, async () => {
  const file = join(folder, "kill.gz");
  expect(db(["backup", file]).code).toBe(0);
  const whole = await contents();
  await spoil();
  const old = await contents();
  for (const wait of [0, 700]) {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", DB, "restore", file, "--yes"], {
      env: env(),
    });
    await restoring();
    await sleep(wait);
    child.kill("SIGKILL");
    await new Promise((done) => child.once("exit", done));
    // The server notices the broken connection and undoes what was begun.
    await gone();
    const now = await contents();
    expect([JSON.stringify(old), JSON.stringify(whole)]).toContain(JSON.stringify(now));
  }
  // Two at once: one does it, the other says why not, and nothing is half.
  const two = [0, 1].map(
    () =>
      new Promise<{ code: number | null; err: string }>((done) => {
        const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", DB, "restore", file, "--yes"], {
          env: env(),
        });
        let err = "";
        child.stderr.on("data", (data: Buffer) => (err += data.toString()));
        child.once("close", (code) => done({ code, err }));
      }),
  );
  const results = await Promise.all(two);
  expect(results.some((result) => result.code === 0) || results.every((result) => result.code === 1)).toBe(true);
  for (const { code, err } of results)
    if (code !== 0)
      expect(err).toMatch(/データベースを使っているプロセスがあります|ほかの処理がデータベースを準備しています/);
  expect([JSON.stringify(old), JSON.stringify(whole)]).toContain(JSON.stringify(await contents()));
});

async function sessions(): Promise<number> {
  const client = new pg.Client({ connectionString: testCluster().superuser });
  await client.connect();
  const found = await client.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where application_name = 'okaeri-restore' and datname = $1",
    [new URL(names.appUrl).pathname.slice(1)],
  );
  await client.end();
  return found.rows[0]?.n ?? 0;
}

async function restoring(): Promise<void> {
  while ((await sessions()) === 0) await sleep(20);
}

async function gone(): Promise<void> {
  while ((await sessions()) > 0) await sleep(20);
}

test("a file that is cut off, changed, foreign, newer or of another key is refused before anything happens", async () => {
  const file = join(folder, "good.gz");
  expect(db(["backup", file]).code).toBe(0);
  const before = await contents();
  const good = readFileSync(file);
  const text = gunzipSync(good).toString();
  const bad: [string, Buffer, RegExp][] = [
    ["cut", good.subarray(0, good.length - 200), /途中で切れている/],
    ["cut-inside", gzipSync(text.slice(0, text.length / 2)), /途中で切れている/],
    ["no-footer", gzipSync(text.slice(0, text.lastIndexOf("-- end of"))), /途中で切れています/],
    ["changed", gzipSync(text.replace("hana_admin", "hana_admim")), /内容が書き換わっています\(users\)/],
    ["foreign", gzipSync("PGDMP something\nelse\n"), /バックアップを読めません/],
    ["plain", Buffer.from("hello"), /バックアップを読めません/],
    ["empty", Buffer.from(""), /バックアップを読めません/],
    [
      "newer",
      gzipSync(text.replace('"migrations":[', '"migrations":["9999_later.sql",')),
      /新しい版のもの.*9999_later/,
    ],
  ];
  const keys = openCipher([KEY]).keyIds;
  for (const [name, bytes, says] of bad) {
    const path = join(folder, `${name}.gz`);
    writeFileSync(path, bytes);
    const said = await checkBackup(path, keys)
      .then(
        (backup) =>
          restoreBackup({ ownerUrl: names.ownerUrl, appRole: "okaeri_app" }, path, backup).then(() => "restored"),
        (error: Error) => error.message,
      )
      .catch((error: Error) => error.message);
    expect([name, said]).toEqual([name, expect.stringMatching(says)]);
    expect([name, said.includes("\n")]).toEqual([name, false]);
  }
  expect(db(["restore", join(folder, "cut.gz"), "--yes"])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^バックアップを読めません/),
  });
  expect(db(["restore", file, "--yes"], { SECRET_KEY: "another key of sixteen" })).toMatchObject({
    code: 1,
    err: expect.stringContaining("SECRET_KEY: このバックアップは別の鍵"),
  });
  expect(await contents()).toEqual(before);
});

test("a disk that is full leaves no half backup, and the older ones stay; beyond BACKUP_KEEP they go", async () => {
  const into = join(folder, "nightly");
  // A process may write files of at most 4 blocks, as on a disk without room.
  const full = spawnSync(
    "/bin/sh",
    ["-c", `ulimit -f 4; exec "$0" --disable-warning=ExperimentalWarning ${DB} backup`, process.execPath],
    {
      env: env({ BACKUP_DIR: into }),
      encoding: "utf8",
    },
  );
  expect([full.status, full.stderr.trim()]).toEqual([
    1,
    expect.stringContaining("バックアップを書けませんでした: EFBIG"),
  ]);
  expect(readdirSync(into)).toEqual([]);
  for (const name of ["okaeri-20260101-000000.gz", "okaeri-20260102-000000.gz", "notes.txt"])
    writeFileSync(join(into, name), "old");
  chmodSync(into, 0o755);
  // The copy elsewhere failed: the new one is there, the old ones stay.
  const failed = db(["backup"], {
    BACKUP_DIR: into,
    BACKUP_KEEP: "2",
    BACKUP_COMMAND: "echo no room there >&2; false",
  });
  expect([failed.code, failed.err]).toEqual([1, "BACKUP_COMMAND: 終了コード 1。no room there"]);
  expect(readdirSync(into)).toHaveLength(4);
  await sleep(1_000);
  const done = db(["backup"], { BACKUP_DIR: into, BACKUP_KEEP: "2", BACKUP_COMMAND: `cp -t ${folder} --` });
  expect([done.code, done.err]).toEqual([0, ""]);
  const kept = readdirSync(into).sort();
  expect([kept.length, kept.includes("notes.txt"), kept.some((name) => name.includes("20260101"))]).toEqual([
    3,
    true,
    false,
  ]);
  expect(readdirSync(folder)).toContain(kept.at(-1));
  expect(statSync(into).mode & 0o777).toBe(0o700);
});

test("a drill restores beside the live database, compares, and leaves nothing", { timeout: 600_000 }, async () => {
  const file = join(folder, "drill.gz");
  expect(db(["backup", file]).code).toBe(0);
  // Who may make no database is told what it takes.
  expect(db(["drill", file])).toMatchObject({ code: 1, err: expect.stringContaining("createdb") });
  const superuser = urlOf(testCluster().superuser, new URL(names.appUrl).pathname.slice(1));
  const at = { ownerUrl: names.ownerUrl, adminUrl: superuser, appRole: "okaeri_app" };
  const backup = await checkBackup(file, [openCipher([KEY]).keyIds[0] ?? ""]);
  const report = await drillRestore(at, file, backup, prepareDatabase);
  expect(report.rows).toBe(
    backup.tables.reduce((sum, table) => sum + (table.name === "pgboss.job" ? 0 : table.rows), 0),
  );
  // A live database whose rights are not those of the product is told.
  const client = new pg.Client({ connectionString: superuser });
  await client.connect();
  await client.query("grant truncate on customers to okaeri_app");
  await expect(drillRestore(at, file, backup, prepareDatabase)).rejects.toThrow("権限が、いまのものと違います");
  await client.query("revoke truncate on customers from okaeri_app");
  const left = await client.query("select datname from pg_database where datname = 'okaeri_restore_drill'");
  await client.end();
  expect(left.rows).toEqual([]);
});
