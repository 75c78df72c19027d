import iconv from "iconv-lite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeStay, makeUse, one, within } from "../customers/customers.fixture.ts";

// Today is 2026-11-20 in Tokyo.
let t: TestApp;
let hotel: Facility;
let annex: Facility;
let staff: Caller;

beforeAll(async () => {
  t = await testApp();
  hotel = await makeAccount(t.app, { name: "本館", option: "crm_option_parent" });
  annex = await makeAccount(t.app, { name: "別館", above: hotel, option: null });
  staff = await t.as(await makeUser(t.app, hotel, "role_admin", ["*"]));
  const account = hotel.accountId;
  await within(t.app, [account, annex.accountId], async (tx) => {
    const customer = await makeCustomer(tx, account, { name: "山田 太郎" });
    await makeStay(tx, account, customer, {
      code: "A1",
      checkIn: "2026-09-10",
      checkOut: "2026-09-11",
      usePrice: 30_000,
    });
    await makeStay(tx, account, customer, {
      code: "A2",
      facilityId: annex.accountId,
      checkIn: "2026-11-02",
      checkOut: "2026-11-03",
      usePrice: 10_000,
    });
    const first = await makeGrant(tx, account, customer, { point: 1_000, on: "2026-09-11" });
    const second = await makeGrant(tx, account, customer, {
      point: 500,
      on: "2026-10-05",
      facilityId: annex.accountId,
    });
    await makeUse(tx, account, customer, { grantId: first, point: 200, on: "2026-10-20" });
    await makeUse(tx, account, customer, { grantId: first, point: 70, on: "2026-10-21", cancelledOn: "2026-11-01" });
    await makeUse(tx, account, customer, {
      grantId: second,
      point: 100,
      on: "2026-11-05",
      facilityId: annex.accountId,
    });
    // 60 of the first lot expired in November.
    await sql`insert into point_adjustments (account_id, customer_id, grant_point_id, kind, point, happened_on) values (${account},
      ${customer}, ${first}, 'expired', 60, '2026-11-10')`.execute(tx.db);
    await sql`update point_lots set remaining = remaining - 60 where account_id = ${account} and grant_point_id = ${first}`.execute(
      tx.db,
    );
    await sql`update point_accounts set balance = balance - 60 where account_id = ${account}`.execute(tx.db);
    const campaign = await one(
      tx,
      sql<{
        id: number;
      }>`insert into campaigns (account_id, name, campaign_start_dt, type, status, activated_at) values (${account}, '秋の再訪',
        '2026-09-01T00:00:00Z', 'repeat_promotion', 'active', now()) returning id`,
    );
    await sql`insert into campaigns (account_id, name, campaign_start_dt, type) values (${account}, '下書き', '2026-09-01T00:00:00Z',
      'basic')`.execute(tx.db);
    const segment = await one(
      tx,
      sql<{
        id: number;
      }>`insert into campaign_segments (account_id, campaign_id, priority_seq) values (${account}, ${campaign.id}, 1) returning id`,
    );
    const action = await one(
      tx,
      sql<{
        id: number;
      }>`insert into campaign_actions (account_id, campaign_segment_id, seq, type) values (${account}, ${segment.id}, 1, 'mail')
        returning id`,
    );
    await sql`insert into push_actions (account_id, campaign_id, campaign_segment_id, campaign_action_id, channel, started_by, push_status,
        push_scheduled_time, push_sent_time, trigger_key, target_count, sent_count, failed_count, unknown_count)
      values (${account}, ${campaign.id}, ${segment.id}, ${action.id}, 'mail', 'by_hand', 'done', '2026-10-01T01:00:00Z',
        '2026-10-01T01:05:00Z', 'k1', 10, 7, 2, 1),
        (${account}, ${campaign.id}, ${segment.id}, ${action.id}, 'mail', 'by_hand', 'done', '2025-01-01T01:00:00Z', '2025-01-01T01:05:00Z',
        'k0', 99, 99, 0, 0)`.execute(tx.db);
    const stranger = await makeCustomer(tx, account, { name: "本館 のみ" });
    await sql`insert into push_action_targets (account_id, push_action_id, campaign_id, customer_id, campaign_segment_id, outcome,
      claimed_by, claimed_at, sent_at, attempt_count)
      select ${account}, push.id, push.campaign_id, c.id, ${segment.id}, 'sent', 'run-1', push.push_sent_time, push.push_sent_time, 1
      from push_actions push, unnest(${[customer, stranger]}::bigint[]) c (id) where push.account_id = ${account}
        and push.trigger_key = 'k1'`.execute(tx.db);
    await sql`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type, action_id,
      campaign_id, idempotency_key)
      values (${account}, ${account}, ${customer}, 30, '2026-10-01', 'none', ${action.id}, ${campaign.id}, 'push')`.execute(
      tx.db,
    );
    await sql`update point_accounts set balance = balance + 30 where account_id = ${account}`.execute(tx.db);
  });
});
afterAll(() => t.close());

const overview = async (caller: Caller, query = "") => {
  const answer = await caller({ method: "GET", url: `/api/reports${query}` });
  expect([answer.statusCode, answer.statusCode === 200 ? "" : answer.body]).toEqual([200, ""]);
  return answer.json();
};

/** No points were taken back or owed. */
const NOTHING = { reversed: 0, deducted: 0, debt_incurred: 0, debt_paid: 0 };

describe("overview", () => {
  it("covers twelve months up to today by itself", async () => {
    const { from, to, points, stays } = await overview(staff);
    expect([from, to, points.length, stays.length, points[0].month]).toEqual([
      "2025-12-01",
      "2026-11-20",
      12,
      12,
      "2025-12",
    ]);
  });

  it("adds points up: each month's outstanding is the one before plus granted less used and expired", async () => {
    const { points } = await overview(staff, "?from=2026-09-01&to=2026-11-20");
    expect(points).toEqual([
      { ...NOTHING, month: "2026-09", granted: 1_000, used: 0, expired: 0, outstanding: 1_000 },
      { ...NOTHING, month: "2026-10", granted: 530, used: 270, expired: 0, outstanding: 1_260 },
      { ...NOTHING, month: "2026-11", granted: 0, used: 30, expired: 60, outstanding: 1_170 },
    ]);
  });

  it("tells what each campaign did in the period", async () => {
    const { campaigns } = await overview(staff, "?from=2026-10-01&to=2026-10-31");
    expect(campaigns).toMatchObject([
      {
        name: "秋の再訪",
        status: "active",
        last_sent_at: "2026-10-01T01:05:00.000Z",
        figures: {
          sends: 1,
          targets: 10,
          reached: 7,
          benefits_only: 0,
          omitted: 0,
          failed: 2,
          unknown: 1,
          waiting: 0,
          called_off: 0,
        },
        points_granted: 30,
      },
    ]);
  });

  it("counts stays by month of confirmation", async () => {
    const { stays } = await overview(staff, "?from=2026-09-15&to=2026-11-20");
    expect(stays).toEqual([
      { month: "2026-09", stays: 1, use_price: 30_000 },
      { month: "2026-10", stays: 0, use_price: 0 },
      { month: "2026-11", stays: 1, use_price: 10_000 },
    ]);
  });

  it("a facility's user sees the facility's part", async () => {
    const clerk = await t.as(await makeUser(t.app, annex, "role_user", ["reports/read"]));
    const { stays, points, campaigns } = await overview(clerk, "?from=2026-10-01&to=2026-11-20");
    expect(stays.map((row: { stays: number }) => row.stays)).toEqual([0, 1]);
    expect(points).toEqual([
      { ...NOTHING, month: "2026-10", granted: 500, used: 0, expired: 0, outstanding: 500 },
      { ...NOTHING, month: "2026-11", granted: 0, used: 100, expired: 0, outstanding: 400 },
    ]);
    // Of the ten recipients one is a guest of the facility.
    expect(campaigns[0]).toMatchObject({ figures: { targets: 1, reached: 1, failed: 0, unknown: 0 } });
  });

  // quality Q06
  test.each(["from=2026-02-30", "from=2026-11-20&to=2026-11-19", "from=2000-01-01&to=2026-11-20", "to=0000-00-00"])(
    "refuses %s",
    async (query) => {
      expect((await staff({ method: "GET", url: `/api/reports?${query}` })).statusCode).toBe(400);
    },
  );

  test("signed out 401, without the action 403, another account's rows unseen", async () => {
    expect((await t.anonymous({ method: "GET", url: "/api/reports" })).statusCode).toBe(401);
    const lacking = await t.as(await makeUser(t.app, hotel, "role_user", ["customers/read"]));
    expect((await lacking({ method: "GET", url: "/api/reports" })).statusCode).toBe(403);
    const other = await t.as(await makeUser(t.app, await makeAccount(t.app, { name: "他社" }), "role_admin", ["*"]));
    const { campaigns, points } = await overview(other);
    expect([campaigns, points.at(-1).outstanding]).toEqual([[], 0]);
    expect((await other({ method: "GET", url: `/api/reports?account_id=${hotel.accountId}` })).statusCode).toBe(404);
  });
});

describe("a table as a file", () => {
  const file = async (query: string, { caller = staff, language = "ja", tail = "" } = {}) => {
    const url = `/api/reports/export.csv${tail}?from=2026-09-01&to=2026-11-20&${query}`;
    return caller({ method: "GET", url, headers: { "x-okaeri-language": language } });
  };

  it("holds the figures of the screen, in its words, days and order", async () => {
    const points = await file("table=points");
    expect(points.headers["content-disposition"]).toContain(encodeURIComponent("ポイント_2026-09-01_2026-11-20.csv"));
    const lines = [
      "月,付与,取消,減算,利用,失効,不足分の発生,不足分の清算,残高",
      "2026年09月,1000,0,0,0,0,0,0,1000",
      "2026年10月,530,0,0,270,0,0,0,1260",
      "2026年11月,0,0,0,30,60,0,0,1170",
    ];
    expect(points.body).toBe(`\ufeff${lines.join("\r\n")}\r\n`);
    const stays = await file("table=stays", { language: "en" });
    expect(stays.body.split("\r\n").slice(0, 2)).toEqual(["\ufeffMonth,Number of stays,Spend", "2026-09,1,30000"]);
    const results = (await file("table=campaigns")).body.split("\r\n");
    expect(results[1]).toBe("秋の再訪,実施中,2026年10月01日,10,7,0,0,2,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,30,0,0,0");
    // A facility's person takes out what the facility's person sees.
    const clerk = await t.as(await makeUser(t.app, annex, "role_user", ["reports/read"]));
    const own = await overview(clerk, "?from=2026-09-01&to=2026-11-20");
    const narrowed = (await file("table=stays", { caller: clerk })).body.split("\r\n");
    expect(narrowed.slice(1, -1)).toEqual(
      own.stays.map((one: { month: string; stays: number; use_price: number }) =>
        [`${one.month.replace("-", "年")}月`, one.stays, one.use_price].join(","),
      ),
    );
    expect(own.stays).not.toEqual((await overview(staff, "?from=2026-09-01&to=2026-11-20")).stays);
  });

  it("goes in Shift_JIS too, and tells before what is lost; sorted as asked, and written down", async () => {
    const inn = await makeAccount(t.app, { name: "𠮷野の宿" });
    const caller = await t.as(await makeUser(t.app, inn, "role_admin", ["*"]));
    await t.past.pool.query(
      `insert into campaigns (account_id, name, type, status, activated_at)
        select $1, name, 'basic', 'active', '2026-11-01' from unnest(array['𠮷野 〜冬〜', '秋の再訪']) name`,
      [inn.accountId],
    );
    const check = await file("table=campaigns&encoding=sjis", { caller, tail: "/check" });
    expect(check.json()).toEqual({ lost: 1, examples: ["𠮷"] });
    const old = await file("table=campaigns&encoding=sjis&sort=name", { caller });
    const text = iconv.decode(old.rawPayload, "CP932");
    expect(text.split("\r\n").map((line) => line.split(",")[0])).toEqual([
      "キャンペーン",
      "秋の再訪",
      "〓野 ～冬～",
      "",
    ]);
    expect(text).toContain("〓野 ～冬～,実施中,,,,,,,,,,,,,,,,0,0,0,0,0,0,0,0,0,0,0,0\r\n");
    const turned = (await file("table=campaigns&sort=-name", { caller })).body.split("\r\n");
    expect(turned.slice(1, 3).map((line) => line.split(",")[0])).toEqual(["𠮷野 〜冬〜", "秋の再訪"]);
    const { items } = (await caller({ method: "GET", url: "/api/audit?action=export&entity=reports" })).json();
    expect(items[0]).toMatchObject({ after: { table: "campaigns", from: "2026-09-01", to: "2026-11-20" } });
    // A check is no export: one line each for the two files.
    expect(items).toHaveLength(2);
  });

  it("is for whoever may read reports, of a table that there is", async () => {
    const answers = [
      await file("table=points", { caller: await t.as(await makeUser(t.app, hotel, "role_user", ["customers/read"])) }),
      await file("table=points", { caller: t.anonymous, tail: "/check" }),
      await file("table=everything"),
      await file("table=points&encoding=utf16"),
      await file("table=points&sort=secret"),
      await file("table=points&q=1"),
    ];
    expect(answers.map((answer) => answer.statusCode)).toEqual([403, 401, 400, 400, 400, 400]);
    expect(answers.slice(2).map((answer) => Object.keys(answer.json().fields)[0])).toEqual([
      "table",
      "encoding",
      "sort",
      "q",
    ]);
  });
});
