import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeUser, TEST_NOW } from "../../test/app.ts";
import { EVERYBODY, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { fed, booking as fedBooking, feedKey } from "../feeds/feeds.fixture.ts";
import { pointJobs } from "../points/points.jobs.ts";
import { booking, openEngines, pointUse } from "./partner.fixture.ts";

// Cases of bad input that meet points and coupons together, by staff, feeds and booking engines over HTTP; the ledger is recomputed at
// the end. Today is 2026-11-20 in Tokyo; the clock is moved.

let e: Awaited<ReturnType<typeof openEngines>>;
let administrator: Parameters<typeof e.p.t.as>[0];
beforeAll(async () => {
  e = await openEngines();
  administrator = await makeUser(e.p.t.app, e.p.inn, "role_admin", ["*"]);
});
afterAll(() => e.close());

const staff = async (method: "GET" | "POST", path: string, payload?: object) => {
  const caller = await e.p.t.as(administrator);
  const answer = await caller({ method, url: `/api${path}`, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.json() };
};

const grant = (id: number, points: number, more: object = {}) =>
  staff("POST", `/customers/${id}/grant-points`, { grant_point: points, remarks: "お詫び", ...more });
const use = (id: number, use_point: number) => staff("POST", `/customers/${id}/use-points`, { use_point });
const stands = async (id: number) => {
  const { balance, debt, granted, used, expired, revoked } = (await staff("GET", `/customers/${id}/points`)).body;
  expect(balance - debt).toBe(granted - used - expired - revoked);
  return { balance, debt, used, expired, revoked };
};
const expire = () => pointJobs(e.p.t.app)["expire-points"]({}, { signal: new AbortController().signal });
const LAST_DAY = { expiration_type: "date", expiration_date: "2026-11-20" };
const MIDNIGHT = new Date("2026-11-20T15:00:00Z");

describe("B08: what was granted is taken back once, exactly", () => {
  test("three at once: one wins, the shortfall is a debt; a reversal is not reversed", async () => {
    const { id } = await e.member();
    const { grant_point_id } = (await grant(id, 100)).body;
    await use(id, 30);
    const back = () => grant(id, -100, { reverses_grant_point_id: grant_point_id });
    const answers = await Promise.all([back(), back(), back()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const { status, body } of answers) if (status === 400) expect(body.fields).toHaveProperty("grant_point");
    expect(await stands(id)).toEqual({ balance: 0, debt: 30, used: 30, expired: 0, revoked: 100 });
    const [reversal] = (await staff("GET", `/customers/${id}/grant-points?kind=reversed`)).body.items;
    const again = await grant(id, -1, { reverses_grant_point_id: reversal.id });
    expect([again.status, Object.keys(again.body.fields)]).toEqual([400, ["reverses_grant_point_id"]]);
  });

  test("after it expired: what expired is taken back in place of expiring, nothing is owed, and no second time", async () => {
    const { id } = await e.member();
    const { grant_point_id } = (await grant(id, 100, LAST_DAY)).body;
    await use(id, 40);
    e.setNow(MIDNIGHT);
    await expire();
    expect(await stands(id)).toMatchObject({ balance: 0, debt: 0, expired: 60 });
    const back = () => grant(id, -100, { reverses_grant_point_id: grant_point_id });
    expect((await back()).status).toBe(200);
    const after = await stands(id);
    expect(after.revoked + after.expired + 40 - after.debt).toBe(100);
    expect((await back()).body.fields).toHaveProperty("grant_point");
    expect(await stands(id)).toEqual(after);
    e.setNow(TEST_NOW);
  });
});

test("points that expire at this midnight while they are being used: used before it, expired after it, each point once", async () => {
  const { id } = await e.member();
  e.setNow(new Date(MIDNIGHT.getTime() - 50));
  await grant(id, 1_000, LAST_DAY);
  const before = Array.from({ length: 10 }, () => use(id, 30));
  await before[0];
  e.setNow(MIDNIGHT);
  const [early, late] = await Promise.all([
    Promise.all(before),
    Promise.all([expire(), ...Array.from({ length: 10 }, () => use(id, 30)), expire()]),
  ]);
  const won = early.filter(({ status }) => status === 200).length;
  expect(won).toBeGreaterThan(0);
  for (const one of [...early, ...late]) if (one) expect([200, 400]).toContain(one.status);
  for (const one of late) if (one) expect(one.body.fields).toHaveProperty("use_point");
  expect(await stands(id)).toEqual({ balance: 0, debt: 0, used: won * 30, expired: 1_000 - won * 30, revoked: 0 });
  e.setNow(TEST_NOW);
});

describe("0.1 % of 999 yen and of 10^12 yen", () => {
  test("stays: floored to whole points without drift up to the cap; above it the row is refused and nothing is cut", async () => {
    const rate = pointAction(1);
    const point = { ...rate.point!, grant_type: "rate" as const, grant_absolute: null, grant_rate: 0.1 };
    const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [{ ...rate, point }] }];
    await e.p.started({ ...promotion({ segments }), type: "basic" });
    const key = await feedKey(e.p.t.app, { accountId: e.account, facilityId: e.annex });
    const row = (code: string, use_price: number) => ({
      ...fedBooking(code, { guest_name: code, email: `${code}@example.jp`, state: "stayed", use_price }),
      reserved_date: "2026-11-19",
      check_in_date: "2026-11-19",
      check_out_date: "2026-11-20",
    });
    const prices = { y999: 999, y1000: 1_000, y1999: 1_999, cap: 1_000_000_000, over: 1_000_000_001, huge: 1e12 };
    const rows = Object.entries(prices).map(([code, price]) => row(code, price));
    const { status } = await fed(e.p.t, e.account, key, "/feeds/plain/stays", rows);
    expect(status.refused.map(({ index, field }) => [index, field])).toEqual([
      [4, "use_price"],
      [5, "use_price"],
    ]);
    const granted = await e.p.query<{ name: string; points: number }>(
      sql`select customer.name, coalesce(sum(point_grant.grant_point), 0)::int as points from customers customer
        left join grant_points point_grant on point_grant.customer_id = customer.id
          where customer.name = any(${Object.keys(prices)}::text[]) group by 1 order by 2, 1`,
    );
    expect(granted).toEqual([
      { name: "y999", points: 0 },
      { name: "y1000", points: 1 },
      { name: "y1999", points: 1 },
      { name: "cap", points: 1_000_000 },
    ]);
  });

  test("coupons: nothing off 999 yen, a million off the cap, and no quote above it", async () => {
    const coupon_code = await e.code({
      discount_type: "rate",
      absolute_type: null,
      rate_type: "action",
      discount_absolute: null,
      discount_rate: 0.1,
    });
    const quote = async (use_price: number) =>
      e.ask("coupons/quote", {
        coupon_code,
        member_number: (await e.member()).number,
        reservation: booking({ use_price }),
      });
    expect((await quote(999)).body).toMatchObject({ applicable: true, discount: 0 });
    expect((await quote(1_000_000_000)).body).toMatchObject({ applicable: true, discount: 1_000_000 });
    const huge = await quote(1e12);
    expect([huge.status, Object.keys(huge.body.fields)]).toEqual([400, ["reservation.use_price"]]);
  });
});

test("cancelled twice in parallel, by staff and by the engine that used it: points and coupons come back once", async () => {
  const { id, number } = await e.member(100);
  const { use_point_case_id } = (await e.ask("points/redeem", pointUse(number, 60))).body;
  const coupon_code = await e.code({ use_times_limit: 2 });
  const request = { member_number: number, coupon_code, reservation: booking() };
  const { use_coupon_case_id } = (await e.ask("coupons/redeem", request)).body;
  const answers = await Promise.all([
    e.ask("points/cancel", { use_point_case_id }),
    staff("POST", `/customers/${id}/use-points/${use_point_case_id}/cancellation`, { remarks: "二重" }),
    e.ask("coupons/cancel", { use_coupon_case_id, reason: "二重" }),
    staff("POST", `/customers/${id}/use-coupons/${use_coupon_case_id}/cancellation`, { remarks: "二重" }),
  ]);
  const statuses = answers.map(({ status }) => status);
  for (const pair of [statuses.slice(0, 2), statuses.slice(2)])
    expect(
      pair.filter((status) => status === 200),
      String(pair),
    ).toHaveLength(1);
  expect(statuses.filter((status) => ![200, 400, 422].includes(status))).toEqual([]);
  expect(await stands(id)).toMatchObject({ balance: 100, used: 0 });
});

test("codes are text: a hyphen of another table is one, and a JSON number is refused by the name of its field", async () => {
  const { number } = await e.member(500);
  const dashed = number.replace("-", "−");
  expect((await e.ask(`customers?member_number=${encodeURIComponent(dashed)}`)).body).toMatchObject({
    member_number: number,
  });
  const use = { ...pointUse(dashed, 100), reservation_code: "X−1" };
  expect((await e.ask("points/redeem", use)).status).toBe(200);
  expect((await e.ask("points/uses?reservation_code=X-1")).body.items).toMatchObject([
    { member_number: number, points: 100 },
  ]);
  for (const field of ["member_number", "reservation_code"]) {
    const payload = JSON.stringify({ ...pointUse(number, 1), [field]: "?" }).replace('"?"', "12345678901234567890");
    const { status, body } = await e.ask("points/redeem", payload as never);
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  }
});
