import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Makes apps/server/fixtures/earlier: a small demo of this version, as a backup, and what this version answers about it. Run it once for
// each release, before the schema changes again; `database/earlier-data.test.ts` then asks later versions the same questions.

const ROOT = join(import.meta.dirname, "..");
const MAIN = join(ROOT, "apps/server/src/main");
const FOLDER = join(ROOT, "apps/server/fixtures/earlier");
const PERSON = { userId: "hana_admin", password: "okaeri-demo-2026" };
const ASKED = [
  "/customers?size=100",
  "/customers?size=100&page=2",
  "/campaigns?size=100",
  "/ranks",
  "/reports",
  "/rfms",
];

const port = await freePort();
const dataDir = mkdtempSync(join(tmpdir(), "okaeri-earlier-"));
const key = randomBytes(32).toString("base64url");
const origin = `http://127.0.0.1:${port}`;
const env = {
  PATH: process.env.PATH,
  PORT: String(port),
  DATA_DIR: dataDir,
  SECRET_KEY: key,
  OKAERI_DEMO_SHARE: "100",
  LOG_LEVEL: "silent",
  MAIL_CATCHER_PORT: String(await freePort()),
  BOUNCE_SMTP_PORT: String(await freePort()),
};
const product = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", join(MAIN, "start.ts")], {
  env,
  stdio: "inherit",
});
const ended = new Promise((resolve) => product.once("close", resolve));
try {
  await ready();
  const cookie = await signIn();
  const answers: Record<string, unknown> = {};
  // A minute later, because the code of this minute was used just now.
  const at = new Date(Date.now() + 60_000).toISOString();
  for (const path of ASKED) answers[path] = await ask(path, cookie);
  const backup = ["--disable-warning=ExperimentalWarning", join(MAIN, "db.ts"), "backup", join(FOLDER, "backup.gz")];
  rmSync(join(FOLDER, "backup.gz"), { force: true });
  const done = spawnSync(process.execPath, backup, { env, stdio: "inherit" });
  if (done.status !== 0) throw new Error("the backup failed");
  writeFileSync(join(FOLDER, "answers.json"), JSON.stringify({ key, at, login_id: PERSON.userId, answers }));
} finally {
  product.kill();
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

async function ready(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Both steps of a sign-in; returns the cookie. */
async function signIn(): Promise<string> {
  const first = await post("/auth/login", PERSON, "");
  const { code } = (await (await fetch(`${origin}/api/demo/code?login_id=${PERSON.userId}`)).json()) as {
    code: string;
  };
  const second = await post("/auth/verify", { code }, cookieOf(first));
  return cookieOf(second) || cookieOf(first);
}

async function post(path: string, body: object, cookie: string): Promise<Response> {
  const headers = { "content-type": "application/json", origin, cookie };
  const answer = await fetch(`${origin}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** The cookies that an answer sets, as the next request sends them. */
function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function ask(path: string, cookie: string): Promise<unknown> {
  const answer = await fetch(`${origin}/api${path}`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port: free } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return free;
}
