import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { contract } from "@okaeri/contract/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../test/app.ts";
import { WEB_DIST } from "./web-app.ts";

let t: TestApp;
let inn: Facility;
let staff: Caller;
let port: number;

beforeAll(async () => {
  t = await testApp();
  inn = await makeAccount(t.app, { name: "湯の宿" });
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  await t.server.listen({ port: 0, host: "127.0.0.1" });
  port = (t.server.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

/** As it stands on the wire: clients would tidy the address up before it is sent. */
async function raw(line: string, headers: string[] = []): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (data) => {
    text += data.toString();
  });
  await once(socket, "connect");
  socket.write([`${line} HTTP/1.1`, "Host: localhost", "Connection: close", ...headers, "", ""].join("\r\n"));
  await once(socket, "close");
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body };
}

const DISGUISES = [
  "/%61pi/users",
  "/%61%70%69/users/export.csv",
  "/api/%75sers",
  "/api/users/%65xport.csv",
  "/API/users",
  "/Api/users/export.csv",
  "//api/users",
  "/api//users",
  "/api/users/",
  "/api/",
  "/./api/users",
  "/x/../api/users",
  "/api/%2e%2e/api/users",
  "/api/../health/live",
  "/%2e%2e/api/users",
  "/api%2fusers",
  "/api%2Fusers/export.csv",
  "/%2561pi/users",
  "/%252561pi/users",
  "/api;x=1/users",
  "/api/users;jsessionid=1",
  "/api/users/export.csv;x",
  "/\\api/users",
  "/api\\users",
  "/api%5cusers",
  "/api%3Fusers",
  "/api%00/users",
  "/api/users%00",
  "/%20api/users",
  "/api%20/users",
  "/api./users",
  "/%EF%BD%81%EF%BD%90%EF%BD%89/users",
  "http://localhost/api/users",
  "http://evil.test/api/users",
  "/%68ealth/live",
  "/Metrics",
  "/metrics/",
  "/%6detrics",
  "/METRICS",
  "/%61ssets/index.js",
  "/HOOKS/line",
];

test.each(DISGUISES)("§2: %s is nobody's address: no page, no call, nothing kept", async (path) => {
  for (const line of [`GET ${path}`, `POST ${path}`]) {
    const answer = await raw(line, ["Origin: http://evil.test", "Content-Length: 0"]);
    expect([line, answer.status, answer.body]).toEqual([line, 404, expect.stringContaining('"status":404')]);
    expect(answer.head).toMatch(/^cache-control: no-store/m);
  }
});

test("a writing call is not reached from another origin by writing its address otherwise", async () => {
  const headers = { origin: "https://evil.test", "content-type": "application/json" };
  for (const url of ["/%61pi/auth/logout", "/api/auth/%6cogout", "/api//auth/logout", "/API/auth/logout"]) {
    const answer = await staff({ method: "POST", url, headers, payload: {} });
    expect([url, answer.statusCode]).toEqual([url, 404]);
  }
  expect((await staff({ method: "GET", url: "/api/users" })).statusCode).toBe(200);
});

test("pages of the web app may hold anything that is no call", async () => {
  const pages = existsSync(join(WEB_DIST, "index.html"));
  for (const path of ["/customers?foo=bar&token=x", "/%E9%A1%A7%E5%AE%A2", "/customers;x", "/apiary", "/en/api/users"])
    expect([path, (await raw(`GET ${path}`)).status]).toEqual([path, pages ? 200 : 404]);
});

test("every answer beneath /api says no-store, whatever it is", async () => {
  const answers: [string, Awaited<ReturnType<Caller>>, number][] = [
    ["call", await staff({ method: "GET", url: "/api/users" }), 200],
    ["unchanged", await staff({ method: "GET", url: "/api/users", headers: { "if-none-match": "*" } }), 200],
    ["download", await staff({ method: "GET", url: "/api/users/export.csv" }), 200],
    ["description", await staff({ method: "GET", url: "/api/openapi.json" }), 200],
    ["page", await staff({ method: "GET", url: "/api/docs" }), 200],
    ["signed out", await t.anonymous({ method: "GET", url: "/api/users" }), 401],
    ["unknown", await staff({ method: "GET", url: "/api/nothing" }), 404],
    ["top", await staff({ method: "GET", url: "/api?x=1" }), 404],
    ["missing row", await staff({ method: "GET", url: "/api/users/999999" }), 404],
    ["unreadable address", await staff({ method: "GET", url: "/api/%zz" }), 400],
    ["long part", await staff({ method: "GET", url: `/api/imports/${"1".repeat(5_000)}/rejections.csv` }), 404],
    ["wrong input", await staff({ method: "GET", url: "/api/users?page=x" }), 400],
    [
      "foreign origin",
      await staff({ method: "POST", url: "/api/users", headers: { origin: "https://evil.test" } }),
      403,
    ],
    [
      "other body",
      await staff({ method: "POST", url: "/api/users", headers: { "content-type": "text/plain" }, payload: "x" }),
      415,
    ],
    ["other method", await staff({ method: "PATCH", url: "/api/users" }), 404],
    ["preflight", await staff({ method: "OPTIONS", url: "/api/users", headers: { origin: "https://evil.test" } }), 403],
  ];
  for (const [name, answer, status] of answers) {
    expect([name, answer.statusCode, answer.headers["cache-control"]]).toEqual([name, status, "no-store"]);
    expect([name, Object.keys(answer.headers).filter((each) => each.startsWith("access-control"))]).toEqual([name, []]);
    if (status === 404) expect(answer.json().status).toBe(404);
  }
});

type Node = { "~orpc"?: { route: { method?: string; path?: string }; meta: { needs: { kind: string } } } };
function calls(tree: object): { method: string; url: string; kind: string }[] {
  return Object.values(tree).flatMap((node: Node) => {
    const stated = node["~orpc"];
    if (!stated) return calls(node);
    const url = `/api${stated.route.path?.replaceAll(/\{\w+\}/g, "1")}`;
    return [{ method: stated.route.method ?? "GET", url, kind: stated.meta.needs.kind }];
  });
}
const asked = calls(contract).filter((call) => call.kind !== "second_step");

test("Q03, S14: a query parameter that a call does not know is named, whoever asks and whatever the method", async () => {
  const provider = await makeAccount(t.app, { name: "提供元", provider: true });
  const administrator = await t.as(await makeUser(t.app, provider, "role_vc_admin", ["*"]));
  const callers: Record<string, Caller> = { staff, administrator };
  for (const { method, url } of asked) {
    const payload = method === "GET" ? {} : { payload: {} };
    const answers = await Promise.all(
      Object.values(callers).map((call) =>
        call({ method: method as "GET", url: `${url}?account_id=${inn.accountId}&token=abc&sise=20`, ...payload }),
      ),
    );
    const named = answers.map((answer) => [answer.statusCode, Object.keys(answer.json().fields ?? {})]);
    expect([method, url, named]).toEqual([method, url, expect.arrayContaining([[400, ["token", "sise"]]])]);
    for (const [status] of named) expect([400, 403, 404]).toContain(status);
  }
  for (const file of ["/api/users/export.csv", "/api/openapi.json", "/api/docs"]) {
    const answer = await staff({ method: "GET", url: `${file}?token=abc` });
    expect([file, answer.statusCode, Object.keys(answer.json().fields)]).toEqual([file, 400, ["token"]]);
  }
  const own = await staff({ method: "GET", url: "/api/users/1?id=2" });
  expect([own.statusCode, Object.keys(own.json().fields)]).toEqual([400, ["id"]]);
  const english = await staff({ method: "GET", url: "/api/users?token=a", headers: { "x-okaeri-language": "en" } });
  expect(english.json().fields.token).toBe("This field is not accepted");
});

test("S14: a session in an Authorization header is no session", async () => {
  const answer = await t.anonymous({ method: "GET", url: "/api/users", headers: { authorization: "Bearer x" } });
  expect(answer.statusCode).toBe(401);
});

test("I03: an id has one form; with a zero before it, it is another address", async () => {
  const { id } = (await staff({ method: "GET", url: "/api/users" })).json().items[0];
  const missing = await staff({ method: "GET", url: "/api/users/999999999" });
  for (const odd of [`0${id}`, `00${id}`, "0", "00"]) {
    for (const url of [`/api/users/${odd}`, `/api/users/${odd}/history`, `/api/imports/${odd}/rejections.csv`]) {
      const answer = await staff({ method: "GET", url });
      expect([url, answer.statusCode, answer.body]).toEqual([url, 404, missing.body]);
    }
    expect((await staff({ method: "GET", url: `/api/users?account_id=${odd}` })).statusCode).toBe(404);
    const query = await staff({ method: "GET", url: `/api/users?in_account_id=${odd}` });
    expect([query.statusCode, Object.keys(query.json().fields)]).toEqual([400, ["in_account_id"]]);
  }
  const payload = { name: "見習い", user_email: "a@example.jp", role: "role_user" };
  const accounts = [{ account_id: `0${inn.accountId}`, permissions: [] }];
  const body = await staff({ method: "POST", url: "/api/users", payload: { ...payload, accounts } });
  expect([body.statusCode, Object.keys(body.json().fields)]).toEqual([400, ["accounts.0.account_id"]]);
});
