import type { CallMeta } from "@okaeri/contract/call";
import { contract } from "@okaeri/contract/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";

type Call = { name: string; method: "GET" | "POST" | "PUT" | "DELETE"; url: string; needs: CallMeta["needs"] };
type Node = { "~orpc"?: { route: { method?: string; path?: string }; meta: CallMeta } };

function calls(tree: object, prefix = ""): Call[] {
  return Object.entries(tree).flatMap(([key, node]: [string, Node]): Call[] => {
    const stated = node["~orpc"];
    if (!stated) return calls(node, `${prefix}${key}.`);
    const url = `/api${stated.route.path?.replaceAll(/\{\w+\}/g, "1")}`;
    return [
      {
        name: `${prefix}${key}`,
        method: (stated.route.method ?? "GET") as Call["method"],
        url,
        needs: stated.meta.needs,
      },
    ];
  });
}

const all = calls(contract);
const closed = all.filter((call) => call.needs.kind !== "public");
const withAction = all.filter((call) => call.needs.kind === "action");
const writes = all.filter((call) => call.method !== "GET");

let t: TestApp;
let nobodyMay: Awaited<ReturnType<TestApp["as"]>>;
let foreignAccountId: number;
beforeAll(async () => {
  t = await testApp();
  const ryokan = await makeAccount(t.app, { name: "own" });
  foreignAccountId = (await makeAccount(t.app, { name: "foreign" })).accountId;
  nobodyMay = await t.as(await makeUser(t.app, ryokan, "role_user", []));
});
afterAll(() => t.close());

const denials = () =>
  t.app.database.asSystem(async (tx) => {
    const found = await sql<{ n: number }>`select count(*)::int as n from audit_logs where action = 'denied'`.execute(
      tx.db,
    );
    return found.rows[0]?.n ?? 0;
  });
const bodyFor = (call: Call) => (call.method === "GET" ? {} : { payload: {} });

describe("every call that needs somebody", () => {
  test.each(closed)("$name: signed out is 401, without data", async (call) => {
    const answer = await t.anonymous({ method: call.method, url: call.url, ...bodyFor(call) });
    expect(answer.statusCode).toBe(401);
    expect(Object.keys(answer.json())).toEqual(["status", "message"]);
  });
});

describe("every call that needs a page action", () => {
  test.each(withAction)("$name: without the action it is 403, with one line in the audit log", async (call) => {
    const before = await denials();
    const answer = await nobodyMay({ method: call.method, url: call.url, ...bodyFor(call) });
    expect([answer.statusCode, answer.json()]).toEqual([403, { status: 403, message: "不正リクエストです" }]);
    expect(await denials()).toBe(before + 1);
  });

  test.each(withAction)("$name: another client's account is not found", async (call) => {
    const answer = await nobodyMay({
      method: call.method,
      url: `${call.url}?account_id=${foreignAccountId}`,
      ...bodyFor(call),
    });
    expect([answer.statusCode, answer.json().message]).toEqual([404, "お探しのページが見つかりませんでした"]);
  });
});

// Calls about oneself, and about where one may work, belong to no account.
const inNoAccount = /^(auth|demo|savedViews|postcodes)\.|^accounts\.(picker|endings)$/;
const inAnAccount = closed.filter(({ name, needs }) => needs.kind !== "second_step" && !inNoAccount.test(name));

describe("every call that works in an account", () => {
  test.each(inAnAccount)(
    "$name: an account that is not one's own, or no id, reads as one that is missing",
    async (call) => {
      const asked = async (account: string) => {
        const url = `${call.url}?account_id=${account}`;
        const { statusCode, body } = await nobodyMay({ method: call.method, url, ...bodyFor(call) });
        return [statusCode, body];
      };
      const missing = await asked("999999999");
      expect(missing[0]).toBe(404);
      for (const account of [String(foreignAccountId), "abc", "0", "-1", "007", "1e0", "2&account_id=3"])
        expect([account, ...(await asked(account))]).toEqual([account, ...missing]);
    },
  );
});

describe("every writing call refuses other origins and other kinds of body (S09, S10)", () => {
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.test" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "http://localhost:1", "sec-fetch-site": "cross-site" },
  ];
  test.each(writes)("$name", async (call) => {
    for (const headers of foreign) {
      const answer = await nobodyMay({ method: call.method, url: call.url, headers, payload: {} });
      expect([answer.statusCode, answer.json().message], JSON.stringify(headers)).toEqual([403, "不正リクエストです"]);
    }
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await nobodyMay({
        method: call.method,
        url: call.url,
        headers: { "content-type": type },
        payload: "{}",
      });
      expect([answer.statusCode, type]).toEqual([415, type]);
    }
  });
});

test.each([
  ["not JSON", "{", 400],
  ["trailing comma", '{"userId":"a",}', 400],
  ["prototype", '{"__proto__":{"x":1},"userId":"a","password":"b"}', 400],
  ["constructor", '{"constructor":{"prototype":{"x":1}},"userId":"a","password":"b"}', 400],
  ["a list", "[]", 400],
  ["one with a key twice", '{"userId":"a","userId":"b","password":"x"}', 400],
  ["one with a key twice, once in disguise", '{"userId":"a","user\\u0049d":"b","password":"x"}', 400],
  ["marked with a BOM", '\uFEFF{"userId":"a","password":"x"}', 400],
  ["UTF-16", Buffer.from('{"userId":"a","password":"x"}', "utf16le"), 400],
  ["Shift_JIS", Buffer.from([...Buffer.from('{"userId":"'), 0x89, 0xd4, ...Buffer.from('","password":"x"}')]), 400],
  ["ten thousand deep", `${"[".repeat(10_000)}${"]".repeat(10_000)}`, 400],
])("B01–B03: a body that is %s is refused in the person's language", async (_name, payload, status) => {
  const answer = await t.anonymous({
    method: "POST",
    url: "/api/auth/login",
    headers: { "content-type": "application/json" },
    payload,
  });
  expect(answer.statusCode).toBe(status);
  expect(answer.json().message).toMatch(/不正リクエストです|入力内容を確認してください/);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test("Q10: long and broken addresses are refused, not crashed on", async () => {
  for (const url of [
    "/api/customers?q=%",
    "/api/customers?q=%ff",
    `/api/customers?${"a=1&".repeat(5000)}`,
    `/api/${"x".repeat(5000)}`,
  ]) {
    const answer = await t.anonymous({ method: "GET", url });
    expect(answer.statusCode, url.slice(0, 40)).toBeLessThan(500);
  }
});

test("S15: answers with data are not stored, not sniffed, not framed", async () => {
  const answer = await t.anonymous({ method: "GET", url: "/api/auth/session" });
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
});

test("health: live always, ready when the database is there and migrated", async () => {
  const [live, ready] = await Promise.all(
    ["/health/live", "/health/ready"].map((url) => t.anonymous({ method: "GET", url })),
  );
  expect([live?.statusCode, ready?.statusCode]).toEqual([200, 200]);
});

test("metrics are for this machine only", async () => {
  const here = await t.anonymous({ method: "GET", url: "/metrics" });
  const passedOn = await t.anonymous({ method: "GET", url: "/metrics", headers: { "x-forwarded-for": "203.0.113.9" } });
  expect([here.statusCode, passedOn.statusCode]).toEqual([200, 404]);
  expect(here.body).toContain("okaeri_database_connections");
});

test.each([
  ["no wish", {}, undefined, "ja"],
  ["Japanese first", { "accept-language": "ja,en;q=0.8" }, undefined, "ja"],
  ["English first", { "accept-language": "en-US,en;q=0.9,ja;q=0.5" }, "/en?account_id=2", "en"],
  ["neither", { "accept-language": "fr" }, undefined, "ja"],
  ["remembered Japanese", { "accept-language": "en", cookie: "i18n_redirected=ja" }, undefined, null],
  ["remembered English", { "accept-language": "ja", cookie: "i18n_redirected=en" }, "/en?account_id=2", null],
] as const)("§2 locale: from the root path, %s", async (_name, headers, location, cookie) => {
  const answer = await t.anonymous({ method: "GET", url: "/?account_id=2", headers });
  expect(answer.headers.location).toBe(location);
  if (location) expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([301, "no-store"]);
  expect(answer.headers.vary).toContain("Accept-Language");
  const set = answer.cookies.find((each) => each.name === "i18n_redirected");
  expect(set?.value ?? null).toBe(cookie);
  if (set) expect(set).toMatchObject({ path: "/", maxAge: 31_536_000, sameSite: "Lax" });
  const elsewhere = await t.anonymous({ method: "GET", url: "/login", headers });
  expect(elsewhere.headers.location).toBeUndefined();
});

test.each([
  [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }, "None", true],
  [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, "None", true],
  [{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, "Lax", undefined],
  [{ "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, "Lax", undefined],
  [{}, "Lax", undefined],
])("§9 Locale cookie: SameSite with %o is %s", async (headers, sameSite, secure) => {
  const answer = await t.anonymous({ method: "GET", url: "/", headers });
  const set = answer.cookies.find((each) => each.name === "i18n_redirected");
  expect([set?.sameSite, set?.secure]).toEqual([sameSite, secure]);
});

test.each([
  ["/", { "accept-language": "en" }],
  ["/api/site", {}],
  ["/api/menu", {}],
  ["/api/users?page=0", {}],
  ["/api/nowhere", {}],
  ["/health/ready", {}],
  ["/feeds/nowhere", {}],
])("RFC 9110: HEAD %s is answered as GET, without the body", async (url, headers) => {
  const [get, head] = await Promise.all([
    t.anonymous({ method: "GET", url, headers }),
    t.anonymous({ method: "HEAD", url, headers }),
  ]);
  const summary = ({ statusCode, headers: of }: typeof get) => [statusCode, of["content-type"], of.location, of.vary];
  expect(summary(head)).toEqual(summary(get));
  expect(head.body).toBe("");
});

test("the language of messages follows the page", async () => {
  const answer = await t.anonymous({ method: "GET", url: "/api/menu", headers: { "x-okaeri-language": "en" } });
  expect(answer.json().message).toBe("Your session has expired. Please sign in again.");
});

test("B01: colons and quotes inside strings are no keys, and nested keys may repeat in other objects", async () => {
  const answer = await t.anonymous({
    method: "POST",
    url: "/api/auth/login",
    headers: { "content-type": "application/json" },
    payload: '{ "userId" : "a\\":\\"b\\\\", "password" : "\\\\\\": {\\"userId\\":1}" }',
  });
  expect(answer.statusCode).toBe(401);
});

test("a list names the programme alone to row-level security, whoever asks: an index is searched once for each account named", async () => {
  const head = await makeAccount(t.app, { name: "head" });
  const wing = await makeAccount(t.app, { name: "wing", above: head, option: null });
  const reading = vi.spyOn(t.app.database, "reading");
  for (const account of [head, wing]) {
    const call = await t.as(await makeUser(t.app, account, "role_admin", ["*"]));
    expect((await call({ method: "GET", url: "/api/customers?q=山田" })).statusCode).toBe(200);
    expect(reading.mock.lastCall?.[0]).toEqual({ accountIds: [head.accountId] });
  }
  reading.mockRestore();
});
