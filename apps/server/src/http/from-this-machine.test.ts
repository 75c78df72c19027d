import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { buildServer } from "../main/build-server.ts";
import { type TestApp, testApp } from "../test/app.ts";

let t: TestApp;
let server: Awaited<ReturnType<typeof buildServer>>;
const ADDRESSES = ["/metrics", "/api/demo/sign-ins", "/api/demo/code?login_id=vc_admin"];

beforeAll(async () => {
  t = await testApp();
  const app = { ...t.app, config: readConfig({ DEMO: "1", PORT: "3000" }) };
  server = await buildServer(app, t.app.log as Parameters<typeof buildServer>[1]);
});
afterAll(async () => {
  await server.close();
  await t.close();
});

const ask = async (url: string, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") => {
  const { statusCode, body } = await server.inject({ url, headers, remoteAddress });
  return [statusCode, body.includes("okaeri-demo-2026") || body.includes("okaeri_http")];
};
const site = async (headers: Record<string, string>) =>
  (await server.inject({ url: "/api/site", headers })).json().demo;

test("figures and demo help are there for who asks on this machine", async () => {
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000", "LOCALHOST", "okaeri.localhost:3000"]) {
    expect([host, await ask("/metrics", { host })]).toEqual([host, [200, true]]);
    expect([host, await ask("/api/demo/sign-ins", { host })]).toEqual([host, [200, true]]);
  }
  for (const address of ["::1", "::ffff:127.0.0.1", "127.0.0.9"])
    expect([address, await ask("/metrics", {}, address)]).toEqual([address, [200, true]]);
  expect(await site({ host: "localhost:3000" })).toBe(true);
});

test.each([
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded",
  "x-real-ip",
  "x-client-ip",
  "x-original-host",
  "x-cluster-client-ip",
  "cf-connecting-ip",
  "true-client-ip",
  "fastly-client-ip",
  "fly-client-ip",
  "x-envoy-external-address",
  "x-appengine-user-ip",
  "cdn-loop",
  "x-vercel-forwarded-for",
  "x-nf-client-connection-ip",
  "x-remote-addr",
  "x-sourceip",
])("a request that somebody passed on gets neither: %s", async (name) => {
  // Also where the header claims to come from here.
  for (const value of ["203.0.113.9", "127.0.0.1", "localhost"])
    for (const url of ADDRESSES) expect([url, await ask(url, { [name]: value })]).toEqual([url, [404, false]]);
  expect(await site({ [name]: "127.0.0.1" })).toBe(false);
});

test("nor does one for another Host, as after a name was pointed at this machine, or from another address", async () => {
  for (const host of ["evil.test", "evil.test:3000", "localhost.evil.test", "127.0.0.1.evil.test", "192.168.1.5:3000"])
    for (const url of ADDRESSES) expect([host, await ask(url, { host })]).toEqual([host, [404, false]]);
  for (const address of ["203.0.113.9", "192.168.1.5", "::ffff:203.0.113.9", "fe80::1"])
    for (const url of ADDRESSES) expect([address, await ask(url, {}, address)]).toEqual([address, [404, false]]);
});
