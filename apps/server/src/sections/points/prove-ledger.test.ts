import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeUse, within } from "../customers/customers.fixture.ts";
import { pointJobs } from "./points.jobs.ts";

let t: TestApp;
let inn: number;
let admin: Caller;
let guest: number;
let grant: number;

beforeAll(async () => {
  t = await testApp();
  const place = await makeAccount(t.app, { name: "湯の宿" });
  inn = place.accountId;
  admin = await t.as(await makeUser(t.app, place, "role_admin", ["*"]));
  await within(t.app, [inn], async (tx) => {
    guest = await makeCustomer(tx, inn, { name: "検算 花子" });
    grant = await makeGrant(tx, inn, guest, { point: 100, on: "2026-10-01", expiresOn: "2027-01-01" });
    await makeGrant(tx, inn, guest, { point: 50, on: "2026-10-02" });
    await makeUse(tx, inn, guest, { grantId: grant, point: 30, on: "2026-11-01" });
    await makeUse(tx, inn, guest, { grantId: grant, point: 20, on: "2026-11-02", cancelledOn: "2026-11-03" });
  });
});
afterAll(() => t.close());

const prove = () => pointJobs(t.app)["prove-ledgers"]({}, { signal: new AbortController().signal });
const notice = async () => (await admin({ method: "GET", url: "/api/points/proofs" })).json().broken;
const metric = async () =>
  /^okaeri_broken_ledgers\{account="(\d+)"\} (\d+)$/m.exec(
    (await t.anonymous({ method: "GET", url: "/metrics" })).body,
  );
const past = (statement: RawBuilder<unknown>) => t.past.asSystem((tx) => statement.execute(tx.db));

/** 1 point more or less somewhere, written past all rules, and back again. */
const CORRUPTIONS: [what: string, wrong: () => RawBuilder<unknown>, right: () => RawBuilder<unknown>][] = [
  ...(["balance", "debt"] as const).map((column): (typeof CORRUPTIONS)[number] => [
    `the account's ${column}`,
    // A balance and a debt never stand together, so that the debt's corruption takes the balance away.
    () =>
      column === "balance"
        ? sql`update point_accounts set balance = balance + 1 where customer_id = ${guest}`
        : sql`update point_accounts set balance = 0, debt = 1 where customer_id = ${guest}`,
    () => sql`update point_accounts set balance = 120, debt = 0 where customer_id = ${guest}`,
  ]),
  [
    "a lot",
    () => sql`update point_lots set remaining = remaining - 1 where grant_point_id = ${grant}`,
    () => sql`update point_lots set remaining = remaining + 1 where grant_point_id = ${grant}`,
  ],
  [
    "two lots that lean on each other",
    () =>
      sql`update point_lots set remaining = remaining + case when grant_point_id = ${grant} then 1 else -1 end where customer_id = ${guest}`,
    () =>
      sql`update point_lots set remaining = remaining - case when grant_point_id = ${grant} then 1 else -1 end where customer_id = ${guest}`,
  ],
  [
    "a grant",
    () => sql`update grant_points set grant_point = grant_point + 1 where id = ${grant}`,
    () => sql`update grant_points set grant_point = grant_point - 1 where id = ${grant}`,
  ],
  [
    "a use",
    () =>
      sql`update use_point_cases set use_point = use_point + 1 where customer_id = ${guest} and cancel_date is null`,
    () =>
      sql`update use_point_cases set use_point = use_point - 1 where customer_id = ${guest} and cancel_date is null`,
  ],
  [
    "what a use took from a grant",
    () => sql`update use_points set use_point = use_point + 1 where grant_point_id = ${grant} and use_point = 30`,
    () => sql`update use_points set use_point = use_point - 1 where grant_point_id = ${grant} and use_point = 31`,
  ],
  [
    "a use that says it was cancelled",
    () => sql`update use_point_cases set cancel_date = '2026-11-05' where customer_id = ${guest} and use_point = 30`,
    () => sql`update use_point_cases set cancel_date = null where customer_id = ${guest} and use_point = 30`,
  ],
  [
    "an expiry that nobody booked on a lot",
    () => sql`insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on)
      values (${inn}, ${guest}, ${grant}, 'expired', 1, '2026-11-05')`,
    () => sql`delete from point_adjustments where customer_id = ${guest}`,
  ],
];

test("what adds up raises nothing", async () => {
  await prove();
  expect(await notice()).toEqual([]);
  expect(await metric()).toMatchObject({ 1: String(inn), 2: "0" });
});

test.each(CORRUPTIONS)(
  "1 point of difference in %s is seen by administrators and the metric, until it is mended",
  async (_what, wrong, right) => {
    await past(wrong());
    await prove();
    expect(await notice()).toMatchObject([
      { account_id: inn, account_name: "湯の宿", broken_count: 1, customer_ids: [guest] },
    ]);
    expect(await metric()).toMatchObject({ 1: String(inn), 2: "1" });
    await past(right());
    expect(await notice()).toEqual([]);
    expect(await metric()).toMatchObject({ 2: "0" });
  },
);

test("another client's administrator hears nothing, a clerk may not ask", async () => {
  const [[, wrong, right] = []] = CORRUPTIONS;
  await past(wrong?.() ?? sql``);
  await prove();
  const other = await makeAccount(t.app, { name: "海の宿" });
  const stranger = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  expect((await stranger({ method: "GET", url: "/api/points/proofs" })).json()).toEqual({ broken: [] });
  const clerk = await t.as(await makeUser(t.app, other, "role_user", ["customers/all"]));
  expect((await clerk({ method: "GET", url: "/api/points/proofs" })).statusCode).toBe(403);
  await past(right?.() ?? sql``);
});

test("one programme's failure stops nobody else's, and the job says that it failed", async () => {
  await past(
    sql`create function fails() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$`,
  );
  await past(
    sql`create trigger planted before insert or update on ledger_proofs for each row when (new.account_id = ${sql.lit(inn)}) execute function fails()`,
  );
  const last = await makeAccount(t.app, { name: "山の宿" });
  await expect(prove()).rejects.toThrow("prove-ledgers failed for 1 programmes");
  await past(sql`drop trigger planted on ledger_proofs`);
  const proven = await within(
    t.app,
    [last.accountId],
    (tx) => tx.all`select 1 from ledger_proofs where account_id = ${last.accountId}`,
  );
  expect(proven).toHaveLength(1);
});
