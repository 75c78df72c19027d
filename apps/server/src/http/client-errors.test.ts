import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { ERRORS, type ErrorCode } from "@okaeri/contract/errors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../test/app.ts";

// Over a real socket: what Node's own HTTP server refuses never comes to a route.
let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await testApp();
  await t.server.listen({ port: 0, host: "127.0.0.1" });
  port = (t.server.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

async function say(text: string): Promise<{ status: number; type: string; body: { status: number; message: string } }> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += data.toString();
  });
  socket.on("error", () => {});
  socket.write(text);
  await once(socket, "close");
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  const type = /^content-type: (.*)$/im.exec(head)?.[1] ?? "";
  return { status: Number(head.split(" ")[1]), type, body: JSON.parse(body) };
}
const request = (line: string, ...headers: string[]) =>
  `${[line, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`;
const HOST = "Host: localhost";
const long = "x".repeat(20_000);

test.each<[string, string, ErrorCode]>([
  ["headers that are too large", request("GET /api/menu HTTP/1.1", HOST, `Cookie: a=${long}`), "HEADERS_TOO_LARGE"],
  ["an address that is too long", request(`GET /api/menu?q=${long} HTTP/1.1`, HOST), "HEADERS_TOO_LARGE"],
  ["no HTTP at all", "hello\r\n\r\n", "BAD_REQUEST"],
  ["two lengths", request("POST /api/menu HTTP/1.1", HOST, "Content-Length: 1", "Content-Length: 2"), "BAD_REQUEST"],
  ["a made-up method", request("FROB /api/menu HTTP/1.1", HOST), "BAD_REQUEST"],
])("%s: refused in both languages, in the shape of every refusal", async (_name, text, code) => {
  const { status, ja, en } = ERRORS[code];
  expect(await say(text)).toEqual({
    status,
    type: "application/json; charset=utf-8",
    body: { status, message: `${ja} / ${en}` },
  });
});

test.each<[string, string, ErrorCode]>([
  ["no Host", request("GET /api/menu HTTP/1.1"), "BAD_REQUEST"],
  ["an expectation", request("GET /api/menu HTTP/1.1", HOST, "Expect: wonders"), "NOT_EXPECTED"],
  ["a rare method", request("PROPFIND /api/menu HTTP/1.1", HOST), "NOT_FOUND"],
  [
    "a body that is too large",
    request("POST /api/auth/login HTTP/1.1", HOST, "Content-Type: application/json", "Content-Length: 9000000"),
    "TOO_LARGE",
  ],
])("%s: refused in the person's language", async (_name, text, code) => {
  const { status, ja, en } = ERRORS[code];
  expect(await say(text)).toMatchObject({ status, body: { status, message: ja } });
  const inEnglish = text.replace("Connection:", "X-Okaeri-Language: en\r\nConnection:");
  expect((await say(inEnglish)).body.message).toBe(en);
});

test("a request that does not come to its end is answered in the same shape", async () => {
  t.server.server.headersTimeout = 500;
  t.server.server.requestTimeout = 500;
  const { status, ja, en } = ERRORS.TOO_SLOW;
  expect((await say("GET /api/menu HTTP/1.1\r\nHo")).body).toEqual({ status, message: `${ja} / ${en}` });
});
