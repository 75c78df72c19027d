import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeGuests, promotion } from "../sections/campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../sections/campaigns/pipeline.fixture.ts";
import { testCluster, urlOf } from "../test/database.ts";
import type { SinkVerdict } from "../test/smtp-sink.ts";
import { freePort, type Settings, startProcess } from "./start.fixture.ts";

// Processes that are restarted while people work and a send is under way: nobody notices, and nothing is left behind.

let p: Pipeline;
let folder: string;
let name: string;
let started: ReturnType<typeof startProcess>[];
beforeEach(async () => {
  p = await openPipeline();
  folder = mkdtempSync(join(tmpdir(), "okaeri-restart-"));
  // Else the cluster of the embedded database moves to where its account may look.
  chmodSync(folder, 0o755);
  started = [];
  const { rows } = await p.t.past.pool.query<{ name: string }>("select current_database() as name");
  name = rows[0]?.name ?? "";
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill("SIGKILL");
    await ended;
  }
  await p.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(over: Settings) {
  const cluster = testCluster();
  const urls = { appUrl: urlOf(cluster.app, name), ownerUrl: urlOf(cluster.owner, name) };
  const running = startProcess(urls, folder, { SMTP_URL: p.sink.url, ...over });
  started.push(running);
  while (!running.output.out.includes("準備ができました")) {
    expect(running.child.exitCode, running.output.err).toBe(null);
    await sleep(20);
  }
  return running;
}

/** Graceful shutdown: not ready at once, still answering, ended with 0 within ten seconds. */
async function stop({ child, ended }: Awaited<ReturnType<typeof start>>, port?: number): Promise<number> {
  const begin = performance.now();
  child.kill("SIGTERM");
  if (port !== undefined) {
    const agent = new Agent();
    while ((await ask(port, "/health/ready", agent)) !== 503)
      expect(performance.now() - begin, "still ready").toBeLessThan(900);
    expect(await ask(port, "/api/customers", agent)).toBe(401);
  }
  expect(await ended).toBe(0);
  const milliseconds = performance.now() - begin;
  expect(milliseconds).toBeLessThan(10_000);
  return Math.round(milliseconds);
}

/** Status of an answer, or what broke. */
const ask = (port: number, path: string, agent: Agent) =>
  new Promise<number | string>((done) => {
    const headers = { cookie: "okaeri=of-nobody" };
    request({ port, path, agent, headers }, (answer) => {
      answer.resume().once("end", () => done(answer.statusCode ?? 0));
    })
      .once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
      .end();
  });

/** A balancer as small as can be: every 300 ms it asks who is ready, and keeps connections. Nothing is tried twice. */
async function openBalancer(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<number>();
  const look = async () => {
    for (const port of ports)
      if ((await ask(port, "/health/ready", agent)) === 200) ready.add(port);
      else ready.delete(port);
  };
  await look();
  let turn = 0;
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const able = [...ready];
    const port = able[turn++ % able.length];
    if (port === undefined) return void answer.writeHead(599).end();
    request({ port, path: asked.url, agent, headers: asked.headers }, (got) => {
      got.pipe(answer.writeHead(got.statusCode ?? 599));
    })
      .once("error", () => answer.writeHead(598).end())
      .end();
  };
  const server = createServer(pass).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const timer = setInterval(() => void look(), 300);
  return {
    port: (server.address() as AddressInfo).port,
    isReady: (port: number) => ready.has(port),
    close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** People who ask without end; each answer needs the database and is 401. Answers by status. */
function people(count: number, port: number) {
  const answers = new Map<number | string, number>();
  const agent = new Agent({ keepAlive: true });
  let going = true;
  const all = Array.from({ length: count }, async () => {
    while (going) {
      const status = await ask(port, "/api/customers?page=1&size=20", agent);
      answers.set(status, (answers.get(status) ?? 0) + 1);
      await sleep(20);
    }
  });
  return {
    answers,
    async leave() {
      going = false;
      await Promise.all(all);
      agent.destroy();
    },
  };
}

async function sendTo(guests: number): Promise<number> {
  await makeGuests(p.t.app, p.inn.accountId, { count: guests, mail: "guest" });
  p.verdict = async (): Promise<SinkVerdict> => {
    await sleep(100);
    return "take";
  };
  return p.started(promotion());
}

async function connections(): Promise<number> {
  const { rows } = await p.t.past.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'okaeri'",
  );
  return rows[0]?.n ?? 0;
}

/** Everybody got the mail once, and nobody is unknown. */
async function allSent(id: number, guests: number): Promise<void> {
  await expect.poll(async () => (await p.detail(id)).sending, { timeout: 300_000, interval: 500 }).toBe(false);
  expect((await p.detail(id)).pushes[0]).toMatchObject({ push_status: "done", sent: guests, unknown: 0, failed: 0 });
  expect([p.sink.received.length, new Set(p.sink.received).size]).toEqual([guests, guests]);
}

test("two web and two worker processes are restarted one after the other: no request is lost, no mail lost or doubled", async () => {
  const id = await sendTo(600);
  const web = [await freePort(), await freePort()];
  const roles: Settings[] = [
    ...web.map((port) => ({ ROLES: "web", PORT: String(port) })),
    { ROLES: "worker", WORKER_PORT: "0" },
    { ROLES: "worker", WORKER_PORT: "0" },
  ];
  const running = [];
  for (const settings of roles) running.push(await start(settings));
  const balancer = await openBalancer(web);
  const guests = people(8, balancer.port);
  const took = [];
  for (const [index, settings] of roles.entries()) {
    const before = running[index];
    if (!before) throw new Error("it runs");
    took.push(await stop(before));
    running[index] = await start(settings);
    while (index < web.length && !balancer.isReady(web[index] ?? 0)) await sleep(50);
  }
  await guests.leave();
  balancer.close();
  console.log(`${guests.answers.get(401)} requests; stops in ${took.join(", ")} ms`);
  expect([...guests.answers.keys()]).toEqual([401]);
  expect(guests.answers.get(401)).toBeGreaterThan(200);
  await allSent(id, 600);
});

test("told to stop twenty times under sixteen clients and a running send: each time gone within ten seconds, with nothing left", async () => {
  const id = await sendTo(900);
  const port = await freePort();
  const took = [];
  for (let time = 0; time < 20; time++) {
    const running = await start({ ROLES: "web,worker", PORT: String(port), DRAIN_SECONDS: "1" });
    const guests = people(16, port);
    await sleep(500);
    took.push(await stop(running, port));
    await guests.leave();
    // Whoever comes after the end finds nobody; nobody was turned away before.
    expect(guests.answers.get(401)).toBeGreaterThan(0);
    expect([...guests.answers.keys()].filter((status) => typeof status === "number")).toEqual([401]);
    // Only the test's own connections are left, and nothing is half done.
    const own = () => p.t.app.database.pool.totalCount + p.t.past.pool.totalCount;
    await expect.poll(async () => (await connections()) - own()).toBeLessThanOrEqual(0);
    expect(await p.query(sql`select from push_action_targets where outcome in ('sending', 'unknown')`)).toEqual([]);
  }
  console.log(`stops in ${took.join(", ")} ms`);
  await start({ ROLES: "worker" });
  await allSent(id, 900);
});

test("with a PostgreSQL of its own, told to stop twenty times under sixteen clients: no pid file and no PostgreSQL is left", async () => {
  const port = await freePort();
  const took = [];
  const own = { DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined, SECRET_KEY: undefined, DEMO: "0" };
  const pidFile = join(folder, "postgres", "postmaster.pid");
  for (let time = 0; time < 20; time++) {
    const running = await start({ ...own, ROLES: "web,worker", PORT: String(port), DRAIN_SECONDS: "1" });
    const postgres = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
    const guests = people(16, port);
    await sleep(500);
    took.push(await stop(running, port));
    await guests.leave();
    expect(guests.answers.get(401)).toBeGreaterThan(0);
    expect(existsSync(pidFile)).toBe(false);
    expect(() => process.kill(postgres, 0)).toThrow("ESRCH");
  }
  console.log(`stops in ${took.join(", ")} ms`);
});

test("npm run dev ends on Ctrl-C, also where the server could not start", async () => {
  const dev = spawn(process.execPath, [join(import.meta.dirname, "dev.ts")], {
    env: { PATH: process.env.PATH, PORT: "not a port" },
    // A terminal gives the key to all of them at once.
    detached: true,
  });
  let output = "";
  for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (data: Buffer) => (output += data.toString()));
  const ended = new Promise((done) => dev.once("close", done));
  await expect.poll(() => output, { timeout: 60_000 }).toMatch(/PORT[\s\S]*Waiting for file changes|VITE/);
  const group = -(dev.pid ?? 0);
  process.kill(group, "SIGINT");
  expect(await ended).toBe(0);
  expect(() => process.kill(group, 0)).toThrow("ESRCH");
});
