import { execFileSync } from "node:child_process";
import { curlOf, keyExample } from "@okaeri/contract/key-example";
import type { KeyReach, PartnerScope } from "@okaeri/domain/accounts/partner-scopes";
import { calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Caller, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { feedJobs } from "../feeds/feeds.jobs.ts";

// The keys of a facility as staff make, replace and end them, and what their calls leave on their page.

/** What is kept of a call is written after its answer; a busy machine takes longer than the second that is usual. */
const LATE = { timeout: 20_000 };
let now = TEST_NOW;
let t: TestApp;
let bossId: number;
let accountId: number;
let serial = 0;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
});
afterAll(() => t.close());
beforeEach(async () => {
  now = TEST_NOW;
  const inn = await makeAccount(t.app, { name: `鍵の宿${++serial}` });
  accountId = inn.accountId;
  bossId = await makeUser(t.app, inn, "role_admin", ["*"]);
});

/** Signs in again: days lie between the calls. */
const boss: Caller = async (request) => (await t.as(bossId))(request);

type Kind = "feed" | "partner";
type Item = { id: number; kind: Kind; feed_channel: null; scopes: PartnerScope[] | null };
const made = async (kind: Kind) => {
  const payload = { kind, name: "PMS", feed_channel: null, expires_on: null };
  const answer = await boss({ method: "POST", url: `/api/accounts/${accountId}/keys`, payload });
  return answer.json() as { key: string; item: Item };
};
const at = (kind: Kind, id: number, what = "") => `/api/accounts/${accountId}/keys/${kind}/${id}${what}`;
const post = (kind: Kind, id: number, what: string, payload: object) =>
  boss({ method: "POST", url: at(kind, id, what), payload });
const listed = async () => (await boss({ method: "GET", url: `/api/accounts/${accountId}/keys` })).json();
const calls = async (kind: Kind, id: number) =>
  (await boss({ method: "GET", url: at(kind, id, "/calls") })).json().items as Record<string, unknown>[];
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const send = (key: string, rows: unknown, idempotency = "a") =>
  t.server.inject({
    method: "POST",
    url: "/feeds/plain/reservations",
    headers: { ...bearer(key), "content-type": "application/json", "idempotency-key": idempotency },
    payload: JSON.stringify({ rows }),
  });
const uses = async (key: string) =>
  (await t.server.inject({ url: "/partner/points/uses?reservation_code=R-1", headers: bearer(key) })).statusCode;
const row = { reservation_code: "R-1", check_in_date: "2026-12-01", nights: 1, guest_name: "山田 花子" };

test("a key that is replaced works on until the hour that was chosen, then it is like an unknown one; the new one is the same caller", async () => {
  const old = await made("feed");
  const first = (await send(old.key, [row])).json();
  const answer = await post("feed", old.item.id, "/replace", { works_hours: 24, expires_on: null });
  expect([answer.statusCode, answer.json().key]).toEqual([200, expect.stringMatching(/^okf_/)]);
  const { key } = answer.json();
  expect((await listed()).items).toMatchObject([
    { name: "PMS", is_replaced: false, expires_at: null },
    { name: "PMS", is_replaced: true, expires_at: "2026-11-21T03:00:00.000Z" },
  ]);
  // Idempotency outlives the key: what was done with the old key is not done again with the new one.
  expect((await send(key, [row])).json()).toEqual(first);
  expect((await send(key, [row, row])).statusCode).toBe(422);
  now = new Date(TEST_NOW.getTime() + 24 * 3_600_000 - 1);
  expect((await send(old.key, [row], "b")).statusCode).toBe(202);
  now = new Date(TEST_NOW.getTime() + 24 * 3_600_000);
  expect((await send(old.key, [row], "c")).statusCode).toBe(401);
  expect((await send(key, [row], "c")).statusCode).toBe(202);
});

test("a partner's key too: to the end of a day, with what it may do; replaced once, and never for longer than it had", async () => {
  const old = await made("partner");
  const until = (works_until: string) => post("partner", old.item.id, "/replace", { works_until, expires_on: null });
  expect((await until("2026-11-19")).json().fields).toHaveProperty("works_until");
  const both = { works_until: "2026-11-22", works_hours: 1, expires_on: null };
  for (const wrong of [both, { expires_on: null }])
    expect((await post("partner", old.item.id, "/replace", wrong)).json().fields).toHaveProperty("works_hours");
  const { item, key } = (await until("2026-11-22")).json();
  expect(item).toMatchObject({ scopes: ["customers", "points", "coupons"] });
  expect((await until("2026-11-23")).statusCode).toBe(400);
  now = new Date("2026-11-22T14:59:59Z");
  expect([await uses(old.key), await uses(key)]).toEqual([200, 200]);
  now = new Date("2026-11-22T15:00:00Z");
  expect([await uses(old.key), await uses(key)]).toEqual([401, 200]);
  expect((await post("partner", old.item.id, "/replace", { works_hours: 1, expires_on: null })).statusCode).toBe(400);
  const next = await post("partner", item.id, "/replace", { works_hours: 0, expires_on: "2026-12-31" });
  expect([await uses(key), await uses(next.json().key)]).toEqual([401, 200]);
});

test("a partner's key is narrowed to its facility's guests and widened again, and who takes its place is as narrow; each is in the history", async () => {
  const { companyId } = await t.past.asSystem(
    (tx) => tx.one<{ companyId: number }>`select company_id as "companyId" from accounts where id = ${accountId}`,
  );
  const beneath = { companyId, parentId: accountId, programmeId: accountId };
  const alone = await made("partner");
  expect((await reach(accountId, alone.item.id, "facility")).json().fields).toHaveProperty("reach");
  const annex = (await makeAccount(t.app, { name: `別館${serial}`, ...beneath })).accountId;
  const keys = `/api/accounts/${annex}/keys`;
  const payload = { kind: "partner", name: "予約サイト", feed_channel: null, expires_on: null };
  const { item } = (await boss({ method: "POST", url: keys, payload: { ...payload, reach: "facility" } })).json();
  expect(item).toMatchObject({ reach: "facility" });
  expect((await boss({ method: "POST", url: keys, payload })).json().item).toMatchObject({ reach: "programme" });
  const list = (await boss({ method: "GET", url: keys })).json();
  expect(list.reaches).toEqual(["programme", "facility"]);
  const next = { works_hours: 1, expires_on: null };
  const replaced = (await boss({ method: "POST", url: `${keys}/partner/${item.id}/replace`, payload: next })).json();
  expect(replaced.item).toMatchObject({ reach: "facility" });
  const widened = await reach(annex, replaced.item.id, "programme");
  expect(widened.json().items).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: replaced.item.id, reach: "programme" })]),
  );
  const line = (await boss({ method: "GET", url: `/api/accounts/${annex}/history` })).json().items[0];
  const key = { kind: "partner", key_id: replaced.item.id, name: "予約サイト" };
  expect(line).toMatchObject({
    action: "update_key",
    before: { ...key, reach: "facility" },
    after: { ...key, reach: "programme" },
  });
  await boss({ method: "DELETE", url: `${keys}/partner/${item.id}` });
  expect((await reach(annex, item.id, "programme")).statusCode).toBe(400);
  expect((await reach(annex, 999_999, "programme")).statusCode).toBe(404);
  expect((await reach(annex, item.id, "everybody" as never)).json().fields).toHaveProperty("reach");
  const feed = { ...payload, kind: "feed", reach: "programme" };
  expect((await boss({ method: "POST", url: keys, payload: feed })).json().fields).toHaveProperty("reach");
});
const reach = (account: number, id: number, to: KeyReach) =>
  boss({ method: "PUT", url: `/api/accounts/${account}/keys/partner/${id}`, payload: { reach: to } });

test("the end can be brought forward and not put off; each act is in the account's history", async () => {
  const old = await made("feed");
  await post("feed", old.item.id, "/replace", { works_hours: 24, expires_on: null });
  expect((await post("feed", old.item.id, "/end", { works_hours: 25 })).json().fields).toHaveProperty("works_hours");
  expect((await post("feed", old.item.id, "/end", { works_hours: 1 })).statusCode).toBe(200);
  now = new Date(TEST_NOW.getTime() + 3_600_000);
  expect((await send(old.key, [row])).statusCode).toBe(401);
  expect((await post("feed", old.item.id, "/end", { works_hours: 0 })).statusCode).toBe(400);
  const { items } = (await boss({ method: "GET", url: `/api/accounts/${accountId}/history` })).json();
  expect(items.map(({ action }: { action: string }) => action).slice(0, 4)).toEqual([
    "end_key",
    "create_key",
    "replace_key",
    "create_key",
  ]);
});

test("the example beside a new key is answered as it stands, and its line is one for a shell", async () => {
  const { origin } = await listed();
  expect(origin).toBe(t.app.origin);
  const today = calendarDate("2026-11-20");
  for (const kind of ["feed", "partner"] as const) {
    const { key, item } = await made(kind);
    const { request, guide } = keyExample(item, { origin, key, today });
    const { method, url, headers, body } = request;
    const payload = body === undefined ? {} : { payload: body };
    const answer = await t.server.inject({ method, url: url.slice(origin.length), headers, ...payload });
    expect(answer.statusCode, answer.body).toBe(kind === "feed" ? 202 : 200);
    expect((await t.server.inject({ url: `/api/docs/${guide}` })).statusCode).toBe(200);
    const words = execFileSync("sh", ["-c", curlOf(request).replace("curl", "printf '%s\\n'")], { encoding: "utf8" });
    expect(words.split("\n")).toEqual([
      "-s",
      url,
      ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
      ...(body === undefined ? [] : ["-d", body]),
      "",
    ]);
  }
});

test("a key's page has its calls, why they were refused and which batch they made; nothing of a guest, and no wrong key", async () => {
  const { key, item } = await made("feed");
  const { batch_id } = (await send(key, [row])).json();
  await send(key, [{ ...row, "山田 花子": 1 }], "b");
  await send(key, [row], "");
  await send(`okf_${"a".repeat(43)}`, [row]);
  await t.server.inject({ url: `/feeds/batches/${batch_id}?guest=hanako`, headers: bearer(key) });
  await vi.waitFor(async () => expect(await calls("feed", item.id)).toHaveLength(4), LATE);
  expect(await calls("feed", item.id)).toMatchObject([
    { method: "GET", path: `/feeds/batches/${batch_id}`, status: 400, reasons: [{ field: "guest" }] },
    { status: 400, reasons: [{ field: "Idempotency-Key", code: "required", message: "入力してください" }] },
    { status: 400, import_batch_id: null, reasons: [{ field: null, code: "not_accepted" }] },
    { method: "POST", path: "/feeds/plain/reservations", status: 202, import_batch_id: batch_id, reasons: [] },
  ]);
  const partner = await made("partner");
  await t.server.inject({ url: "/partner/customers?email=hanako%40example.jp", headers: bearer(partner.key) });
  await vi.waitFor(async () => expect(await calls("partner", partner.item.id)).toHaveLength(1), LATE);
  expect(await calls("partner", partner.item.id)).toMatchObject([{ path: "/partner/customers", status: 404 }]);
  expect((await listed()).items[0]).toMatchObject({ last_used_at: TEST_NOW.toISOString() });
  expect((await boss({ method: "GET", url: at("feed", 999_999, "/calls") })).statusCode).toBe(404);
});

test("a hundred calls of each key are kept, for thirty days; a call that cannot be kept fails nobody", async () => {
  const { key, item } = await made("partner");
  const quiet = await made("partner");
  expect(await uses(quiet.key)).toBe(200);
  await Promise.all(Array.from({ length: 105 }, () => uses(key)));
  await vi.waitFor(async () => expect(await calls("partner", item.id)).toHaveLength(100), LATE);
  await feedJobs(t.app)["maintain-feeds"]();
  const storedCalls = async () =>
    t.app.database.inScope(
      { accountIds: [accountId] },
      (tx) => tx.one<{ n: number }>`select count(*)::int as n from key_calls where account_id = ${accountId}`,
    );
  expect(await storedCalls()).toEqual({ n: 101 });
  now = new Date(TEST_NOW.getTime() + 30 * 86_400_000 + 1);
  await feedJobs(t.app)["maintain-feeds"]();
  expect(await storedCalls()).toEqual({ n: 0 });
  const { inScope: really } = t.app.database;
  const inScope = vi.spyOn(t.app.database, "inScope");
  // The call itself, what it missed, and then what is kept of it.
  inScope
    .mockImplementationOnce(really)
    .mockImplementationOnce(really)
    .mockRejectedValueOnce(new Error("the database is away"));
  expect(await uses(key)).toBe(200);
  await vi.waitFor(() => expect(inScope).toHaveBeenCalledTimes(3), LATE);
  inScope.mockRestore();
  expect(await uses(key)).toBe(200);
  await vi.waitFor(async () => expect(await calls("partner", item.id)).toHaveLength(1), LATE);
});
