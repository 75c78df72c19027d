import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, within } from "../customers/customers.fixture.ts";
import { pointJobs } from "./points.jobs.ts";

// A month ends in Tokyo; the nightly booking has not run. Every call must already say what it will say afterwards.

const LAST_MINUTE = new Date("2026-11-30T14:59:00Z");
const MIDNIGHT = new Date("2026-11-30T15:00:00Z");
let now = LAST_MINUTE;
let t: TestApp;
let inn: Facility;
let staff: Caller;
let clerk: Caller;
const id = { dying: 0, mixed: 0, living: 0 };

beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
  inn = await makeAccount(t.app, { name: "宿", option: "crm_option_parent" });
  const annex = await makeAccount(t.app, { name: "別館", above: inn, option: null });
  const account = inn.accountId;
  await within(t.app, [account, annex.accountId], async (tx) => {
    for (const who of ["dying", "mixed", "living"] as const) {
      id[who] = await makeCustomer(tx, account, { name: who });
      await sql`insert into customer_facilities (account_id, facility_account_id, customer_id, first_seen_on)
        values (${account}, ${annex.accountId}, ${id[who]}, '2026-01-01')`.execute(tx.db);
    }
    const at = { on: "2026-09-01", facilityId: annex.accountId };
    await makeGrant(tx, account, id.dying, { ...at, point: 500, expiresOn: "2026-11-30" });
    await makeGrant(tx, account, id.mixed, { ...at, point: 300, expiresOn: "2026-11-30" });
    await makeGrant(tx, account, id.mixed, { ...at, point: 100, expiresOn: "2026-12-01" });
    await makeGrant(tx, account, id.living, { ...at, point: 200 });
  });
  staff = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
  const rights = ["customers/read", "reports/read", "crm_option"];
  clerk = await t.as(await makeUser(t.app, annex, "role_user", rights));
});
afterAll(() => t.close());

/** Everything that shows or judges a balance. */
async function everyAnswer() {
  const get = async (as: Caller, path: string) => (await as({ method: "GET", url: `/api${path}` })).json();
  const post = async (path: string, payload: object) =>
    (await staff({ method: "POST", url: `/api${path}`, payload })).json();
  const names = (items: { name: string }[]) => items.map((one) => one.name);
  const target = (operator: string, value: unknown) => ({
    combinator: "and",
    rules: [{ field: "point_balance", operator, value }],
  });
  const matched = async (operator: string, value: unknown) => {
    const segments = [{ target: target(operator, value), types: [] }];
    return names((await post("/campaigns/audience", { segments })).segments[0].examples).sort();
  };
  const list = await get(staff, "/customers?sort=-point_balance");
  const page = async (who: number) => {
    const { point_balance, next_point_expiry, expiring_points } = await get(staff, `/customers/${who}`);
    return { point_balance, next_point_expiry, expiring_points };
  };
  const mail = { title: "a", body: "{{ point_balance }} / {{ point_expires_on }}", signature: "-", from_address: "" };
  const preview = await post("/campaigns/preview", {
    target: { combinator: "and", rules: [] },
    mail,
    points: null,
    customer_id: id.mixed,
  });
  const lots = (await get(staff, `/customers/${id.mixed}/grant-points`)).items;
  const report = async (as: Caller) => (await get(as, "/reports?from=2026-11-01&to=2026-12-31")).points;
  return {
    list: list.items.map((one: { name: string; point_balance: number }) => [one.name, one.point_balance]),
    ascending: names((await get(staff, "/customers?sort=point_balance")).items),
    atLeast150: names((await get(staff, "/customers?point_min=150")).items).sort(),
    atMost0: names((await get(staff, "/customers?point_max=0")).items),
    targetAtLeast1: await matched(">=", 1),
    target0: await matched("=", 0),
    pages: [await page(id.dying), await page(id.mixed)],
    mail: preview.text.split("\n")[0],
    lots: lots.map((one: { remaining: number }) => one.remaining),
    reports: [await report(staff), await report(clerk)],
  };
}

test("from midnight on every call leaves out what expired, booked or not; the booking then changes no answer", async () => {
  now = LAST_MINUTE;
  const before = await everyAnswer();
  expect(before.list).toEqual([
    ["dying", 500],
    ["mixed", 400],
    ["living", 200],
  ]);
  expect(before.reports[0][0]).toMatchObject({ month: "2026-11", expired: 0, outstanding: 1_100 });
  now = MIDNIGHT;
  const unbooked = await everyAnswer();
  expect(unbooked).toMatchObject({
    list: [
      ["living", 200],
      ["mixed", 100],
      ["dying", 0],
    ],
    ascending: ["dying", "mixed", "living"],
    atLeast150: ["living"],
    atMost0: ["dying"],
    targetAtLeast1: ["living", "mixed"],
    target0: ["dying"],
    pages: [
      { point_balance: 0, next_point_expiry: null, expiring_points: [] },
      { point_balance: 100, next_point_expiry: "2026-12-01", expiring_points: [{ remaining: 100 }] },
    ],
    mail: "100 / 2026年12月01日",
    lots: [100, 0],
  });
  for (const report of unbooked.reports)
    expect(report).toMatchObject([
      { month: "2026-11", outstanding: 1_100 },
      { month: "2026-12", expired: 800, outstanding: 300 },
    ]);
  await pointJobs(t.app)["expire-points"]({}, { signal: new AbortController().signal });
  expect(await everyAnswer()).toEqual(unbooked);
});
