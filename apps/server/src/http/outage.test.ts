import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildServer } from "../main/build-server.ts";
import { type Guests, openGuests } from "../sections/customers/guests.fixture.ts";
import { openSession } from "../session/session-store.ts";
import { makeUser } from "../test/app.ts";
import { errorBody } from "./errors.ts";

// A database that is slow, full or gone for a moment, as a person meets it (operations: 503 and a message, then as before).

let guests: Guests;
let lines: string[];
let cookie: string;
let ask: (url: string) => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>;

beforeEach(async () => {
  guests = await openGuests();
  const { app } = guests.t;
  lines = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const server = await buildServer({ ...app, log }, log, { busyAfterMs: 600_000 });
  const userId = await makeUser(app, guests.hotel, "role_admin", ["*"]);
  const token = await app.database.asSystem((tx) =>
    openSession(tx, app.clock, { userId, verified: true, ip: "127.0.0.1", userAgent: "test" }),
  );
  cookie = `okaeri=${token}`;
  ask = (url) => server.inject({ method: "GET", url, headers: { cookie } });
});
afterEach(() => guests.t.close());

test("a statement that takes too long, or two that want the same rows, is busy and not broken", () => {
  for (const code of ["57014", "57P01", "57P03", "53300", "53200", "40001", "40P01", "55P03", "08006", "ECONNREFUSED"])
    expect([code, errorBody(Object.assign(new Error("x"), { code }), "ja").status]).toEqual([code, 503]);
  const full = errorBody(Object.assign(new Error("x"), { code: "53100" }), "ja");
  expect(full).toEqual({ status: 503, message: expect.stringContaining("空きがない") });
  // Two saved the same at once: the second one's to put right.
  for (const code of ["23505", "23503", "23P01"])
    expect([code, errorBody(Object.assign(new Error("x"), { code }), "ja").status]).toEqual([code, 400]);
  for (const code of ["23502", "23514", "42501", "42P01"])
    expect([code, errorBody(Object.assign(new Error("x"), { code }), "ja").status]).toEqual([code, 500]);
});

test("a restart of the database: 503 at worst, never a hang, and the next call is answered", async () => {
  expect((await ask("/api/customers")).statusCode).toBe(200);
  const kill = () =>
    guests.t.app.database.asSystem((tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user
        and pid <> pg_backend_pid()`.execute(tx.db),
    );
  for (let round = 0; round < 3; round++) {
    const answers = Promise.all(Array.from({ length: 30 }, () => ask("/api/customers?q=山田")));
    await new Promise((resolve) => setTimeout(resolve, 5 * round));
    await kill().catch(() => undefined);
    for (const answer of await answers) expect([200, 503]).toContain(answer.statusCode);
  }
  expect((await ask("/api/customers")).statusCode).toBe(200);
  expect((await ask("/health/ready")).statusCode).toBe(200);
});

test("a process that cannot keep up turns callers away with 503 and says when to come back", async () => {
  const server = await buildServer(guests.t.app, pino({ level: "silent" }), { busyAfterMs: 5 });
  const end = Date.now() + 1_500;
  // Work that leaves no time for callers, until the process has looked at itself once.
  while (Date.now() < end) {
    for (const until = Date.now() + 50; Date.now() < until; );
    await new Promise((resolve) => setImmediate(resolve));
  }
  const answer = await server.inject({ method: "GET", url: "/api/customers", headers: { cookie } });
  expect([answer.statusCode, answer.headers["retry-after"], answer.json().status]).toEqual([503, "5", 503]);
  await server.close();
});

test("a process that only stood still for a moment turns nobody away", async () => {
  const server = await buildServer(guests.t.app, pino({ level: "silent" }));
  // From its last look at itself until after the next one was due: as on a machine that gave the process no time.
  const { rssBytes } = server.memoryUsage();
  while (server.memoryUsage().rssBytes === rssBytes) await new Promise((resolve) => setImmediate(resolve));
  for (const until = Date.now() + 1_200; Date.now() < until; );
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const url of ["/api/customers", "/health/ready"])
    expect((await server.inject({ method: "GET", url, headers: { cookie } })).statusCode, url).toBe(200);
  await server.close();
});

test("all connections taken: 503 within seconds, and everything goes on when they are free", async () => {
  const { pool } = guests.t.app.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()));
  const started = performance.now();
  const answers = await Promise.all([
    ask("/api/customers"),
    ask("/api/menu"),
    ask("/health/ready"),
    ask("/health/live"),
  ]);
  expect(answers.map((answer) => answer.statusCode)).toEqual([503, 503, 503, 200]);
  expect(answers[0]?.headers["retry-after"]).toBe("5");
  expect(JSON.parse(answers[0]?.body ?? "")).toEqual({
    status: 503,
    message: "ただいま混み合っています。しばらくしてからもう一度お試しください",
  });
  expect(performance.now() - started).toBeLessThan(8_000);
  for (const client of taken) client.release();
  expect((await ask("/api/customers")).statusCode).toBe(200);
});

test("§ logs: nothing of a guest, a session or an address bar is written, whatever goes wrong", async () => {
  const { pool } = guests.t.app.database;
  await ask("/api/customers?q=山田&q2=秘密の検索");
  await ask("/api/customers/1?token=abcdef");
  await ask("/api/nowhere?mail=taro@example.jp");
  await ask("/u/wrong-token?x=taro@example.jp");
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()));
  await ask("/api/customers?q=山田");
  for (const client of taken) client.release();
  const written = lines.join("\n");
  expect(written).toContain("/customers");
  for (const secret of ["山田", "秘密", "@example.jp", "abcdef", "wrong-token", cookie.slice(7), "%E5%B1%B1"])
    expect(written).not.toContain(secret);
});
