import { createHash } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerErrors } from "../../http/answer-errors.ts";
import { html } from "../../http/html.ts";
import { securityHeaders } from "../../http/security-headers.ts";
import { outageLines } from "../../outage-lines.ts";
import { guestAddresses } from "./guest-addresses.ts";
import { guestLanguage, sendGuestPage, sendUnknownLink } from "./guest-page.ts";

let server: FastifyInstance;
beforeAll(async () => {
  server = Fastify();
  await securityHeaders(server, true);
  const log = pino({ enabled: false });
  answerErrors(server, log, outageLines(log, "database"));
  guestAddresses(server, (pages) => {
    pages.get("/shown", (request, reply) => {
      const language = guestLanguage(request, "en");
      return sendGuestPage(reply, { language, house: "<湯宿>", title: "t", body: html`<h1>${'<script>"'}</h1>` });
    });
    pages.get("/gone", sendUnknownLink);
    pages.get("/kept", (_request, reply) => reply.header("cache-control", "public, max-age=1").send("kept"));
    pages.get("/broken", () => {
      throw new Error("secret of ours");
    });
    pages.post("/form", async (request) => ((request.body as URLSearchParams | null)?.getAll("a") ?? []).join());
  });
  await server.ready();
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

test("a page stores nothing, is found by no search engine, tells no other site of its address, and runs no script", async () => {
  const { headers, body } = await get("/shown");
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  expect(Object.keys(headers).filter((name) => /cookie|ratelimit/.test(name))).toEqual([]);
  const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? "";
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers["content-security-policy"]).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(body).not.toMatch(/<script|<湯宿>|style="/);
  expect(body).toContain("&#60;script&#62;&#34;");
});

test("every colour of the look is one of the product's, and has its twin in the dark", async () => {
  const { body } = await get("/shown");
  const [light = "", dark = ""] = [...body.matchAll(/:root\{([^}]*)\}/g)].map(([, tokens]) => tokens);
  const namesOf = (tokens: string) => [...tokens.matchAll(/(--ok-[\w-]+):/g)].map(([, name]) => name).sort();
  expect(namesOf(light)).toEqual(namesOf(dark));
  const used = new Set([...body.matchAll(/var\((--ok-[\w-]+)\)/g)].map(([, name]) => name));
  expect(namesOf(light)).toEqual([...used].sort());
  expect(body.replaceAll(/--ok-[\w-]+:[^;}]+/g, "")).not.toMatch(/[:\s]#[0-9a-f]{3,8}\b|rgb\(/i);
});

test.each([
  ["/shown", "ja", "en"],
  ["/shown?lang=ja", "en", "ja"],
  ["/shown?lang=fr", "ja", "en"],
  ["/shown?lang=ja&lang=en", "ja", "en"],
  ["/gone", "en-GB,ja;q=0.5", "en"],
  ["/gone", "fr", "ja"],
])("%s asked in %s is in %s", async (url, accepted, language) => {
  const { body } = await get(url, { "accept-language": accepted });
  expect(/<html lang="(\w+)">/.exec(body)?.[1]).toBe(language);
  expect(body).toContain(`<a href="?lang=${language}" lang="${language}" aria-current="true">`);
});

test("what opens nothing is one answer, and what fails is a page without a word of the fault", async () => {
  const gone = await get("/gone");
  expect([gone.statusCode, gone.body.includes("このリンクは使えません")]).toEqual([404, true]);
  const broken = await get("/broken");
  expect([broken.statusCode, broken.headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
  expect(broken.body).toContain("ただいま表示できません");
  expect(broken.body).not.toContain("secret");
  expect((await get("/kept")).headers["cache-control"]).toBe("public, max-age=1");
});

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
test.each([
  ["application/x-www-form-urlencoded", "a=1&a=%E5%AE%BF", 200, "1,宿"],
  ["multipart/form-data; boundary=x", part("a", "宿") + part("a", "2") + "--x--\r\n", 200, "宿,2"],
  ["multipart/form-data; boundary=x", "--x\r\n", 400, "受け付けられません"],
  ["multipart/form-data", part("a", "1") + "--x--\r\n", 400, "受け付けられません"],
  ["application/x-www-form-urlencoded", `a=${"x".repeat(5_000)}`, 413, "受け付けられません"],
  ["application/json", '{"a":1}', 415, "受け付けられません"],
  ["text/plain", "a=1", 415, "受け付けられません"],
  ["image/png", "x", 415, "受け付けられません"],
])("a form of %s", async (type, payload, status, shown) => {
  const answer = await server.inject({ method: "POST", url: "/form", headers: { "content-type": type }, payload });
  expect([answer.statusCode, answer.body.includes(shown)]).toEqual([status, true]);
});

test("an escaped address is an unknown link", async () => {
  const answer = await get("/%73hown");
  expect([answer.statusCode, answer.body.includes("このリンクは使えません")]).toEqual([404, true]);
  expect((await get("/shown?lang=%6Aa")).statusCode).toBe(200);
});

test("one address that asks without end is told to wait; others are answered", async () => {
  const from = (remoteAddress: string) => server.inject({ url: "/kept", remoteAddress });
  for (let n = 0; n < 600; n++) await from("192.0.2.7");
  const refused = await from("192.0.2.7");
  expect([refused.statusCode, refused.body.includes("アクセスが多すぎます")]).toEqual([429, true]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await from("192.0.2.8")).statusCode).toBe(200);
});
