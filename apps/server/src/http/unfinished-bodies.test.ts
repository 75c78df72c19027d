import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../session/session-store.ts";
import { makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";

// Over a real socket, which `inject` does not have.
let t: TestApp;
let port: number;
let head: (length: number) => string;
let userId: number;

beforeAll(async () => {
  t = await testApp();
  userId = await makeUser(t.app, await makeAccount(t.app, { name: "half" }), "role_admin", ["*"]);
  const token = await t.app.database.asSystem((tx) =>
    openSession(tx, t.app.clock, { userId, verified: true, ip: "127.0.0.1", userAgent: "test" }),
  );
  await t.server.listen({ port: 0, host: "127.0.0.1" });
  port = (t.server.server.address() as AddressInfo).port;
  head = (length) =>
    `PUT /api/profile HTTP/1.1\r\nHost: localhost\r\nCookie: okaeri=${token}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
});
afterAll(() => t.close());

const body = JSON.stringify({ name: "書きかけの名前", user_email: "staff@example.jp" });

async function opened(): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (data) => {
    text += data.toString();
  });
  socket.on("error", () => {});
  await once(socket, "connect");
  return { socket, answer: () => text };
}

async function nameNow(): Promise<string | undefined> {
  const found = await t.app.database.asSystem((tx) =>
    sql<{ name: string }>`select name from users where id = ${userId}`.execute(tx.db),
  );
  return found.rows[0]?.name;
}

test("B20: a client that goes away in the middle of a body writes nothing, and the next one is served", async () => {
  const before = await nameNow();
  const half = await opened();
  half.socket.write(head(Buffer.byteLength(body)) + body.slice(0, 20));
  await sleep(100);
  half.socket.destroy();
  await sleep(200);
  expect(await nameNow()).toBe(before);

  const whole = await opened();
  whole.socket.write(head(Buffer.byteLength(body)) + body);
  await expect.poll(whole.answer).toMatch(/^HTTP\/1\.1 200 /);
  whole.socket.destroy();
  expect(await nameNow()).toBe("書きかけの名前");
});

test("B20: a body that comes a byte at a time is cut off and writes nothing", { timeout: 20_000 }, async () => {
  const before = await nameNow();
  const http = t.server.server;
  // What the product gives everybody; two seconds show as well that it is looked at every second.
  expect([http.requestTimeout, http.headersTimeout]).toEqual([15_000, 15_000]);
  http.requestTimeout = 2_000;
  http.headersTimeout = 2_000;
  const slow = await opened();
  const closed = new Promise((done) => slow.socket.once("close", done));
  slow.socket.write(`${head(5_000)}{`);
  const drip = setInterval(() => slow.socket.write(" "), 200);
  slow.socket.once("data", () => clearInterval(drip));
  await closed;
  clearInterval(drip);
  // A byte on its way when the server closed resets the connection, and takes an unread answer with it.
  expect(slow.answer()).toMatch(/^(HTTP\/1\.1 408 |$)/);
  expect(await nameNow()).toBe(before);
});
