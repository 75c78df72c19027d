import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Caller, makeAccount, makeUser, TEST_NOW } from "../../test/app.ts";
import { keyLineJobs } from "../accounts/key-lines.jobs.ts";
import { feedKey, send } from "../feeds/feeds.fixture.ts";
import { booking, engine, openEngines, partnerKey, pointUse } from "./partner.fixture.ts";

// Guests that keys looked up, and keys that were refused, in the audit log (docs/adr/0360), read through its screen's call.

let e: Awaited<ReturnType<typeof openEngines>>;
const now = TEST_NOW.getTime() + 60 * 60_000;
/** Administrators of the annex, of another house of the same headquarters, and of the provider. */
let boss: Caller;
let neighbour: Caller;
let provider: Caller;
beforeEach(async () => {
  e = await openEngines();
  e.setNow(new Date(now));
  const { app } = e.p.t;
  const { companyId } = e.p.inn;
  const admin = async (accountId: number, company = companyId) =>
    signedInAgain(await makeUser(app, { companyId: company, accountId }, "role_admin", ["*"]));
  boss = await admin(e.annex);
  neighbour = await admin((await makeAccount(app, { name: "新館", above: e.p.inn, option: null })).accountId);
  const own = await makeAccount(app, { name: "提供", provider: true, option: null });
  provider = signedInAgain(await makeUser(app, own, "role_vc_admin", ["*"]));
});
afterEach(() => e.close());

/** Hours lie between the calls. */
const signedInAgain =
  (userId: number): Caller =>
  async (request) =>
    (await e.p.t.as(userId))(request);

type Line = { action: string; entity: string; actor: null; actor_key: string | null; after: Record<string, unknown> };
/** What is counted of a call is written after its answer; a busy machine takes longer than the second that is usual. */
const LATE = { timeout: 20_000 };
/** Lines of the last minute, newest first. They are written once the minute is over, with the number of calls. */
async function lines(who: Caller, query: string, calls: number): Promise<Line[]> {
  await vi.waitFor(async () => {
    const { n } = await e.p.t.past.asSystem(
      (tx) => tx.one<{ n: number }>`select (select coalesce(sum(calls), 0) from key_call_minutes)::int
        + (select coalesce(sum(calls), 0) from wrong_key_minutes)::int as n`,
    );
    expect(n).toBe(calls);
  }, LATE);
  e.setNow(new Date(now + 60_000));
  await keyLineJobs(e.p.t.app)["write-key-lines"]({}, { signal: new AbortController().signal } as never);
  return listed(who, query);
}
const listed = async (who: Caller, query: string): Promise<Line[]> =>
  (await who({ method: "GET", url: `/api/audit?${query}` })).json().items;

test("each key, call and minute has one line with how often, whom it found, and how often nobody", async () => {
  const { app } = e.p.t;
  const key = await partnerKey(app, e.account, e.annex, { name: "公式予約サイト" });
  const [one, two] = [await e.member(50, { email: "hanako@example.jp" }), await e.member(50)];
  for (let n = 0; n < 3; n++) await engine(e.p.t, key, `customers?member_number=${one.number}`);
  await engine(e.p.t, key, `customers?member_number=${two.number}`, undefined, { "x-forwarded-for": "203.0.113.9" });
  await engine(e.p.t, key, "customers?email=hanako%40example.jp");
  await engine(e.p.t, key, "customers?email=nobody%40example.jp");
  await engine(e.p.t, key, "points/quote", pointUse(one.number, 10));
  await engine(e.p.t, key, "points/redeem", pointUse("NOBODY-1", 10));
  await engine(e.p.t, key, "coupons/quote", { coupon_code: "NIX", reservation: booking() });
  const spent = await engine(e.p.t, key, "points/redeem", pointUse(one.number, 10));
  expect(spent.status).toBe(200);
  const found = await lines(boss, "action=ask_guests", 9);
  expect(found.map(({ after: { call, ...rest } }) => [call, rest]).toSorted()).toEqual([
    [
      "GET /partner/customers",
      {
        calls: 6,
        misses: 1,
        customer_ids: [one.id, two.id].toSorted((a, b) => a - b),
        ips: ["127.0.0.1", "203.0.113.9"],
      },
    ],
    ["POST /partner/coupons/quote", { calls: 1, misses: 1 }],
    ["POST /partner/points/quote", { calls: 1, customer_ids: [one.id] }],
    ["POST /partner/points/redeem", { calls: 1, misses: 1 }],
  ]);
  for (const line of found)
    expect(line).toMatchObject({
      entity: "partner_keys",
      entity_name: "公式予約サイト",
      actor: null,
      actor_key: "公式予約サイト",
      ip: "127.0.0.1",
      account: { name: "別館" },
    });
  // The same again makes no second line; who looks after other houses alone sees none; nothing of a guest but the number.
  expect(await lines(boss, "action=ask_guests", 0)).toHaveLength(4);
  expect((await neighbour({ method: "GET", url: "/api/audit?action=ask_guests" })).json().total).toBe(0);
  const { body } = await boss({ method: "GET", url: "/api/audit?action=ask_guests" });
  expect(body).not.toMatch(/hanako|花子|NOBODY|M-\d/);
});

test("what was refused for being too many is told, too", async () => {
  const key = await partnerKey(e.p.t.app, e.account, e.annex, { name: "盗まれたキー" });
  const guesses = Array.from({ length: 70 }, (_, n) => engine(e.p.t, key, `customers?member_number=G-${n}`));
  await Promise.all(guesses);
  const [line] = await lines(boss, "action=ask_guests", 70);
  expect(line).toMatchObject({ actor_key: "盗まれたキー", after: { calls: 70, misses: 60, refused: 10 } });
});

test("wrong keys: what was somebody's is told to those it belongs to, others to the provider by how they begin, never the key", async () => {
  const { app } = e.p.t;
  const revoked = await partnerKey(app, e.account, e.annex, { name: "前の予約サイト", revoked_at: TEST_NOW });
  const late = await feedKey(app, { accountId: e.account, facilityId: e.annex }, "plain", { expires_at: TEST_NOW });
  const unknown = `okp_${"abcdef".padEnd(43, "z")}`;
  for (let n = 0; n < 3; n++) await engine(e.p.t, revoked, "customers?member_number=M-1");
  await send(e.p.t, { key: late, payload: { rows: [] } });
  for (let n = 0; n < 30; n++) await engine(e.p.t, unknown, "customers?member_number=M-1");
  await engine(e.p.t, "hunter2 is my password", "customers?member_number=M-1");
  const own = await lines(boss, "action=wrong_key", 35);
  expect(own.map(({ entity, after }) => [entity, after])).toEqual(
    expect.arrayContaining([
      ["partner_keys", { calls: 3 }],
      ["feed_keys", { calls: 1 }],
    ]),
  );
  expect(own).toHaveLength(2);
  const [stranger, ...more] = await listed(provider, "action=wrong_key&entity=partner_keys");
  expect([stranger, ...more].find((line) => line?.after.key_hints)).toMatchObject({
    entity: "partner_keys",
    entity_id: null,
    actor: null,
    ip: "127.0.0.1",
    account: null,
    after: { calls: 31, key_hints: ["okp_abcdef"] },
  });
  const everything = (await provider({ method: "GET", url: "/api/audit?action=wrong_key" })).body;
  for (const secret of [revoked, late, unknown, "hunter2"]) expect(everything).not.toContain(secret);
});

test("a feed's batches have their lines already; what was refused as a whole has one by minute", async () => {
  const key = await feedKey(e.p.t.app, { accountId: e.account, facilityId: e.annex });
  for (let n = 0; n < 3; n++) await send(e.p.t, { key, payload: { rows: [], guest_name: "山田 花子" } });
  const [line] = await lines(boss, "action=refuse_feed", 3);
  expect(line).toMatchObject({
    entity: "feed_keys",
    actor_key: null,
    after: { call: "POST /feeds/plain/reservations", calls: 3 },
  });
});
