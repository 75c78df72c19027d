import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Caller, makeUser } from "../../test/app.ts";
import { makeCustomer, makeGrant, within } from "../customers/customers.fixture.ts";
import { type Guests, openGuests } from "../customers/guests.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";
import { pointJobs } from "./points.jobs.ts";

// Grants by hand above the programme's `point_approval_above` (docs/adr/0890), over HTTP. Today is 2026-11-20 in Tokyo.

let g: Guests;
let account: number;
/** Holds everything at the programme account, and is not the one who requests. */
let other: Caller;
/** May edit guests at the annex alone. */
let annexClerk: Caller;

beforeAll(async () => {
  g = await openGuests();
  account = g.hotel.accountId;
  other = await g.t.as(await makeUser(g.t.app, g.hotel, "role_admin", ["*"]));
  annexClerk = await g.t.as(await makeUser(g.t.app, g.annex, "role_user", ["customers/read", "customers/edit"]));
});
afterAll(async () => {
  expect(await inProgramme((tx) => brokenLedgers(tx, account))).toEqual([]);
  await g.t.close();
});
beforeEach(() => approveAbove(1_000));

type Tx = Parameters<Parameters<Guests["t"]["app"]["database"]["inScope"]>[1]>[0];
const inProgramme = <T>(work: (tx: Tx) => Promise<T>) => within(g.t.app, [account, g.annex.accountId], work);

async function approveAbove(point_approval_above: number | null) {
  const url = `/api/accounts/${account}/members`;
  const { version, owner: _owner, numbering: _numbering, ...rest } = (await g.staff({ url })).json();
  const payload = { ...rest, version, point_approval_above };
  const saved = await g.staff({ method: "PUT", url, payload });
  expect([saved.statusCode, saved.json().point_approval_above]).toEqual([200, point_approval_above]);
}

const guest = () => inProgramme((tx) => makeCustomer(tx, account, { name: "残高 花子" }));
const post = (who: Caller, url: string, payload: object = {}, key?: string) =>
  who({
    method: "POST",
    url: `/api/customers/${url}`,
    payload,
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
  });
const get = async (url: string, who = g.staff) => (await who({ url: `/api/customers/${url}` })).json();
const grant = (id: number, more: object = {}, who = g.staff) =>
  post(who, `${id}/grant-points`, { grant_point: 1_001, remarks: "お詫び", ...more });
const requested = async (id: number, more: object = {}, who = g.staff): Promise<number> =>
  (await grant(id, more, who)).json().point_grant_request_id;
const approve = (id: number, request: number, who = other, key?: string) =>
  post(who, `${id}/point-grant-requests/${request}/approval`, {}, key);
const reject = (id: number, request: number, remarks = "金額の誤り", who = other) =>
  post(who, `${id}/point-grant-requests/${request}/rejection`, { remarks });
const balance = async (id: number) => (await get(`${id}/points`)).balance;
const stateOf = async (id: number) => (await get(`${id}/point-grant-requests`)).items[0].state;
const lines = (request: number) =>
  inProgramme(
    (tx) =>
      tx.all<{ action: string; actor: boolean }>`select action, actor_user_id is not null as actor
      from audit_logs where entity = 'point_grant_requests' and entity_id = ${request} order by id`,
  );
/** The clock of the request is turned back instead of waiting for a week. */
const makeOld = (request: number) =>
  inProgramme((tx) => tx.run`update point_grant_requests set last_day = '2026-11-19' where id = ${request}`);

test("a grant above the limit waits, is booked once for the guest by another person, and the ledger names the requester", async () => {
  const id = await guest();
  const answer = (await grant(id, { grant_point: 1_000 })).json();
  expect(answer).toMatchObject({ grant_point_id: expect.any(Number), point_grant_request_id: null, balance: 1_000 });
  const made = await grant(id, { expiration_type: "date", expiration_date: "2026-12-31" });
  expect([made.statusCode, made.json()]).toEqual([
    200,
    { grant_point_id: null, point_grant_request_id: expect.any(Number), balance: 1_000, debt: 0 },
  ]);
  const request = made.json().point_grant_request_id;
  const [shown] = (await get(`${id}/point-grant-requests`, other)).items;
  expect(shown).toMatchObject({
    id: request,
    customer_id: id,
    customer_name: "残高 花子",
    grant_point: 1_001,
    expiration_date: "2026-12-31",
    remarks: "お詫び",
    state: "waiting",
    last_day: "2026-11-27",
    requested_by: "試験 花子",
    own: false,
    page_actions: ["read", "edit"],
  });
  expect((await get(`${id}/point-grant-requests`)).items[0]).toMatchObject({ own: true, page_actions: ["read"] });
  const answers = [await approve(id, request, other, "A-1"), await approve(id, request, other, "A-1")];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(new Set(answers.map(({ body }) => body)).size, "the same key gets the first answer").toBe(1);
  expect(await balance(id)).toBe(2_001);
  const again = await approve(id, request);
  expect([again.statusCode, again.json().message]).toEqual([400, "この申請は、すでに処理されています"]);
  const [granted] = (await get(`${id}/grant-points`)).items;
  expect(granted).toMatchObject({ grant_point: 1_001, expiration_date: "2026-12-31", created_by: "試験 花子" });
  expect((await lines(request)).map(({ action }) => action)).toEqual(["request_points"]);
  const [line] = await inProgramme(
    (tx) => tx.all<{ after: object }>`select after from audit_logs
      where entity = 'grant_points' and entity_id = ${answers[0]?.json().grant_point_id}`,
  );
  expect(line?.after).toMatchObject({ point_grant_request_id: request, customer_id: id });
});

test("two approvals at once book one grant", async () => {
  const id = await guest();
  const request = await requested(id);
  const third = await g.t.as(await makeUser(g.t.app, g.hotel, "role_admin", ["*"]));
  const answers = await Promise.all([approve(id, request), approve(id, request, third), reject(id, request)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  expect([0, 1_001]).toContain(await balance(id));
});

test("the requester decides nothing, nor does a person without the right on the programme; deductions need no approval", async () => {
  const id = await guest();
  const request = await requested(id);
  for (const refused of [await approve(id, request, g.staff), await reject(id, request, "x", g.staff)])
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      "申請した方は、承認も却下もできません。ほかの方に依頼してください",
    ]);
  expect((await approve(id, request, annexClerk)).statusCode).toBe(403);
  expect((await reject(id, request, "x", annexClerk)).statusCode).toBe(403);
  expect(await balance(id)).toBe(0);
  const rich = await guest();
  await inProgramme((tx) => makeGrant(tx, account, rich, { point: 5_000, on: "2026-10-01" }));
  expect((await grant(rich, { grant_point: -4_000 })).json()).toMatchObject({ balance: 1_000 });
  await approveAbove(null);
  expect((await grant(rich, { grant_point: 9_000 })).json()).toMatchObject({ balance: 10_000 });
});

test("a rejection needs a reason, books nothing and is kept with it", async () => {
  const id = await guest();
  const request = await requested(id);
  expect((await reject(id, request, "")).json().fields).toHaveProperty("remarks");
  expect((await reject(id, request)).statusCode).toBe(200);
  expect((await get(`${id}/point-grant-requests`)).items).toMatchObject([
    { state: "rejected", decision_remarks: "金額の誤り", decided_by: "試験 花子", page_actions: ["read"] },
  ]);
  expect((await approve(id, request)).statusCode).toBe(400);
  expect([await balance(id), (await lines(request)).map(({ action }) => action)]).toEqual([
    0,
    ["request_points", "reject_point_request"],
  ]);
});

test("after seven days a request has lapsed: shown as such at once, refused, and written down by the night's job", async () => {
  const id = await guest();
  const request = await requested(id);
  await makeOld(request);
  expect(await stateOf(id)).toBe("lapsed");
  for (const late of [await approve(id, request), await reject(id, request)])
    expect([late.statusCode, late.json().message]).toEqual([
      400,
      "この申請は期限が過ぎています。必要なときは、もう一度申請してください",
    ]);
  const expire = () => pointJobs(g.t.app)["expire-points"]({}, { signal: new AbortController().signal });
  await expire();
  await expire();
  expect(await lines(request)).toEqual([
    { action: "request_points", actor: true },
    { action: "lapse_point_request", actor: false },
  ]);
});

test("everything is checked again when it is approved: last day, facility, requester's right, contract", async () => {
  const id = await guest();
  const past = await requested(id, { expiration_type: "date", expiration_date: "2026-11-21" });
  await inProgramme((tx) => tx.run`update point_grant_requests set expiration_date = '2026-11-19' where id = ${past}`);
  expect((await approve(id, past)).json().fields).toHaveProperty("expiration_date");
  expect((await grant(id, { expiration_type: "date", expiration_date: "2026-11-19" })).json().fields).toHaveProperty(
    "expiration_date",
  );
  const leaver = await makeUser(g.t.app, g.hotel, "role_user", ["customers/read", "customers/edit"]);
  const request = await requested(id, {}, await g.t.as(leaver));
  await g.t.past.pool.query("update users set status = 'inactive' where id = $1", [leaver]);
  const refused = await approve(id, request);
  expect([refused.statusCode, refused.json().message]).toEqual([
    400,
    "申請した方に、お客様のポイントを付与する権限がなくなっています。却下してください",
  ]);
  expect((await reject(id, request)).statusCode).toBe(200);
  expect(await balance(id)).toBe(0);
});

test("a merged guest's request is booked for the survivor; an erased guest's ends", async () => {
  const [survivor, merged] = [await guest(), await guest()];
  const request = await requested(merged);
  await inProgramme(
    (tx) => tx.run`update customers set merged_into = ${survivor}, active_status = 'inactive' where id = ${merged}`,
  );
  expect((await get(`${survivor}/point-grant-requests`, other)).items).toMatchObject([
    { id: request, customer_id: survivor },
  ]);
  expect((await approve(survivor, request)).json()).toMatchObject({ balance: 1_001 });

  const leaving = await guest();
  const waiting = await requested(leaving);
  const { version } = await get(`${leaving}/erasure`, other);
  expect((await post(other, `${leaving}/erasure`, { version })).statusCode).toBe(200);
  expect((await approve(leaving, waiting)).statusCode).toBe(404);
  const row = await inProgramme((tx) => tx.one`select state, remarks from point_grant_requests where id = ${waiting}`);
  expect(row).toEqual({ state: "lapsed", remarks: "" });
  const auditText = await inProgramme(
    (tx) =>
      tx.one<{ text: string }>`select string_agg(after::text, '') as text from audit_logs
      where entity = 'point_grant_requests' and entity_id = ${waiting}`,
  );
  expect(auditText.text, "the reason may name the guest").not.toContain("お詫び");
});

test("the programme's list counts what waits; a facility's people see requests of their own facility", async () => {
  const id = await guest();
  await requested(id, { facility_account_id: account });
  const all = await get("point-grant-requests?state=waiting", other);
  expect(all.total).toBe(all.items.length);
  expect(all.items[0]).toMatchObject({ customer_id: id, state: "waiting" });
  const clerks = await get("point-grant-requests?state=waiting", annexClerk);
  expect(clerks.items.map((one: { customer_id: number }) => one.customer_id)).not.toContain(id);
});

test("a preview names guest, amount, expiry, reason and new balance, and books nothing", async () => {
  const id = await guest();
  await inProgramme((tx) => makeGrant(tx, account, id, { point: 500, on: "2026-10-01" }));
  const preview = (payload: object) => post(g.staff, `${id}/grant-points/preview`, { remarks: "お詫び", ...payload });
  expect(
    (await preview({ grant_point: 300, expiration_type: "days_from_grant", expiration_days_from_grant: 10 })).json(),
  ).toEqual({
    customer_name: "残高 花子",
    facility_name: expect.any(String),
    grant_point: 300,
    expiration_date: "2026-11-30",
    remarks: "お詫び",
    balance_before: 500,
    debt_before: 0,
    balance: 800,
    debt: 0,
    needs_approval: false,
  });
  expect((await preview({ grant_point: 1_001 })).json()).toMatchObject({ balance: 1_501, needs_approval: true });
  expect((await preview({ grant_point: -100 })).json()).toMatchObject({ balance: 400, needs_approval: false });
  expect((await preview({ grant_point: -501 })).json().fields).toHaveProperty("grant_point");
  expect([await balance(id), (await get(`${id}/grant-points`)).total]).toEqual([500, 1]);
});
