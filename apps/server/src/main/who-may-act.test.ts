import { afterEach, beforeEach, expect, it, test } from "vitest";
import { makeCustomer, makeGrant, within } from "../sections/customers/customers.fixture.ts";
import { booking, feedKey, send, statusOf } from "../sections/feeds/feeds.fixture.ts";
import { feedJobs } from "../sections/feeds/feeds.jobs.ts";
import { engine, partnerKey } from "../sections/partner/partner.fixture.ts";
import { pointJobs } from "../sections/points/points.jobs.ts";
import { type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../test/app.ts";
import { jobHandlers } from "./job-handlers.ts";

// A client that is switched off: its people, its keys and its jobs stop together, nothing of it is lost, and all of it goes on when it is
// back (database/active-version.ts). A headquarters with one inn beneath it; today is 2026-11-20 in Tokyo.

let t: TestApp;
let now: Date;
let hq: Facility;
let inn: Facility;
let keys: { feed: string; partner: string };
beforeEach(async () => {
  now = TEST_NOW;
  t = await testApp({ clock: { now: () => now } });
  hq = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
  inn = await makeAccount(t.app, { name: "旅館", above: hq, option: null });
  const place = { accountId: hq.accountId, facilityId: inn.accountId };
  keys = { feed: await feedKey(t.app, place), partner: await partnerKey(t.app, hq.accountId, inn.accountId) };
});
afterEach(() => t.close());

const ACCOUNT = (set: string) => (id: () => number) => () =>
  t.past.asSystem((tx) => tx.client.query(`update accounts set ${set} where id = $1`, [id()]));
const COMPANY = (status: string) => () =>
  t.past.asSystem((tx) =>
    tx.client.query("update companies set active_status = $1 where id = $2", [status, hq.companyId]),
  );
const OPTION = (end: string | null) => () =>
  t.past.asSystem((tx) =>
    tx.client.query("update account_options set option_ended_at = $1 where account_id = $2", [end, hq.accountId]),
  );
const atHq = () => hq.accountId;
const atInn = () => inn.accountId;
const [off, on] = [ACCOUNT("active_status = 'inactive'"), ACCOUNT("active_status = 'active'")];
const ended = ACCOUNT("contract_ended_at = '2026-11-19'");
const early = ACCOUNT("contract_started_at = '2026-11-21'");
const open = ACCOUNT("contract_started_at = null, contract_ended_at = null");

type Switch = () => Promise<unknown>;
/** What stops beside the keys. */
type Stops = { people: boolean; stays: boolean; night: boolean };
const CLIENT: Stops = { people: true, stays: true, night: true };
const FACILITY: Stops = { people: true, stays: true, night: false };
const CASES: [string, Switch, Switch, Stops][] = [
  ["its client is switched off", COMPANY("inactive"), COMPANY("active"), CLIENT],
  ["its headquarters is switched off", off(atHq), on(atHq), CLIENT],
  ["its headquarters' contract ended yesterday", ended(atHq), open(atHq), CLIENT],
  ["it is switched off itself", off(atInn), on(atInn), FACILITY],
  ["its contract ended yesterday", ended(atInn), open(atInn), FACILITY],
  ["its contract begins tomorrow", early(atInn), open(atInn), FACILITY],
  ["the option ended yesterday", OPTION("2026-11-19"), OPTION(null), { people: false, stays: false, night: false }],
];

test.each(CASES)("%s: keys, people and jobs stop, and go on afterwards", async (_name, switchOff, switchOn, stops) => {
  const clerk = await t.as(await makeUser(t.app, inn, "role_user", ["customers/read"]));
  const seen = async () =>
    (await clerk({ method: "GET", url: `/api/customers?account_id=${inn.accountId}` })).statusCode;
  const balance = await guestWithPointsUntilYesterday();
  const early = await send(t, { key: keys.feed, payload: { rows: [booking("BEFORE")] } });
  expect([early.statusCode, await seen()]).toEqual([202, 200]);

  await switchOff();
  expect(await answers()).toEqual(await unknownAnswers());
  expect(await seen()).toBe(stops.people ? 401 : 200);
  await t.app.jobs.drain(jobHandlers(t.app));
  await night();
  expect([await stored(), await balance()]).toEqual([stops.stays ? 0 : 1, stops.night ? 500 : 0]);

  await switchOn();
  now = new Date(now.getTime() + 6 * 60_000);
  await feedJobs(t.app)["maintain-feeds"]();
  await t.app.jobs.drain(jobHandlers(t.app));
  await night();
  expect([await stored(), await balance()]).toEqual([1, 0]);
  expect((await statusOf(t, keys.feed, early.json().batch_id)).json()).toMatchObject({ status: "done", new: 1 });
  expect([(await send(t, { key: keys.feed, payload: { rows: [booking("AFTER")] } })).statusCode, await seen()]).toEqual(
    [202, 200],
  );
  expect((await engine(t, keys.partner, "customers?member_number=M-1")).status).toBe(200);
});

it("the last day of a contract and of an option still belongs to them", async () => {
  await ACCOUNT("contract_ended_at = '2026-11-20'")(atHq)();
  await OPTION("2026-11-20")();
  expect((await engine(t, keys.partner, "customers?member_number=nobody")).status).toBe(404);
  expect((await send(t, { key: keys.feed, payload: { rows: [booking("LAST")] } })).statusCode).toBe(202);
});

it("a house that has registration cards alone may be told stays, and has no engines", async () => {
  const cards = await makeAccount(t.app, { name: "カードの宿", option: null, cards: true });
  const feed = await feedKey(t.app, { accountId: cards.accountId, facilityId: cards.accountId });
  expect((await send(t, { key: feed, payload: { rows: [booking("CARD")] } })).statusCode).toBe(202);
  expect((await engine(t, await partnerKey(t.app, cards.accountId), "customers?member_number=M-1")).status).toBe(401);
});

/** A guest whose 500 points were valid until yesterday, and were there until the night. @returns reads the balance. */
async function guestWithPointsUntilYesterday() {
  await within(t.app, [hq.accountId], async (tx) => {
    const guest = await makeCustomer(tx, hq.accountId, { name: "山田 花子", member_number: "M-1" });
    await makeGrant(tx, hq.accountId, guest, { point: 500, on: "2026-10-01", expiresOn: "2026-11-19" });
  });
  return () =>
    within(t.app, [hq.accountId], async (tx) => {
      const row = await tx.one<{
        balance: number;
      }>`select balance from point_accounts where account_id = ${hq.accountId}`;
      return row.balance;
    });
}

const night = () => pointJobs(t.app)["expire-points"]({}, { signal: new AbortController().signal });

const stored = () =>
  within(
    t.app,
    [hq.accountId],
    async (tx) => (await tx.all`select id from stay_reservations where account_id = ${hq.accountId}`).length,
  );

/** What a feed, a question about a batch and an engine are answered with these keys. */
async function answers(given = keys) {
  const fed = await send(t, { key: given.feed, payload: { rows: [booking("OFF")] } });
  const asked = await statusOf(t, given.feed, 1);
  const engines = await engine(t, given.partner, "customers?member_number=M-1");
  return [fed.statusCode, fed.json(), asked.statusCode, asked.json(), engines.status, engines.body];
}
const unknownAnswers = () => answers({ feed: `okf_${"a".repeat(43)}`, partner: `okp_${"a".repeat(43)}` });
