import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { secretKeysOf } from "../session/cipher.ts";
import { cloneDatabase } from "../test/database.ts";
import { freePort, type Settings, startProcess } from "./start.fixture.ts";

// The process itself, as a service manager starts and stops it, on a PostgreSQL of one's own.
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await cloneDatabase();
  folder = mkdtempSync(join(tmpdir(), "okaeri-start-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.drop();
});

const start = (over: Settings) => startProcess(database, folder, over);

function changed(text: string, part: "password" | "port" | "hostname" | "pathname", value: string): string {
  const url = new URL(text);
  url.search = "";
  url[part] = value;
  return url.href;
}

test("a start that fails ends with 1 and one line that names the setting and the cause, and no password", {
  timeout: 600_000,
}, async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => taken.once("listening", done));
  const port = String((taken.address() as { port: number }).port);
  const file = join(folder, "file");
  writeFileSync(file, "");
  const { appUrl, ownerUrl } = database;
  const inUse = secretKeysOf(["a key for tests only"])[0]?.id;
  await database.past.pool.query("insert into secret_keys (key_id) values ($1) on conflict do nothing", [inUse]);
  const embedded = { DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, DEMO: "0" };
  const cases: [string, Record<string, string | undefined>, RegExp][] = [
    ["port taken", { WORKER_PORT: port }, /^WORKER_PORT: ポート \d+ はほかのプログラムが使っています/],
    ["not our address", { WORKER_PORT: "0", HOST: "203.0.113.7" }, /^HOST: .*203\.0\.113\.7$/],
    [
      "wrong password",
      { DATABASE_URL: changed(appUrl, "password", "wrong-one") },
      /^DATABASE_URL: ユーザー名かパスワードが違います \(okaeri_app@/,
    ],
    [
      "the owner's wrong password",
      { DATABASE_OWNER_URL: changed(ownerUrl, "password", "wrong-one") },
      /^DATABASE_OWNER_URL: ユーザー名かパスワードが違います/,
    ],
    [
      "nobody there",
      { DATABASE_URL: changed(appUrl, "port", "9") },
      /^DATABASE_URL: データベースに接続できません.*:9\//,
    ],
    ["no such host", { DATABASE_URL: changed(appUrl, "hostname", "db.invalid") }, /^DATABASE_URL: .*db\.invalid/],
    [
      "no such database",
      { DATABASE_OWNER_URL: changed(ownerUrl, "pathname", "/none") },
      /^DATABASE_OWNER_URL: データベースがありません .*\/none\)$/,
    ],
    ["another kind", { DATABASE_URL: "mysql://a:b@127.0.0.1/c" }, /^設定に誤りがあります\nDATABASE_URL: postgres:\/\//],
    ["misspelt", { SMPT_URL: "smtp://127.0.0.1" }, /^設定に誤りがあります\nSMPT_URL: .*SMTP_URL の書き間違い/],
    [
      "a key that is lacking",
      { SECRET_KEY: "another key of sixteen" },
      new RegExp(`^SECRET_KEY: .* ${inUse} がありません\\(設定されている鍵: [0-9a-f]{8}\\)。.*npm run db -- keys$`),
    ],
    ["a file as folder", { ...embedded, DATA_DIR: join(file, "data") }, /^DATA_DIR: フォルダーではありません/],
  ];
  for (const [name, over, says] of cases) {
    const { output, ended } = start(over);
    const code = await ended;
    expect([name, code, output.err.trim()]).toEqual([name, 1, expect.stringMatching(says)]);
    expect([name, /wrong-one|a:b@/.test(output.err)]).toEqual([name, false]);
  }
  taken.close();
});

test("told to stop, a process says it is not ready while it still answers, closes what is idle, and ends with 0", {
  timeout: 600_000,
}, async () => {
  const port = await freePort();
  const { child, output, ended } = start({ WORKER_PORT: String(port), DRAIN_SECONDS: "2" });
  while (!output.out.includes("準備ができました")) await sleep(20);
  const ask = (path: string, agent: Agent) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((done, fail) => {
      get({ port, path, agent }, (answer) => {
        answer.resume();
        answer.once("end", () => done({ status: answer.statusCode, connection: answer.headers.connection }));
      }).once("error", fail);
    });
  const agent = new Agent({ keepAlive: true });
  // This one's connection stays open and idle.
  const idle = new Agent({ keepAlive: true });
  expect(await ask("/health/live", idle)).toEqual({ status: 200, connection: "keep-alive" });
  expect(await ask("/health/ready", agent)).toEqual({ status: 200, connection: "keep-alive" });
  expect((await ask("/metrics", agent)).status).toBe(200);
  expect((await ask("/api/session", agent)).status).toBe(404);
  child.kill("SIGTERM");
  let ready = await ask("/health/ready", agent);
  while (ready.status === 200) ready = await ask("/health/ready", agent);
  expect(ready).toEqual({ status: 503, connection: "close" });
  expect(await ask("/health/live", agent)).toEqual({ status: 200, connection: "close" });
  expect(await ended).toBe(0);
  agent.destroy();
  idle.destroy();
});
