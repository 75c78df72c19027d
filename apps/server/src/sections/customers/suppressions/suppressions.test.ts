import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeUser, TEST_NOW, type TestApp, testApp } from "../../../test/app.ts";
import { makeGuests, makeInn } from "../../campaigns/campaigns.fixture.ts";
import { type Returned, recordReturns } from "./record-returns.ts";

let t: TestApp;
let inn: Facility;
let staff: Caller;
let nth = 0;
beforeAll(async () => {
  t = await testApp();
  inn = await makeInn(t.app, "宿");
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
});
afterAll(() => t.close());

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(TEST_NOW.getTime() - days * DAY);
const call = async (method: "GET" | "POST" | "PUT", path: string, payload?: object) => {
  const answer = await staff({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};
const inInn = <T>(work: Parameters<typeof t.app.database.inScope<T>>[1]) =>
  t.app.database.inScope({ accountIds: [inn.accountId] }, work);
const query = <T>(statement: ReturnType<typeof sql<T>>) => inInn(async (tx) => (await statement.execute(tx.db)).rows);

/** A guest with an address that nobody else has. */
async function guest(): Promise<{ id: number; address: string }> {
  const mail = `g${++nth}-`;
  const [id = 0] = await makeGuests(t.app, inn.accountId, { count: 1, mail, stays: 1, consent: null });
  await query(sql`insert into customer_consents (account_id, customer_id, channel, state, source, happened_at)
    values (${inn.accountId}, ${id}, 'mail', 'given', 'guest', ${daysAgo(100)})`);
  return { id, address: `${mail}1@example.jp` };
}
const returned = (
  { id, address }: { id: number; address: string },
  kind: Returned["kind"],
  over: Partial<Returned> = {},
): Returned => ({
  customerId: id,
  address,
  kind,
  source: "report",
  statusCode: kind === "soft" ? "4.2.2" : "5.1.1",
  detail: "smtp; 550 no such user",
  pushActionId: null,
  happenedAt: daysAgo(1),
  ...over,
});
const record = (...all: Returned[]) => inInn((tx) => recordReturns(tx, inn.accountId, all, TEST_NOW));
const shown = async (id: number) => (await call("GET", `/customers/${id}/suppressions`)).body;
const stateOf = async (id: number) => (await call("GET", `/customers/${id}`)).body.mail_state;
const lift = (id: number, reason = "お客様がご本人の受信設定を直されたため") =>
  call("POST", `/customers/${id}/mail-suppression/lift`, { reason });
async function retype(id: number, email: string): Promise<void> {
  const { body } = await call("GET", `/customers/${id}`);
  const { version, name, postcode, address } = body;
  const same = {
    name_kana: "",
    member_number: "",
    tel: "",
    gender: null,
    birthday: null,
    nationality: "",
    language: "ja",
  };
  const typed = { ...same, name, postcode: postcode ?? "", address: address ?? "", customer_type_ids: [] };
  const saved = await call("PUT", `/customers/${id}`, { ...typed, version, email });
  expect(saved.status).toBe(200);
}

test("an address that takes no mail gets none, and the page says why; a person lifts it once, with a reason", async () => {
  const one = await guest();
  await record(returned(one, "hard"));
  expect(await stateOf(one.id)).toBe("bounced");
  expect(await shown(one.id)).toMatchObject({
    current: { reason: "bounced", can_lift: true },
    items: [{ kind: "hard", status_code: "5.1.1", detail: "smtp; 550 no such user", address: one.address }],
  });
  expect((await lift(one.id, " ")).body).toMatchObject({ status: 400, fields: { reason: expect.anything() } });
  const lifted = await lift(one.id);
  expect(lifted).toMatchObject({
    status: 200,
    body: { current: null, items: [{ kind: "lift", entered_by: "試験 花子" }, {}] },
  });
  expect(await stateOf(one.id)).toBe("reachable");
  expect((await lift(one.id)).status).toBe(400);
  expect(
    await query(sql`select 1 from audit_logs where action = 'lift_suppression' and entity_id = ${one.id}`),
  ).toHaveLength(1);
});

test("what came back before it was lifted stops nothing, what comes back later does", async () => {
  const one = await guest();
  await record(returned(one, "hard"));
  await lift(one.id);
  await record(returned(one, "hard", { happenedAt: daysAgo(2) }));
  expect(await stateOf(one.id)).toBe("reachable");
  await record(returned(one, "hard", { happenedAt: new Date(TEST_NOW.getTime() + 1) }));
  expect(await stateOf(one.id)).toBe("bounced");
});

test("an address may refuse four mails within thirty days, whatever the order; the fifth stops it, and a lift begins anew", async () => {
  const one = await guest();
  const soft = (days: number) => returned(one, "soft", { happenedAt: daysAgo(days) });
  await record(soft(31), soft(40), soft(1), soft(29), soft(3), soft(2));
  expect(await stateOf(one.id)).toBe("reachable");
  await record(soft(20));
  expect(await stateOf(one.id)).toBe("bounced");
  await lift(one.id);
  await record(soft(4));
  expect(await stateOf(one.id)).toBe("reachable");
});

test.each([
  ["complaint", "complained", "complaint"],
  ["refusal", "opted_out", "unsubscribe"],
] as const)(
  "a %s cannot be lifted, a bounce on top of it neither, and the ledger holds it",
  async (kind, reason, source) => {
    const one = await guest();
    await record(returned(one, "hard"), returned(one, kind));
    await record(returned(one, "hard"));
    expect((await shown(one.id)).current).toMatchObject({ reason, can_lift: false });
    expect((await lift(one.id)).status).toBe(400);
    expect((await call("GET", `/customers/${one.id}/consents`)).body.items).toMatchObject([
      { state: "withdrawn", source },
      { state: "given" },
    ]);
    // With another address the guest's word still holds.
    await retype(one.id, `new-${one.address}`);
    expect(await stateOf(one.id)).toBe("opted_out");
  },
);

test.each([
  ["refusal", "reachable"],
  ["complaint", "opted_out"],
] as const)(
  "a %s of an old mail that comes after the address changed stops the old address; the guest is %s",
  async (kind, state) => {
    const one = await guest();
    await retype(one.id, `new-${one.address}`);
    await record(returned(one, kind));
    expect(await stateOf(one.id)).toBe(state);
    await retype(one.id, one.address);
    expect(await stateOf(one.id)).toBe("opted_out");
  },
);

test("an unsubscription from before the guest agreed anew changes nothing; a bounce under a later unsubscription is hidden by it", async () => {
  const one = await guest();
  const given = { channel: "mail", purpose: "marketing", state: "given", text_version: "", remarks: "" };
  await call("POST", `/customers/${one.id}/consents`, { ...given, happened_on: "2026-11-20" });
  await record(returned(one, "refusal"));
  expect(await stateOf(one.id)).toBe("reachable");
  await record(returned(one, "hard"));
  await call("POST", `/customers/${one.id}/consents`, { ...given, state: "withdrawn", happened_on: "2026-11-20" });
  expect((await shown(one.id)).current).toMatchObject({ reason: "opted_out", can_lift: false });
});

test("a new address is a fresh start; the old one typed again is not", async () => {
  const one = await guest();
  await record(returned(one, "hard"));
  await retype(one.id, `new-${one.address}`);
  expect(await stateOf(one.id)).toBe("reachable");
  expect((await shown(one.id)).items).toHaveLength(1);
  await retype(one.id, one.address);
  expect(await stateOf(one.id)).toBe("bounced");
  const later = await guest();
  await retype(later.id, one.address);
  expect(await stateOf(later.id)).toBe("bounced");
});

test("it survives a merge and its undoing", async () => {
  const [one, other] = [await guest(), await guest()];
  await record(returned(other, "hard"));
  const pair = { survivor_id: one.id, source_id: other.id, fields: { email: "source" } };
  const { body } = await call("POST", "/merges/preview", pair);
  const merged = await call("POST", "/merges/merge", {
    ...pair,
    survivor_version: body.survivor.version,
    source_version: body.source.version,
  });
  expect(merged.status).toBe(200);
  expect(await stateOf(one.id)).toBe("bounced");
  expect((await shown(one.id)).items).toHaveLength(1);
  expect((await shown(other.id)).items).toHaveLength(1);
  const [merge] = (await call("GET", `/customers/${one.id}/merges`)).body.items;
  expect((await call("POST", `/merges/done/${merge.id}/undo`)).status).toBe(200);
  expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(["reachable", "bounced"]);
});

test("an erasure keeps no address, and what comes back afterwards neither", async () => {
  const one = await guest();
  await record(returned(one, "hard"));
  const { body } = await call("GET", `/customers/${one.id}/erasure`);
  await call("POST", `/customers/${one.id}/erasure`, { version: body.version });
  await record(returned(one, "hard"), returned(one, "complaint"));
  for (const table of ["mail_suppressions", "suppressions"])
    expect(await query(sql`select 1 from ${sql.table(table)} where address = ${one.address}`)).toEqual([]);
});
