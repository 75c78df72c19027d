import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { knownMigrations } from "../database/migrate.ts";
import { openQuickFolder } from "../test/quick-folder.ts";
import { freePort, startProcess } from "./start.fixture.ts";

// An update, as the runbook orders it: the new version migrates while web processes of the one before go on. That one comes from the
// project's history; where there is none (an archive of the sources), these tests are skipped.

const ROOT = join(import.meta.dirname, "../../../..");
const git = (...args: string[]) => spawnSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 64 << 20 });
/** The commit before the newest migration was added: the last one that knows nothing of it. Before the baseline there is no version. */
const before = (() => {
  if (knownMigrations().length === 1) return "";
  const added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "apps/server/migrations").stdout?.trim();
  return added ? git("rev-parse", `${added}^`).stdout.trim() : "";
})();

let folder: string;
/** The version before, runnable: its own sources with today's packages. */
let earlier: string;
beforeAll(() => {
  folder = openQuickFolder();
  chmodSync(folder, 0o755);
  if (before === "") return;
  earlier = join(folder, "earlier");
  mkdirSync(earlier);
  expect(spawnSync("/bin/sh", ["-c", `git archive ${before} | tar x -C ${earlier}`], { cwd: ROOT }).status).toBe(0);
  const packages = (from: string, to: string) => {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from))
      if (name !== "@okaeri" && name !== ".cache") symlinkSync(join(from, name), join(to, name));
  };
  packages(join(ROOT, "node_modules"), join(earlier, "node_modules"));
  mkdirSync(join(earlier, "node_modules/@okaeri"));
  for (const name of ["contract", "domain"])
    symlinkSync(join(earlier, "packages", name), join(earlier, "node_modules/@okaeri", name));
  for (const app of ["apps/server", "apps/web"])
    if (existsSync(join(ROOT, app, "node_modules")))
      packages(join(ROOT, app, "node_modules"), join(earlier, app, "node_modules"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tests of the version before: every call that writes, the fields of a guest, and the reports that are recomputed. */
const ASKED = ["src/http/parallel-saves", "src/sections/customers/customer-record", "src/sections/reports/"];

test.skipIf(before === "")(
  "the version before passes its own tests on today's schema (skipped where there is no history, or no migration after the baseline)",
  async () => {
    const theirs = readdirSync(join(earlier, "apps/server/migrations"));
    const newer = knownMigrations().filter((name) => !theirs.includes(name));
    expect(newer.length).toBeGreaterThan(0);
    // The database that these tests are given has today's schema; theirs is never made.
    const report = join(folder, "report.json");
    const child = spawn(
      process.execPath,
      [
        join(earlier, "node_modules/vitest/vitest.mjs"),
        "run",
        "--project",
        "server",
        "--reporter=json",
        `--outputFile=${report}`,
        ...ASKED,
      ],
      { cwd: earlier, env: { ...process.env, VITEST: undefined, NODE_COMPILE_CACHE: undefined }, stdio: "ignore" },
    );
    await new Promise((done) => child.once("close", done));
    const results = JSON.parse(readFileSync(report, "utf8")) as {
      numPassedTests: number;
      testResults: {
        name: string;
        message: string;
        assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
      }[];
    };
    const failed = results.testResults.flatMap(({ name, message, assertionResults }) => [
      ...(assertionResults.length === 0 ? [`${name}: ${message}`] : []),
      ...assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]?.slice(0, 300)}`),
    ]);
    console.log(
      `${before.slice(0, 9)} on a schema with ${newer.join(", ")}: ${results.numPassedTests} of its tests passed`,
    );
    expect(failed).toEqual([]);
    expect(results.numPassedTests).toBeGreaterThan(100);
  },
);

test.skipIf(before === "")(
  "a data folder of the version before is opened, migrated and served (skipped where there is no history, or no migration after the baseline)",
  async () => {
    const data = join(folder, "data");
    const own = {
      DATABASE_URL: undefined,
      DATABASE_OWNER_URL: undefined,
      SECRET_KEY: undefined,
      SMTP_URL: undefined,
      DEMO: "1",
      OKAERI_DEMO_SHARE: "100",
      MAIL_CATCHER_PORT: "0",
    };
    const port = await freePort();
    const run = async (from: string) => {
      const running = startProcess(
        { appUrl: "", ownerUrl: "" },
        data,
        { ...own, ROLES: "web", PORT: String(port) },
        join(from, "apps/server/src/main/start.ts"),
      );
      while (!running.output.out.includes("準備ができました")) {
        expect(running.child.exitCode, running.output.err).toBe(null);
        await sleep(50);
      }
      const answers = await figures(port);
      running.child.kill("SIGTERM");
      expect(await running.ended).toBe(0);
      return answers;
    };
    const then = await run(earlier);
    expect(then[0]?.total).toBeGreaterThan(100);
    expect(await run(ROOT)).toMatchObject(then);
  },
);

/** What a client's administrator sees, signed in as everybody does. */
async function figures(port: number): Promise<{ total?: number }[]> {
  const at = (path: string) => `http://127.0.0.1:${port}/api${path}`;
  let cookie = "";
  const send = async (path: string, body?: object) => {
    const answer = await fetch(at(path), {
      method: body ? "POST" : "GET",
      headers: { cookie, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const set = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    if (set.length > 0) cookie = set.join("; ");
    const text = await answer.text();
    expect(answer.status, `${path}: ${text}`).toBe(200);
    return JSON.parse(text);
  };
  const login_id = "hana_admin";
  await send("/auth/login", { userId: login_id, password: "okaeri-demo-2026" });
  const { code } = (await send(`/demo/code?login_id=${login_id}`)) as { code: string };
  await send("/auth/verify", { code });
  const lists = [];
  for (const path of ["/customers?size=50", "/ranks", "/reports"]) lists.push(await send(path));
  return lists;
}
