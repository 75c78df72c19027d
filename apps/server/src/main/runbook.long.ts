import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseEnv } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../app.ts";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { type Ask, signIn, workForADay } from "../database/backup/day-of-work.fixture.ts";
import { type Database, openDatabase } from "../database/connection.ts";
import { type Cluster, DATABASE, openCluster } from "../database/embedded.ts";
import { MAIL_CONNECTIONS } from "../mail/mailer.ts";
import { makeGuests, makeInn, promotion } from "../sections/campaigns/campaigns.fixture.ts";
import { openSession } from "../session/session-store.ts";
import { codeOfStep, stepAt } from "../session/totp.ts";
import { makeUser } from "../test/app.ts";
import { openSmtpSink, type SinkVerdict, type SmtpSink } from "../test/smtp-sink.ts";
import { withEnvFiles } from "./env-files.ts";
import { freePort, type Settings, startProcess } from "./start.fixture.ts";

// docs/runbook.md as somebody new follows it, with its own scripts, files and commands: roles, files of settings, the first administrator,
// two web and two worker processes, a backup by the timer's command while everything runs, everything killed in turn during a send, a
// restore into a second database, a comparison, and a day's work there.

const ROOT = join(import.meta.dirname, "../../../..");
const hasPsql = spawnSync("psql", ["--version"]).status === 0;
/** Of any signs but those in which a value of a file stands. */
const PASSWORDS = { OWNER_PASSWORD: 'owner p@ss:w/ord?#%&$1"`{}', APP_PASSWORD: "the application; $(x) %41" };
const GUESTS = 480;
/** Families share an address, and each of its guests is written to. */
const SHARED = 24;

let folder: string;
let cluster: Cluster;
let sink: SmtpSink;
/** How long the mail server takes for each: slow while things are killed, so that the send outlives all of it. */
let patienceMs = 2_500;
const started: ReturnType<typeof startProcess>[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "okaeri-runbook-"));
  chmodSync(folder, 0o755);
  cluster = await openCluster({ dataDir: join(folder, "server"), settings: ["shared_buffers=64MB"] });
  // A PostgreSQL as one finds it: without any role or database of ours.
  await asSuperuser("postgres", `drop database ${DATABASE}`);
  for (const role of ["okaeri_owner", "okaeri_app"]) await asSuperuser("postgres", `drop role ${role}`);
  sink = await openSmtpSink(async (): Promise<SinkVerdict> => {
    await sleep(patienceMs);
    return "take";
  });
}, 120_000);
afterAll(async () => {
  for (const { child, ended } of started) {
    child.kill("SIGKILL");
    await ended;
  }
  await sink.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

async function asSuperuser(database: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: cluster.url("superuser", database) });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** §1: roles and database. */
function makeDatabase(name: string): void {
  const superuser = new URL(cluster.url("superuser", "postgres"));
  const made = spawnSync("sh", [join(ROOT, "deploy/database.sh")], {
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      PGHOST: superuser.hostname,
      PGPORT: superuser.port,
      PGUSER: "postgres",
      PGPASSWORD: superuser.password,
      DATABASE: name,
      ...PASSWORDS,
    },
  });
  expect([made.status, made.stderr.replaceAll(/NOTICE.*\n/g, "")]).toEqual([0, ""]);
}

/** What stands in place of /etc/okaeri: the examples, filled in. */
function fillIn(): void {
  mkdirSync(join(folder, "etc"));
  const filled = (name: string, values: Record<string, string>) => {
    const lines = readFileSync(join(ROOT, `deploy/${name}.example`), "utf8")
      .replaceAll("db.example.jp", `127.0.0.1:${cluster.port}`)
      .split("\n")
      .map((line) => {
        const key = line.split("=")[0] ?? "";
        return key in values ? `${key}='${values[key]}'` : line;
      });
    writeFileSync(join(folder, "etc", name), lines.join("\n"));
  };
  filled("okaeri.env", {
    DATABASE_PASSWORD: PASSWORDS.APP_PASSWORD,
    SECRET_KEY,
    SMTP_URL: sink.url,
    PROVIDER_NAME: "おかえり",
    DATA_DIR: join(folder, "state"),
    BACKUP_DIR: join(folder, "backups"),
  });
  filled("owner.env", { DATABASE_OWNER_PASSWORD: PASSWORDS.OWNER_PASSWORD });
}

const SECRET_KEY = "made by openssl rand -base64 32";
/** Another database than the files name is named in front of the command. */
const named = (database: string): Settings =>
  database === "okaeri"
    ? {}
    : {
        DATABASE_URL: `postgres://okaeri_app@127.0.0.1:${cluster.port}/${database}`,
        DATABASE_OWNER_URL: `postgres://okaeri_owner@127.0.0.1:${cluster.port}/${database}`,
      };

/** `npm run db -- …`, which reads both files by itself; the mail server, which is here, goes on meanwhile. */
async function db(database: string, ...args: string[]): Promise<string> {
  const program = join(import.meta.dirname, "db.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...args], {
    env: { PATH: process.env.PATH, ENV_DIR: join(folder, "etc"), ...named(database) } as NodeJS.ProcessEnv,
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => (output.out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (output.err += data.toString()));
  const code = await new Promise((done) => child.once("close", done));
  expect([args[0], code, output.err.trim()]).toEqual([args[0], 0, ""]);
  return output.out;
}

/** Starts a process, and again where it ends before it is ready, as its unit does (Restart=always): a busy machine may give it no connection. */
async function start(database: string, over: Settings) {
  // As systemd hands the first file over; DRAIN_SECONDS: nobody balances here.
  const file = parseEnv(readFileSync(join(folder, "etc/okaeri.env"), "utf8"));
  const { DATABASE_URL = file.DATABASE_URL } = named(database);
  const given: Settings = { ...file, DATABASE_URL, DATABASE_OWNER_URL: undefined, DRAIN_SECONDS: "0", ...over };
  for (let tries = 1; ; tries++) {
    const running = startProcess({ appUrl: "", ownerUrl: "" }, folder, given);
    started.push(running);
    while (running.child.exitCode === null && !running.output.out.includes("準備ができました")) await sleep(30);
    if (running.child.exitCode === null) return running;
    expect(tries, running.output.err).toBeLessThan(5);
    await sleep(2_000);
  }
}

async function call(port: number, cookie: string, path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: body ? "POST" : "GET",
    headers: { cookie, "content-type": "application/json", origin: "https://okaeri.example.jp" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  expect(answer.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

/** One sum per table over all its rows, as a superuser sees them, and what the jobs that wait are for. */
async function contents(database: string): Promise<Record<string, string>> {
  const tables = await asSuperuser(
    database,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and relname <> 'schema_migrations' order by 1`,
  );
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await asSuperuser(database, `select t::text as line from ${name} t order by 1`);
    const sum = createHash("sha256").update(rows.map(({ line }) => line).join("\n"));
    sums[String(name)] = `${rows.length} ${sum.digest("hex")}`;
  }
  const jobs = await asSuperuser(
    database,
    "select name || ' ' || data::text as line from pgboss.job where state < 'completed' order by 1",
  );
  return { ...sums, jobs: jobs.map(({ line }) => line).join("\n") };
}

/** Calls of a browser, as they come through the proxy. */
const asker =
  (port: number): Ask =>
  async (path, body, cookie) => {
    const put = path === "/auth/signup/registration";
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: put ? "PUT" : body ? "POST" : "GET",
      headers: {
        cookie: cookie.includes("=") ? cookie : `__Host-okaeri=${cookie}`,
        "content-type": "application/json",
        origin: "https://okaeri.example.jp",
        "x-forwarded-for": "203.0.113.9",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const set = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    return { status: answer.status, json: await answer.json(), cookie: set.join("; ") };
  };

/** The link that `provider` printed, followed to its end. */
async function signUp(ask: Ask, token: string) {
  const [loginId, password] = ["first.admin", "裏山の柿が今年もよく実った"];
  let cookie = "";
  const step = async (path: string, body: object) => {
    const answer = await ask(path, body, cookie);
    expect([path, answer.status, answer.json]).toEqual([path, 200, expect.anything()]);
    cookie = answer.cookie || cookie;
    return answer.json as { tfa_secret: string };
  };
  await step("/auth/signup", { token });
  const { tfa_secret: secret } = await step("/auth/signup/generatetfa", { login_id: loginId });
  // The step before: a code counts once, and this person signs in soon.
  await step("/auth/signup/verifycode", { code: codeOfStep(secret, stepAt(new Date()) - 1), tfa_secret: secret });
  await step("/auth/signup/registration", { login_id: loginId, password, tfa_secret: secret });
  return { loginId, password, secret };
}

const times = (all: readonly string[]) => {
  const found: Record<string, number> = {};
  for (const one of all) found[one] = (found[one] ?? 0) + 1;
  return found;
};

test.skipIf(!hasPsql)(
  "following the runbook: nothing is lost or doubled when everything is killed in turn, and a restore into a second database is equal (skipped where there is no psql)",
  async () => {
    makeDatabase("okaeri");
    fillIn();
    expect(await db("okaeri", "migrate")).toContain("適用しました");
    const link = /https:\/\/okaeri\.example\.jp\/\S+token=(\S+)/.exec(await db("okaeri", "provider", "me@example.jp"));
    // Roles that may no more than they need.
    expect(
      await asSuperuser(
        "okaeri",
        "select rolname from pg_roles where rolname ~ '^okaeri' and (rolsuper or rolbypassrls)",
      ),
    ).toEqual([]);

    // Some work: guests, of whom some share an address, and staff who send to all.
    const address = readConfig(withEnvFiles({ ENV_DIR: join(folder, "etc") })).databaseUrl;
    const database: Database = openDatabase(address ?? "", { max: 2 });
    const app = { database } as App;
    const inn = await makeInn(app, "宿");
    // Whenever this runs, the mails go out at once.
    await asSuperuser("okaeri", "update account_settings set quiet_from = null, quiet_until = null, grace_seconds = 0");
    await makeGuests(app, inn.accountId, { count: GUESTS - SHARED, mail: "guest" });
    await makeGuests(app, inn.accountId, { count: SHARED, mail: "guest", name: "山田 花子" });
    const userId = await makeUser(app, inn, "role_admin", ["*"]);
    const token = await database.asSystem((tx) =>
      openSession(tx, systemClock, { userId, verified: true, ip: "127.0.0.1", userAgent: "test" }),
    );
    await database.close();
    // As it is called behind https.
    const cookie = `__Host-okaeri=${token}`;

    // §3: two of each.
    const ports = [await freePort(), await freePort()] as const;
    const roles: Settings[] = [
      ...ports.map((port) => ({ ROLES: "web", PORT: String(port) })),
      ...[0, 0].map(() => ({ ROLES: "worker", WORKER_PORT: "0" })),
    ];
    const running: ReturnType<typeof startProcess>[] = [];
    for (const over of roles) running.push(await start("okaeri", over));
    const ask = asker(ports[0]);
    const administrator = await signUp(ask, link?.[1] ?? "");
    const { id } = await call(ports[0], cookie, "/campaigns", promotion());
    await call(ports[0], cookie, `/campaigns/${id}/activate`, { version: 1 });
    const arrived = async (count: number) =>
      expect.poll(() => sink.received.length, { timeout: 120_000, interval: 50 }).toBeGreaterThanOrEqual(count);

    // Everything in turn, while mails go out: each worker, each web process, a worker again, and PostgreSQL itself.
    let bound = 0;
    const killed: string[] = [];
    const kill = async (which: number) => {
      running[which]?.child.kill("SIGKILL");
      await running[which]?.ended;
      // On a busy machine a start takes long: the send must not be over before the last one.
      patienceMs = 10_000;
      killed.push(`${roles[which]?.ROLES} after ${sink.received.length}`);
      if (which >= 2) bound += MAIL_CONNECTIONS;
      running[which] = await start("okaeri", roles[which] ?? {});
      patienceMs = 2_500;
    };
    await arrived(20);
    await kill(2);
    await arrived(60);
    await kill(0);
    // The timer's own command, in the middle of it.
    expect(await db("okaeri", "backup")).toMatch(/\d+表/);
    await kill(3);
    await arrived(120);
    await kill(1);
    const home = existsSync(join(folder, "server/postgres.location"))
      ? readFileSync(join(folder, "server/postgres.location"), "utf8").trim()
      : join(folder, "server");
    const postmaster = Number(readFileSync(join(home, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
    killed.push(`PostgreSQL after ${sink.received.length}`);
    process.kill(postmaster, "SIGKILL");
    // Whoever of the two had mails in the air.
    bound += 2 * MAIL_CONNECTIONS;
    await arrived(200);
    await kill(2);
    await kill(3);
    expect(sink.received.length).toBeLessThan(GUESTS);
    patienceMs = 20;
    const detail = async () => call(ports[1], cookie, `/campaigns/${id}`);
    await expect.poll(async () => (await detail()).sending, { timeout: 400_000, interval: 500 }).toBe(false);

    // Every guest has one outcome, and every mail that arrived belongs to one guest, once.
    const push = (await detail()).pushes[0];
    const unknown = await call(ports[0], cookie, `/campaigns/${id}/recipients?size=100&outcome=unknown`);
    const outcomes = await asSuperuser(
      "okaeri",
      `select customer.email as address, target.outcome from push_action_targets target
        join customers customer on customer.account_id = target.account_id and customer.id = target.customer_id`,
    );
    console.log(
      `killed: ${killed.join(", ")}; ${push.sent} sent, ${push.unknown} unknown (bound ${bound}), ${push.failed} failed; ${sink.received.length} mails at ${new Set(sink.received).size} addresses for ${outcomes.length} guests at ${new Set(outcomes.map(({ address }) => address)).size}`,
    );
    expect(outcomes).toHaveLength(GUESTS);
    expect(push.sent + push.unknown).toBe(GUESTS);
    expect(push.unknown).toBeLessThanOrEqual(bound);
    expect(unknown.total).toBe(push.unknown);
    const sent = times(outcomes.flatMap(({ address, outcome }) => (outcome === "sent" ? [String(address)] : [])));
    const written = times(outcomes.map(({ address }) => String(address)));
    const came = times(sink.received);
    for (const [address, guests] of Object.entries(written)) {
      // All that were recorded as sent have arrived, and never more mails than an address has guests.
      expect([address, (came[address] ?? 0) >= (sent[address] ?? 0), (came[address] ?? 0) <= guests]).toEqual([
        address,
        true,
        true,
      ]);
    }
    expect(Object.values(written).filter((guests) => guests === 2)).toHaveLength(SHARED);

    // §5: stopped, backed up, drilled, and restored beside.
    for (const { child, ended } of running) {
      child.kill("SIGTERM");
      expect(await ended).toBe(0);
    }
    await db("okaeri", "backup");
    const drilled = await db("okaeri", "drill");
    expect(drilled).toContain("復元の訓練に成功しました");
    expect(drilled).toMatch(/アプリケーションは\d+の表に書き込めます、サインインできます/);
    makeDatabase("okaeri2");
    const backups = join(folder, "backups");
    const newest = join(backups, readdirSync(backups).sort().at(-1) ?? "");
    expect(await db("okaeri2", "restore", newest, "--yes")).toContain("内容が一致することを確かめました");
    expect(await contents("okaeri2")).toEqual(await contents("okaeri"));
    const port = await freePort();
    await start("okaeri2", { ROLES: "web", PORT: String(port) });
    expect((await call(port, cookie, `/campaigns/${id}`)).pushes[0]).toMatchObject({
      sent: push.sent,
      unknown: push.unknown,
    });
    // The first administrator signs in there, and staff have a day's work.
    const askThere = asker(port);
    const code = codeOfStep(administrator.secret, stepAt(new Date()));
    const theirs = await signIn(askThere, { ...administrator, code });
    expect((await askThere("/accounts", null, theirs)).status).toBe(200);
    await workForADay(askThere, token);
    const then = await askThere("/campaigns", promotion(), token);
    expect([then.status, then.json]).toEqual([200, expect.anything()]);
  },
);
