import { connect } from "node:net";
import { text } from "node:stream/consumers";
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

test("nor does one of a proxy that was told nothing but where to, which adds no header and speaks HTTP/1.0", async () => {
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const { port } = new URL(address);
  const spoken = async (url: string, version: string) => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write(`GET ${url} HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split(" ")[1];
  };
  for (const url of ADDRESSES.slice(0, 2))
    expect([url, await spoken(url, "1.1"), await spoken(url, "1.0")]).toEqual([url, "200", "404"]);
});

test("nor does one for another Host, as after a name was pointed at this machine, or from another address", async () => {
  for (const host of ["evil.test", "evil.test:3000", "localhost.evil.test", "127.0.0.1.evil.test", "192.168.1.5:3000"])
    for (const url of ADDRESSES) expect([host, await ask(url, { host })]).toEqual([host, [404, false]]);
  for (const address of ["203.0.113.9", "192.168.1.5", "::ffff:203.0.113.9", "fe80::1"])
    for (const url of ADDRESSES) expect([address, await ask(url, {}, address)]).toEqual([address, [404, false]]);
});

test("figures are there for who brings METRICS_TOKEN, from wherever and through a proxy; nothing else opens by it", async () => {
  const token = "a token of the scraper";
  const config = readConfig({ DEMO: "1", PORT: "3000", METRICS_TOKEN: token });
  const scraped = await buildServer({ ...t.app, config }, t.app.log as Parameters<typeof buildServer>[1]);
  const status = async (url: string, authorization: string) =>
    (
      await scraped.inject({
        url,
        remoteAddress: "10.0.0.7",
        headers: { host: "web:3000", via: "1.1 x", authorization },
      })
    ).statusCode;
  expect(await status("/metrics", `Bearer ${token}`)).toBe(200);
  for (const wrong of ["", "Bearer ", `Bearer ${token}x`, token, `Basic ${token}`, "Bearer null"])
    expect([wrong, await status("/metrics", wrong)]).toEqual([wrong, 404]);
  expect(await status("/api/demo/sign-ins", `Bearer ${token}`)).toBe(404);
  await scraped.close();
  // Without the setting no token is right.
  expect((await ask("/metrics", { authorization: "Bearer null" }, "10.0.0.7"))[0]).toBe(404);
});

test("only this machine and the proxies that were named are believed about who asks", async () => {
  const config = readConfig({ DEMO: "0", PORT: "3000", TRUSTED_PROXIES: "172.30.217.1, 10.1.0.0/16" });
  const behind = await buildServer({ ...t.app, config }, t.app.log as Parameters<typeof buildServer>[1]);
  const seen = async (remoteAddress: string, forwarded: string) => {
    await t.past.pool.query("delete from audit_logs");
    const headers = { "x-forwarded-for": forwarded };
    const payload = { userId: "nobody", password: "wrong" };
    await behind.inject({ method: "POST", url: "/api/auth/login", remoteAddress, headers, payload });
    return (await t.past.pool.query("select ip from audit_logs")).rows.map((row) => row.ip);
  };
  expect(await seen("172.30.217.1", "203.0.113.9")).toEqual(["203.0.113.9"]);
  expect(await seen("10.1.2.3", "203.0.113.9")).toEqual(["203.0.113.9"]);
  expect(await seen("127.0.0.1", "203.0.113.9")).toEqual(["203.0.113.9"]);
  // A chain is read from its near end, up to the first who is not ours.
  expect(await seen("10.1.2.3", "1.2.3.4, 203.0.113.9, 172.30.217.1")).toEqual(["203.0.113.9"]);
  for (const stranger of ["172.30.217.2", "10.2.0.1"]) expect(await seen(stranger, "203.0.113.9")).toEqual([stranger]);
  await behind.close();
  for (const wrong of ["anything", "10.0.0.0/99", "10.0.0.1;10.0.0.2", "*"])
    expect(() => readConfig({ DEMO: "0", TRUSTED_PROXIES: wrong })).toThrow(/TRUSTED_PROXIES.*アドレスか範囲/);
  // A setting that trusts every proxy is refused, by the name of the setting.
  for (const everybody of ["0.0.0.0/0", "10.0.0.1, ::/0", "10.0.0.0/0"])
    expect(() => readConfig({ DEMO: "0", TRUSTED_PROXIES: everybody })).toThrow(/TRUSTED_PROXIES.*すべてのアドレス/);
});
