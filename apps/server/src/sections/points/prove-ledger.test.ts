import { calendarDate } from "@okaeri/domain/calendar-date";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeUse, within } from "../customers/customers.fixture.ts";
import { applyStays, makeBasicCampaign, makeStay } from "../stays/stays.fixture.ts";
import { pointJobs } from "./points.jobs.ts";

let t: TestApp;
let inn: number;
let admin: Caller;
let guest: number;
let grant: number;

beforeEach(async () => {
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
afterEach(() => t.close());

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
      sql`update point_lots set remaining = remaining + case when grant_point_id = ${grant} then 1 else -1 end
        where customer_id = ${guest}`,
    () =>
      sql`update point_lots set remaining = remaining - case when grant_point_id = ${grant} then 1 else -1 end
        where customer_id = ${guest}`,
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

test("what the entries agree on and the stays and rules do not is found too, to the point", async () => {
  const { earned, rolling } = await earnedByStays();
  const planted: [string, string[], string[]][] = [
    [
      "a stay that holds a point more than it is owed",
      [
        `update grant_points set grant_point = grant_point + 1 where id = ${earned}`,
        `update point_lots set granted = granted + 1, remaining = remaining + 1 where grant_point_id = ${earned}`,
        "update point_accounts set balance = balance + 1 where customer_id = $1",
        `update campaign_stay_figures set points = points + 1 where campaign_id = (select campaign_id from grant_points
          where id = ${earned})`,
      ],
      [
        `update grant_points set grant_point = grant_point - 1 where id = ${earned}`,
        `update point_lots set granted = granted - 1, remaining = remaining - 1 where grant_point_id = ${earned}`,
        "update point_accounts set balance = balance - 1 where customer_id = $1",
        `update campaign_stay_figures set points = points - 1 where campaign_id = (select campaign_id from grant_points
          where id = ${earned})`,
      ],
    ],
    [
      "a last day that the stays do not give",
      [`update point_lots set expires_on = expires_on + 1 where grant_point_id = ${rolling}`],
      [`update point_lots set expires_on = expires_on - 1 where grant_point_id = ${rolling}`],
    ],
    [
      "a point that expired of a lot that lives",
      [
        `insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on)
          values (${inn}, $1, ${earned}, 'expired', 1, '2026-11-10')`,
        `update point_lots set remaining = remaining - 1 where grant_point_id = ${earned}`,
        "update point_accounts set balance = balance - 1 where customer_id = $1",
      ],
      [
        `delete from point_adjustments where grant_point_id = ${earned}`,
        `update point_lots set remaining = remaining + 1 where grant_point_id = ${earned}`,
        "update point_accounts set balance = balance + 1 where customer_id = $1",
      ],
    ],
  ];
  const holder = (await t.past.pool.query("select customer_id from point_lots where grant_point_id = $1", [earned]))
    .rows[0].customer_id;
  const run = async (statements: string[]) => {
    for (const one of statements) await t.past.pool.query(one, one.includes("$1") ? [holder] : []);
  };
  await prove();
  expect(await notice()).toEqual([]);
  for (const [what, wrong, right] of planted) {
    await run(wrong);
    await prove();
    expect([what, await notice()]).toMatchObject([
      what,
      [{ account_id: inn, broken_count: 1, customer_ids: [holder] }],
    ]);
    await run(right);
    expect([what, await notice()]).toEqual([what, []]);
  }
});

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
    sql`create trigger planted before insert or update on ledger_proofs for each row
      when (new.account_id = ${sql.lit(inn)}) execute function fails()`,
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

/** A guest with a stay that earned points by two campaigns, one of them rolling. @returns the grants. */
async function earnedByStays(): Promise<{ earned: number; rolling: number }> {
  const ctx = { accountId: inn, userId: null, today: calendarDate("2026-11-20"), now: TEST_NOW };
  return within(t.app, [inn], async (tx) => {
    const rules = [
      { grant_type: "rate", grant_rate: 10, expiration_type: "none" },
      { grant_type: "absolute", grant_absolute: 50, expiration_type: "days_from_last_stay", days: 300 },
    ] as const;
    for (const rule of rules) await makeBasicCampaign(tx, { accountId: inn, rule });
    const stayer = await makeCustomer(tx, inn, { name: "宿泊 太郎" });
    const facts = { accountId: inn, facilityId: inn, customerId: stayer, code: "S-1", usePrice: 10_000 };
    await applyStays(tx, ctx, [await makeStay(tx, { ...facts, checkIn: "2026-11-01", checkOut: "2026-11-02" })]);
    const grants = await tx.all<{ id: number; expiration_type: string }>`select id, expiration_type from grant_points
      where account_id = ${inn} and customer_id = ${stayer} order by id`;
    const of = (type: string) => grants.find(({ expiration_type }) => expiration_type === type)?.id ?? 0;
    return { earned: of("none"), rolling: of("days_from_last_stay") };
  });
}
