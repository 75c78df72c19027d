import { spawn, spawnSync } from "node:child_process";
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testCluster } from "../../test/database.ts";
import { closeBackedUp, contents, DB, db, env, folder, names, openBackedUp, spoil } from "./backup.fixture.ts";
import { proveUsable } from "./prove-usable.ts";

beforeAll(openBackedUp);
afterAll(closeBackedUp);

test("killed at any moment of a restore, the database holds the old or the new", { timeout: 600_000 }, async () => {
  const file = join(folder, "kill.gz");
  expect(db(["backup", file]).code).toBe(0);
  const whole = await contents();
  await spoil();
  const old = await contents();
  for (const wait of [0, 200, 400, 600, 800, 1_000, 1_500]) {
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
    // Whichever it is, it can be worked with.
    expect((await proveUsable(names, { tables: [] })).written).toBeGreaterThan(5);
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
  expect([failed.code, failed.err]).toEqual([
    1,
    expect.stringMatching(/^BACKUP_DIR: .*\nBACKUP_COMMAND: 終了コード 1。no room there$/),
  ]);
  expect(readdirSync(into)).toHaveLength(4);
  await sleep(1_000);
  const done = db(["backup"], { BACKUP_DIR: into, BACKUP_KEEP: "2", BACKUP_COMMAND: `cp -t ${folder} --` });
  expect([done.code, done.err]).toEqual([0, expect.stringMatching(/^BACKUP_DIR: .*chmod 700/)]);
  const remaining = readdirSync(into).sort();
  expect([
    remaining.length,
    remaining.includes("notes.txt"),
    remaining.some((name) => name.includes("20260101")),
  ]).toEqual([4, true, false]);
  expect(readdirSync(folder)).toContain(remaining.findLast((name) => name.endsWith(".gz")));
  // A folder that was there keeps its rights, whoever looks into it; the files are this user's alone.
  const modes = [into, ...remaining.filter((name) => name.endsWith(".gz")).map((name) => join(into, name))].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o755, 0o600, 0o600]);
});
