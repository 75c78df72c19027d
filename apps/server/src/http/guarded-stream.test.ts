import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../session/session-store.ts";
import { type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { guardedStream } from "./guarded-stream.ts";
import { cutStalledReaders } from "./stalled-readers.ts";

// Over real sockets: what is still in a buffer, and a reader who reads nothing, exist only there.
let t: TestApp;
let inn: Facility;
let port: number;
const PEOPLE = 20_000;

beforeAll(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "湯の宿" });
  const facility = { accountIds: [inn.accountId] };
  await t.past.inScope(facility, async (tx) => {
    await sql`insert into users (company_id, user_email, name, role)
      select ${inn.companyId}, 'someone' || n || '@example.jp', '従業員 ' || n || repeat('長い名前', 20), 'role_user'
      from generate_series(1, ${PEOPLE}) n`.execute(tx.db);
    await sql`insert into account_users (account_id, user_id, permissions) select ${inn.accountId}, id, '{}' from users`.execute(
      tx.db,
    );
  });
  await t.server.listen({ port: 0, host: "127.0.0.1" });
  port = (t.server.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

type Reader = { socket: Socket; text: () => string; gone: Promise<unknown> };

/** `stalls`: takes the first bytes and no more. Later the system's own buffers may have grown as large as the file. */
async function open(path: string, cookie = "", { to = port, stalls = false } = {}): Promise<Reader> {
  const socket = connect(to, "127.0.0.1");
  let text = "";
  socket.on("data", (data) => {
    text += data.toString();
    if (stalls) socket.pause();
  });
  socket.on("error", () => {});
  const gone = once(socket, "close");
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
  return { socket, text: () => text, gone };
}

async function administrator(of: Facility = inn): Promise<{ userId: number; cookie: string }> {
  const userId = await makeUser(t.app, of, "role_admin", ["*"]);
  const token = await t.app.database.asSystem((tx) =>
    openSession(tx, t.app.clock, { userId, verified: true, ip: "127.0.0.1", userAgent: "test" }),
  );
  return { userId, cookie: `okaeri=${token}` };
}

const lines = (text: string) => text.split("従業員").length - 1;

test("an export ends within a second of the person's removal, in the middle of the file and not at its end", async () => {
  const { userId, cookie } = await administrator();
  const colleague = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const reader = await open("/api/users/export.csv", cookie);
  await expect.poll(() => lines(reader.text())).toBeGreaterThan(100);
  expect((await colleague({ method: "DELETE", url: `/api/users/${userId}` })).statusCode).toBe(200);
  const removed = performance.now();
  await reader.gone;
  expect(performance.now() - removed).toBeLessThan(1_000);
  expect(lines(reader.text())).toBeLessThan(PEOPLE);
  // An unfinished file must not look like a whole one: the last chunk, of length 0, never came.
  expect(reader.text()).not.toMatch(/\r\n0\r\n\r\n$/);
});

test("E06: one export at a time; the place is free again when the file is through, or the reader gone", async () => {
  const { cookie } = await administrator();
  const first = await open("/api/users/export.csv", cookie);
  await expect.poll(() => lines(first.text())).toBeGreaterThan(100);
  const second = await open("/api/users/export.csv", cookie);
  await expect.poll(second.text).toMatch(/^HTTP\/1\.1 429 /);
  first.socket.destroy();
  await first.gone;
  const few = `/api/users/export.csv?q=${encodeURIComponent("someone1999")}`;
  await expect
    .poll(async () => {
      const next = await open(few, cookie);
      await next.gone;
      return next.text();
    })
    .toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n0\r\n\r\n$/);
});

test("a company takes three files at once: its slow readers leave one place for everybody else", async () => {
  const slow = [];
  for (let n = 0; n < 3; n++) {
    const { cookie } = await administrator();
    const reader = await open("/api/users/export.csv", cookie, { stalls: true });
    await expect.poll(reader.text).toMatch(/^HTTP\/1\.1 200 /);
    slow.push(reader);
  }
  const colleague = await open("/api/users/export.csv", (await administrator()).cookie);
  await expect.poll(colleague.text).toMatch(/^HTTP\/1\.1 429 /);
  const other = await open(
    "/api/users/export.csv",
    (await administrator(await makeAccount(t.app, { name: "別" }))).cookie,
  );
  await expect.poll(other.text).toMatch(/^HTTP\/1\.1 200 /);
  for (const { socket } of slow) socket.destroy();
  await Promise.all(slow.map(({ gone }) => gone));
});

test("a reader who takes nothing is cut off and the pieces are told; a slow one is not", async () => {
  const small = Fastify();
  const log = pino({ level: "silent" });
  cutStalledReaders(small.server, log, 400);
  const finished: string[] = [];
  async function* pieces(name: string, count: number) {
    try {
      for (let n = 0; n < count; n++) yield "x".repeat(65_536);
    } finally {
      finished.push(name);
    }
  }
  small.get("/file/:name", (request, reply) => {
    const { name } = request.params as { name: string };
    const guard = { prove: async () => {}, log };
    return reply.send(guardedStream(reply, pieces(name, name === "slow" ? 100 : 10_000), guard));
  });
  await small.listen({ port: 0, host: "127.0.0.1" });
  const own = (small.server.address() as AddressInfo).port;
  await open("/file/stalled", "", { to: own, stalls: true });
  const slow = await open("/file/slow", "", { to: own });
  for (let n = 0; n < 8; n++) {
    slow.socket.pause();
    await sleep(100);
    slow.socket.resume();
    await sleep(10);
  }
  await expect.poll(() => finished).toContain("stalled");
  await slow.gone;
  expect(slow.text()).toMatch(/\r\n0\r\n\r\n$/);
  await small.close();
});

test("whoever stops reading is cut after that time and not after twice, whatever is sent; the database's cursor is given back", async () => {
  const waited: number[] = [];
  const log = pino({}, { write: (line) => void waited.push(JSON.parse(line).ms) });
  cutStalledReaders(t.server.server, log, 1_500);
  const { cookie } = await administrator();
  const snapshots = async () =>
    (
      await t.past.pool.query(
        "select from pg_stat_activity where datname = current_database() and xact_start is not null and query ilike '%from piece'",
      )
    ).rowCount;
  const stalled = await open("/api/users/export.csv", cookie, { stalls: true });
  await expect.poll(() => waited.length, { timeout: 10_000 }).toBe(1);
  expect(waited[0]).toBeGreaterThanOrEqual(1_500);
  expect(waited[0]).toBeLessThan(3_000);
  await expect.poll(snapshots).toBe(0);
  stalled.socket.destroy();
});
