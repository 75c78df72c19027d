import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { App } from "../../app.ts";
import { type Database, openDatabase } from "../../database/connection.ts";
import { APP_ROLE, type Cluster, DATABASE, openCluster, prepareDatabase } from "../../database/embedded.ts";
import { migrate } from "../../database/migrate.ts";
import { seededRandom } from "../../seed/people/random.ts";
import { makeCustomer, makeGrant } from "../customers/customers.fixture.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { makeProgramme } from "../stays/stays.fixture.ts";
import { partnerKey } from "./partner.fixture.ts";

// Booking engines use and give back points and coupons while the server is killed and the database is stopped at once. What was
// acknowledged is there, what was not is asked again with its Idempotency-Key, and each key has one effect.

const OPERATIONS = 10_000;
const CLIENTS = 16;
const GUESTS = 5;
const LOTS = 10;
const LOT = 1_000_000;

let dataDir: string;
let cluster: Cluster;
let database: Database;
let accountId: number;
let keys: string[];
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "okaeri-crash-"));
  await openAgain();
  await prepareDatabase(cluster.url("superuser", DATABASE));
  await migrate(cluster.url("owner", DATABASE), APP_ROLE);
  accountId = await makeProgramme(database, "宿");
  await inn(async (tx) => {
    for (let guest = 0; guest < GUESTS; guest++) {
      const id = await makeCustomer(tx, accountId, { name: "会員 花子", member_number: `M-${guest}` });
      for (let lot = 0; lot < LOTS; lot++) await makeGrant(tx, accountId, id, { point: LOT, on: "2026-01-01" });
    }
    const { id } = await tx.one<{
      id: number;
    }>`insert into coupons (account_id, name, type, code, discount_type, absolute_type, discount_absolute, use_amount_limit, issued_at)
      values (${accountId}, '割引', 'code', 'AKI', 'absolute', 'action', 500, 1000, now())
      returning id`;
    await tx.run`insert into coupon_counters (account_id, coupon_id) values (${accountId}, ${id})`;
  });
  keys = await Promise.all(Array.from({ length: CLIENTS }, () => partnerKey({ database } as App, accountId)));
}, 120_000);
afterAll(async () => {
  // Also after a failure halfway: neither a server nor a database stays behind.
  await Promise.all([...servers].map(killServer));
  // Either may be stopped already.
  await Promise.allSettled([database?.close()]);
  await Promise.allSettled([cluster?.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
});

const inn = <T>(work: Parameters<typeof database.inScope<T>>[1]) => database.inScope({ accountIds: [accountId] }, work);

async function openAgain(): Promise<void> {
  cluster = await openCluster({ dataDir });
  database = openDatabase(cluster.url("app", DATABASE), { max: 4 });
}

/** PostgreSQL's own immediate stop: nothing is written down any more. */
async function stopDatabase(): Promise<void> {
  const moved = join(dataDir, "postgres.location");
  const home = existsSync(moved) ? readFileSync(moved, "utf8").trim() : dataDir;
  process.kill(Number(readFileSync(join(home, "postgres", "postmaster.pid"), "utf8").split("\n")[0]), "SIGQUIT");
  await database.close();
  await cluster.stop();
}

const servers = new Set<ChildProcess>();

/** Retries the start, as a supervisor of servers does; fails with the last reason. */
async function startServer(tries = 5): Promise<{ child: ChildProcess; origin: string }> {
  const file = join(import.meta.dirname, "crash-server.fixture.ts");
  const url = cluster.url("app", DATABASE);
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file, url]);
  servers.add(child);
  let errors = "";
  child.stderr.on("data", (part: Buffer) => {
    errors += part;
  });
  const gone = once(child, "exit").then(() => undefined);
  const listening = (once(child.stdout, "data") as Promise<[Buffer]>).then(([line]) => line.toString().trim());
  const origin = await Promise.race([listening, gone]);
  if (origin !== undefined) return { child, origin };
  servers.delete(child);
  if (tries === 1) throw new Error(`the server does not start: ${errors}`);
  console.log(`the server did not start: ${errors.slice(-300)}`);
  await pause(1_000);
  return startServer(tries - 1);
}

async function killServer(child: ChildProcess): Promise<void> {
  const gone = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, "exit");
  child.kill("SIGKILL");
  await gone;
  servers.delete(child);
}

type Ask = { client: number; key: string; path: string; body: object };
type Answered = { status: number; body: { use_point_case_id?: number; use_coupon_case_id?: number } };

const random = seededRandom("crash");
const some = (below: number) => Math.floor(random.next() * below);
let serial = 0;
const answered = new Map<string, { ask: Ask; response: Answered }>();
const unsure = new Map<string, Ask>();
/** Uses that nobody asked to cancel yet. */
const open = { points: [] as number[], coupons: [] as number[] };

function nextAsk(client: number): Ask {
  const key = `k-${serial++}`;
  const cancels = random.next() < 0.4;
  const of = random.next() < 0.7 ? "points" : "coupons";
  const use = cancels ? open[of].pop() : undefined;
  const code = `R-${key}`;
  const stay = { reservation_code: code, check_in_date: "2030-12-04", check_out_date: "2030-12-05", use_price: 9_000 };
  const bodies = {
    points: { redeem: { member_number: `M-${some(GUESTS)}`, points: 1 + some(300), reservation_code: code } },
    coupons: { redeem: { member_number: `M-${some(GUESTS)}`, coupon_code: "AKI", reservation: stay } },
  };
  if (use === undefined) return { client, key, path: `${of}/redeem`, body: bodies[of].redeem };
  const named = of === "points" ? { use_point_case_id: use } : { use_coupon_case_id: use };
  return { client, key, path: `${of}/cancel`, body: { ...named, reason: "取り消し" } };
}

/** Sends it; without an answer it stays unsure. */
async function send(origin: string, ask: Ask): Promise<Answered | undefined> {
  const { client, key, path, body } = ask;
  unsure.set(key, ask);
  const headers = {
    authorization: `Bearer ${keys[client]}`,
    "content-type": "application/json",
    "idempotency-key": key,
  };
  try {
    const answer = await fetch(`${origin}/partner/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const response = { status: answer.status, body: (await answer.json()) as Answered["body"] };
    if (response.status === 429 || response.status >= 500) return undefined;
    expect([200, 422], JSON.stringify(response)).toContain(response.status);
    unsure.delete(key);
    const before = answered.get(key);
    if (before) expect(response).toEqual(before.response);
    else if (response.status === 200 && path === "points/redeem")
      open.points.push(response.body.use_point_case_id ?? 0);
    else if (response.status === 200 && path === "coupons/redeem")
      open.coupons.push(response.body.use_coupon_case_id ?? 0);
    answered.set(key, { ask, response });
    return response;
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Asks until it is answered: the window of requests passes. */
async function sendToTheEnd(origin: string, ask: Ask): Promise<void> {
  for (let tries = 0; tries < 20 && (await send(origin, ask)) === undefined; tries++) await pause(500);
  expect(unsure.has(ask.key), `${ask.path} ${ask.key} was answered`).toBe(false);
}

/** What is stored is what was answered, and adds up. */
async function allExact(): Promise<void> {
  const done = (path: string) =>
    [...answered.values()].filter(({ ask, response }) => ask.path === path && response.status === 200);
  const wanted = {
    points: done("points/redeem").length,
    points_cancelled: done("points/cancel").length,
    coupons: done("coupons/redeem").length,
    coupons_cancelled: done("coupons/cancel").length,
  };
  await inn(async (tx) => {
    expect(await brokenLedgers(tx, accountId)).toEqual([]);
    const stored = await tx.one<typeof wanted & { drift: number; lost: number; audited: number }>`select
        (select count(*)::int from use_point_cases where account_id = ${accountId}) as points,
        (select count(*)::int from use_point_cases where account_id = ${accountId} and cancel_date is not null) as points_cancelled,
        (select count(*)::int from use_coupon_cases where account_id = ${accountId}) as coupons,
        (select count(*)::int from use_coupon_cases where account_id = ${accountId} and cancel_date is not null) as coupons_cancelled,
        (select sum(counter.used_count)::int
              - (select count(*)::int
                from use_coupon_cases coupon_use
                where coupon_use.account_id = ${accountId} and coupon_use.cancel_date is null)
          from coupon_counters counter
          where counter.account_id = ${accountId}) as drift,
        (select sum(granted) - sum(remaining) from point_lots where account_id = ${accountId})::bigint
          - (select coalesce(sum(use_point), 0) from use_point_cases where account_id = ${accountId} and cancel_date is null)::bigint
          as lost,
        (select count(*)::int from audit_logs where account_id = ${accountId} and partner_key_id is not null) as audited`;
    const acts = Object.values(wanted).reduce((sum, count) => sum + count, 0);
    expect(stored).toEqual({ ...wanted, drift: 0, lost: 0, audited: acts });
  });
}

test(`${OPERATIONS} operations while the server is killed and the database stops at once: each key has one effect`, async () => {
  let rounds = 0;
  for (; answered.size < OPERATIONS || rounds < 6; rounds++) {
    const { child, origin } = await startServer();
    await Promise.all([...unsure.values()].map((ask) => sendToTheEnd(origin, ask)));
    const again = [...answered.values()].slice(-20);
    await Promise.all(again.map(({ ask }) => sendToTheEnd(origin, ask)));
    await allExact();
    let running = true;
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      while (running && answered.size < OPERATIONS + 500) await send(origin, nextAsk(client));
    });
    await pause(1_500 + some(3_000));
    if (rounds % 3 === 2) await stopDatabase();
    await killServer(child);
    running = false;
    await Promise.all(clients);
    if (rounds % 3 === 2) await openAgain();
  }
  const { child, origin } = await startServer();
  await Promise.all([...unsure.values()].map((ask) => sendToTheEnd(origin, ask)));
  await allExact();
  await killServer(child);
  console.log(`${answered.size} operations, ${rounds} rounds`);
}, 1_800_000);
