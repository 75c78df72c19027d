import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import type { App } from "../app.ts";
import { systemClock } from "../clock.ts";
import { type Database, openDatabase } from "../database/connection.ts";
import { attachCluster, DATABASE } from "../database/embedded.ts";
import { guestForm } from "../sections/customers/customers.fixture.ts";
import { openSession } from "../session/session-store.ts";
import { makeAccount, makeUser } from "../test/app.ts";
import { freePort, type Settings, startProcess } from "./start.fixture.ts";

// A small disk of its own that fills up: what people are shown, and that nothing is lost.

const base = mkdtempSync(join(tmpdir(), "okaeri-full-"));
chmodSync(base, 0o755);
const disk = join(base, "disk");
mkdirSync(disk);
const mount = (megabytes: number) =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", disk]).status === 0;
const unmount = () => spawnSync("umount", ["-l", disk]).status === 0;
/** Only an administrator of the machine may mount. */
const mayMount = mount(1) && unmount();
afterAll(() => rmSync(base, { recursive: true, force: true }));

const ballast = join(disk, "ballast");
function fill(): void {
  const left = statfsSync(disk);
  const bytes = left.bavail * left.bsize;
  // As root also what is kept back; the last pages go one by one.
  for (let size = bytes; size >= 4096; size = Math.floor(size / 2))
    spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, `bs=${size}`, "count=1", "oflag=append", "conv=notrunc"]);
}

let started: ReturnType<typeof startProcess>[] = [];
beforeEach(() => {
  started = [];
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill("SIGTERM");
    await ended;
  }
  unmount();
});

const OWN: Settings = {
  DATABASE_URL: undefined,
  DATABASE_OWNER_URL: undefined,
  SECRET_KEY: undefined,
  SMTP_URL: undefined,
  DEMO: "0",
  ROLES: "web,worker",
  MAIL_CATCHER_PORT: "0",
};
const start = (over: Settings) => {
  const running = startProcess({ appUrl: "", ownerUrl: "" }, join(disk, "data"), { ...OWN, ...over });
  started.push(running);
  return running;
};
async function ready(running: ReturnType<typeof startProcess>): Promise<void> {
  while (!running.output.out.includes("準備ができました")) {
    expect(running.child.exitCode, running.output.err).toBe(null);
    await sleep(50);
  }
}

type Answer = { status: number; body: string };
async function send(url: string, cookie: string, body?: object | Buffer): Promise<Answer> {
  const bytes = Buffer.isBuffer(body);
  try {
    const answer = await fetch(url, {
      method: body === undefined ? "GET" : bytes ? "PUT" : "POST",
      headers: { cookie, "content-type": bytes ? "application/octet-stream" : "application/json" },
      ...(body === undefined ? {} : { body: bytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    return { status: 0, body: String((error as { cause?: unknown }).cause ?? error) };
  }
}

const databaseOf = (): Database => {
  const cluster = attachCluster(join(disk, "data"));
  if (!cluster) throw new Error("it runs");
  return openDatabase(cluster.url("app", DATABASE), { max: 2 });
};

test.skipIf(!mayMount)(
  "the disk of the data folder becomes full: 503 and a message, nothing that was acknowledged is lost, and it works again once there is room (skipped where nothing can be mounted)",
  async () => {
    expect(mount(450)).toBe(true);
    const port = await freePort();
    let running = start({ PORT: String(port) });
    await ready(running);
    let database = databaseOf();
    const inn = await makeAccount({ database } as App, { name: "宿" });
    const userId = await makeUser({ database } as App, inn, "role_admin", ["*"]);
    const token = await database.asSystem((tx) =>
      openSession(tx, systemClock, { userId, verified: true, ip: "127.0.0.1", userAgent: "test" }),
    );
    await database.close();
    const cookie = `okaeri=${token}`;
    const at = (path: string) => `http://127.0.0.1:${port}/api${path}`;
    const saved = new Set<number>();
    const save = async () => {
      const answer = await send(at("/customers"), cookie, guestForm({ name: "客", address: "箱根町".repeat(90) }));
      if (answer.status === 200) saved.add(JSON.parse(answer.body).id);
      return answer;
    };
    for (let n = 0; n < 20; n++) expect((await save()).status).toBe(200);

    fill();
    const answers: Answer[] = [];
    const bytes = Buffer.from(`予約番号,チェックイン日\n${"あ,2026-01-01\n".repeat(9_000)}`).subarray(0, 262_144);
    for (let n = 0; n < 400 && answers.filter(({ status }) => status !== 200).length < 20; n++) {
      answers.push(await save());
      const made = await send(at("/imports"), cookie, {
        file_name: "宿泊.csv",
        byte_size: bytes.length,
        facility_account_id: inn.accountId,
      });
      answers.push(made);
      if (made.status === 200)
        answers.push(await send(at(`/imports/${JSON.parse(made.body).id}/chunks/0`), cookie, bytes));
      if (running.child.exitCode !== null) break;
    }
    const failures = answers.filter(({ status }) => status !== 200);
    console.log(
      `${saved.size} saved; then ${[...new Set(failures.map(({ status, body }) => `${status} ${body.slice(0, 120)}`))].join(" | ")}; the process ${running.child.exitCode === null ? "goes on" : `ended with ${running.child.exitCode}: ${running.output.err.trim()}`}`,
    );
    expect(failures.length).toBeGreaterThan(0);
    for (const { status, body } of failures) {
      // Whoever comes after the process has ended finds nobody.
      expect([0, 503]).toContain(status);
      if (status === 503) {
        // Where PostgreSQL itself has gone for lack of room, it is only away.
        expect(JSON.parse(body)).toEqual({
          status: 503,
          message: expect.stringMatching(/空きがない|混み合っています/),
        });
      }
    }

    rmSync(ballast);
    // PostgreSQL gives up where it cannot write its log; the process starts it again, and when that fails says why and ends.
    await sleep(15_000);
    if (running.child.exitCode !== null) {
      expect(running.child.exitCode).toBe(1);
      expect(running.output.err.trim()).toMatch(/^データベースが止まり/);
      running = start({ PORT: String(port) });
      await ready(running);
    }
    await expect
      .poll(async () => (await send(at("/customers"), cookie)).status, { timeout: 30_000, interval: 500 })
      .toBe(200);
    expect((await save()).status).toBe(200);
    database = databaseOf();
    const stored = await database.inScope(
      { accountIds: [inn.accountId] },
      (tx) => tx.all<{ id: number }>`select id from customers`,
    );
    await database.close();
    const ids = new Set(stored.map(({ id }) => id));
    // What was answered is there. A guest whose answer was lost with the database may be there, too.
    expect([...saved].filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size - saved.size).toBeLessThanOrEqual(1);
  },
);

test.skipIf(!mayMount)(
  "a start on a full disk ends with 1 and a line that names the setting, and starts once there is room (skipped where nothing can be mounted)",
  async () => {
    expect(mount(450)).toBe(true);
    fill();
    const first = start({ PORT: String(await freePort()) });
    expect(await first.ended).toBe(1);
    expect(first.output.err.trim()).toMatch(/^DATA_DIR: 空き容量がありません[^\n]*$/);
    rmSync(ballast);
    const second = start({ PORT: String(await freePort()) });
    await ready(second);
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
    fill();
    const third = start({ PORT: String(await freePort()) });
    expect(await third.ended).toBe(1);
    expect(third.output.err.trim()).toMatch(/^DATA_DIR: 空き容量がありません[^\n]*$/);
    rmSync(ballast);
    const fourth = start({ PORT: String(await freePort()) });
    await ready(fourth);
  },
);

test.skipIf(!mayMount)(
  "a start on a folder that may only be read ends with 1 and a line that names the setting (skipped where nothing can be mounted)",
  async () => {
    expect(mount(1)).toBe(true);
    expect(spawnSync("mount", ["-o", "remount,ro", disk]).status).toBe(0);
    const running = start({ PORT: String(await freePort()) });
    expect(await running.ended).toBe(1);
    expect(running.output.err.trim()).toMatch(
      /^DATA_DIR: (読み取り専用です|フォルダーがなく、作ることもできません)[^\n]*$/,
    );
  },
);

test.skipIf(!mayMount)(
  "a backup into a full folder says so, leaves no half file and keeps the older ones (skipped where nothing can be mounted)",
  async () => {
    const data = join(base, "data");
    const at = { ...OWN, DATA_DIR: data };
    const running = start({ ...at, PORT: String(await freePort()) });
    await ready(running);
    expect(mount(1)).toBe(true);
    writeFileSync(join(disk, "okaeri-20260101-000000.gz"), "old");
    fill();
    const before = readdirSync(disk);
    const backup = () =>
      spawnSync(
        process.execPath,
        ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "db.ts"), "backup"],
        {
          env: { PATH: process.env.PATH, DATA_DIR: data, BACKUP_DIR: disk, BACKUP_KEEP: "1" },
          encoding: "utf8",
        },
      );
    const full = backup();
    expect([full.status, full.stderr.trim()]).toEqual([
      1,
      expect.stringMatching(/^バックアップを書けませんでした: [^\n]*空き容量がありません[^\n]*$/),
    ]);
    expect(readdirSync(disk)).toEqual(before);
    rmSync(ballast);
    expect(backup().status).toBe(0);
    expect(readdirSync(disk)).toHaveLength(1);
  },
);
