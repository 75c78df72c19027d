import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { PartnerError, partnerClient } from "../../../../../docs/partner-client.ts";
import { TEST_NOW } from "../../test/app.ts";
import { makeGrant, makeStay, within } from "../customers/customers.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { booking, codes, engine, openEngines, partnerKey, pointUse } from "./partner.fixture.ts";

// What booking engines do with the key of one facility (product §12), over HTTP. Today is 2026-11-20 in Tokyo.

let e: Awaited<ReturnType<typeof openEngines>>;
beforeAll(async () => {
  e = await openEngines();
});
afterAll(() => e.close());
const ask: typeof e.ask = (...asked) => e.ask(...asked);
const member: typeof e.member = (...asked) => e.member(...asked);
const code: typeof e.code = (...asked) => e.code(...asked);
const withoutRanks = async () => {
  for (const { id, version } of (await e.p.call("GET", "/ranks")).items)
    await e.p.call("DELETE", `/ranks/${id}`, { version, lose_ranks: true });
};
const USED_TODAY = { use_date: "2026-11-20", cancel_date: null };
const history = (id: number, what: string) => e.p.call("GET", `/customers/${id}/${what}`);

test("a developer gets from a key to the first redeemed coupon with the client of the docs", async () => {
  const { id, number } = await member(500);
  const DESCRIPTION = "大浴場の貸切にも使えます。\n受付でお見せください。";
  await e.sent({ name: "秋の2,000円割引", description: DESCRIPTION });
  const made = await e.p.call("POST", `/accounts/${e.account}/keys`, {
    kind: "partner",
    name: "公式予約サイト",
    feed_channel: null,
    expires_on: null,
    scopes: ["customers", "points", "coupons"],
  });
  const origin = await e.p.t.server.listen({ host: "127.0.0.1", port: 0 });
  const client = partnerClient(origin, made.key);
  const guest = await client.guest({ member_number: number });
  expect(guest).toEqual({
    member_number: number,
    balance: 500,
    rank: null,
    coupons: [
      {
        acquire_coupon_id: expect.any(Number),
        name: "秋の2,000円割引",
        description: DESCRIPTION,
        code: null,
        reservation_end_date: null,
        stay_start_date: null,
        stay_end_date: null,
      },
    ],
  });
  const coupon = {
    member_number: number,
    acquire_coupon_id: guest.coupons[0]?.acquire_coupon_id ?? 0,
    reservation: booking(),
  };
  expect(await client.quoteCoupon(coupon)).toMatchObject({
    coupon_name: "秋の2,000円割引",
    coupon_description: DESCRIPTION,
    applicable: true,
    discount: 2_000,
    reasons: [],
  });
  const used = await client.redeemCoupon(coupon, "coupon-R-1001");
  expect(used).toEqual({ use_coupon_case_id: expect.any(Number), discount: 2_000 });
  expect(await client.redeemCoupon(coupon, "coupon-R-1001")).toEqual(used);
  expect((await client.guest({ member_number: number })).coupons).toEqual([]);
  const refusal = await client.redeemCoupon(coupon, "another").catch((error: unknown) => error as PartnerError);
  expect(refusal).toBeInstanceOf(PartnerError);
  expect(refusal).toMatchObject({
    status: 422,
    reasons: [{ code: "coupon_times_reached" }, { code: "coupon_quantity_reached" }],
  });
  const { reservation_code, use_price, check_in_date } = coupon.reservation;
  const points = { member_number: number, points: 300, reservation_code, use_price, check_in_date };
  expect(await client.quotePoints(points)).toMatchObject({ usable: true, unit: 1, min: 1, max: 30_000, balance: 500 });
  const spent = await client.redeemPoints(points, "points-R-1001");
  expect(spent).toMatchObject({ points: 300, balance: 200 });
  // Whoever lost the answers finds the uses by the booking.
  expect(await client.usesOfPoints(reservation_code)).toEqual({
    items: [{ use_point_case_id: spent.use_point_case_id, member_number: number, points: 300, ...USED_TODAY }],
  });
  expect((await client.usesOfCoupons(reservation_code)).items).toEqual([
    { ...used, member_number: number, coupon_name: "秋の2,000円割引", quantity: 1, ...USED_TODAY },
  ]);
  expect(await client.cancelPoints(spent.use_point_case_id, "points-R-1001-x")).toMatchObject({ balance: 500 });
  expect(await client.cancelCoupon(used.use_coupon_case_id, "予約の取り消し", "x-1")).toMatchObject({
    discount: 2_000,
  });

  // Who did it, where and for which booking: on the guest's pages and in the log.
  const shown = {
    facility_name: "宿",
    original_reservation_code: points.reservation_code,
    created_by: "公式予約サイト",
  };
  expect((await history(id, "use-coupons")).items).toMatchObject([
    { ...shown, discount: 2_000, cancel_date: "2026-11-20", cancel_remarks: "予約の取り消し" },
  ]);
  expect((await history(id, "use-points")).items).toMatchObject([
    { ...shown, use_point: 300, cancel_date: "2026-11-20" },
  ]);
  const log = (await e.p.call("GET", "/audit?size=20")).items.slice(0, 4);
  expect(
    log.map((line: { action: string; actor: null; actor_key: string }) => [line.action, line.actor, line.actor_key]),
  ).toEqual(
    ["cancel_coupon_use", "cancel_use_points", "use_points", "use_coupon"].map((action) => [
      action,
      null,
      "公式予約サイト",
    ]),
  );
  const keys = (await e.p.call("GET", `/accounts/${e.account}/keys`)).items;
  expect(keys.find((one: { id: number }) => one.id === made.item.id)).toMatchObject({
    scopes: ["customers", "points", "coupons"],
    last_used_at: TEST_NOW.toISOString(),
  });
});

test("a mail address names one guest; merged guests are who lives on; several are nobody", async () => {
  const { number } = await member(70, { email: "hanako@example.jp" });
  expect((await ask("customers?email=hanako%40EXAMPLE.jp")).body).toMatchObject({ member_number: number });
  expect((await ask(`customers?member_number=${encodeURIComponent(number.toLowerCase())}`)).body.balance).toBe(70);
  await member(0, { email: "both@example.jp" });
  await member(0, { email: "both@example.jp" });
  expect(await ask("customers?email=both%40example.jp")).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining("お1人に決まりません") },
  });
  const [survivor, merged] = [await member(30), await member(40)];
  const { use_point_case_id } = (await ask("points/redeem", pointUse(merged.number, 10))).body;
  const ctx = {
    accountId: e.account,
    userId: null,
    ip: null,
    today: calendarDate("2026-11-20"),
    now: TEST_NOW,
    cipher: e.p.t.app.cipher,
  };
  await within(e.p.t.app, [e.account], (tx) => mergeIds(tx, ctx, survivor.id, merged.id));
  expect((await ask(`customers?member_number=${merged.number}`)).body.balance).toBe(60);
  // What was used before the merge is given back to who lives on.
  expect((await ask("points/cancel", { use_point_case_id })).body.balance).toBe(70);
  const gone = await member();
  await within(
    e.p.t.app,
    [e.account],
    (tx) => tx.run`update customers set active_status = 'inactive' where account_id = ${e.account} and id = ${gone.id}`,
  );
  expect((await ask(`customers?member_number=${gone.number}`)).status).toBe(404);
  for (const query of ["", "?member_number=A&email=a%40example.jp", "?email=nobody", "?member_number=", "?member=1"])
    expect((await ask(`customers${query}`)).status, query).toBe(400);
});

describe("points", () => {
  it("B07: more than there are is refused with the reason, the balance exactly is not, and of fifty at once one wins", async () => {
    const { number } = await member(300);
    const quote = await ask("points/quote", pointUse(number, 301));
    expect(quote).toMatchObject({
      status: 200,
      body: { usable: false, balance: 300, reasons: [{ code: "above_balance" }] },
    });
    const english = await ask("points/redeem", pointUse(number, 301), { "x-okaeri-language": "en" });
    expect(english).toMatchObject({
      status: 422,
      body: {
        status: 422,
        reasons: [{ code: "above_balance", message: "The balance is 300 points. Enter that or less" }],
      },
    });
    const all = await Promise.all(Array.from({ length: 50 }, () => ask("points/redeem", pointUse(number, 300))));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 422)).toHaveLength(49);
    expect(codes((await ask("points/redeem", pointUse(number, 1))).body.reasons)).toEqual(["above_balance"]);
  });

  it("the rank's unit and bounds are the staff screens' own, told all at once", async () => {
    const { id, number } = await member(5_000);
    const tier = await within(e.p.t.app, [e.account], async (tx) => {
      const rank = await tx.one<{
        id: number;
      }>`insert into ranks (account_id, definition, active_month, base_month, use_point_unit)
        values (${e.account}, 'stay', 12, 12, 100) returning id`;
      const gold = await tx.one<{
        id: number;
      }>`insert into rank_details (account_id, rank_id, name, total_stay, priority, min_use_point,
          max_use_point) values (${e.account}, ${rank.id}, 'ゴールド', 5, 1, 500, 1000) returning id`;
      return gold.id;
    });
    const given = { version: 0, rank_detail_id: tier, expiration_date: null, remarks: "法人契約の役員様" };
    await e.p.call("POST", `/customers/${id}/rank`, given);
    expect((await ask("points/quote", pointUse(number, 450))).body).toMatchObject({
      usable: false,
      unit: 100,
      min: 500,
      max: 1_000,
      balance: 5_000,
      reasons: [{ code: "not_a_unit" }, { code: "below_rank_minimum" }],
    });
    expect(codes((await ask("points/redeem", pointUse(number, 1_100))).body.reasons)).toEqual(["above_rank_maximum"]);
    expect((await ask("points/redeem", pointUse(number, 600))).body).toMatchObject({ points: 600, balance: 4_400 });
    expect((await ask(`customers?member_number=${number}`)).body).toMatchObject({ rank: "ゴールド", balance: 4_400 });
  });

  it.each([null, 0])("a rank with a minimum of %s, made on the screen: the unit is the least", async (least) => {
    const { id, number } = await member(5_000);
    await withoutRanks();
    const tier = { id: null, total_stay: 0, priority: 1, min_use_point: least, max_use_point: null };
    const made = await e.p.call("POST", "/ranks", {
      definition: "stay",
      use_point_unit: 100,
      active_month: 12,
      base_month: 12,
      base_date: 1,
      details: [{ ...tier, name: `会員 ${least}` }],
    });
    expect(made.details).toMatchObject([{ min_use_point: null }]);
    expect((await ask("points/quote", pointUse(number, 100))).body).toMatchObject({
      usable: true,
      unit: 100,
      min: 100,
    });
    expect(await e.p.call("GET", `/customers/${id}/points`)).toMatchObject({
      min_use_point: null,
      use_point_unit: 100,
    });
    await withoutRanks();
  });

  it("a use is cancelled once, also in parallel", async () => {
    const { number } = await member(100);
    const { use_point_case_id } = (await ask("points/redeem", pointUse(number, 60))).body;
    const both = await Promise.all([1, 2].map(() => ask("points/cancel", { use_point_case_id })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(codes(both.find(({ status }) => status === 422)?.body.reasons)).toEqual(["cancelled_already"]);
    expect((await ask(`customers?member_number=${number}`)).body.balance).toBe(100);
    expect(await ask("points/cancel", { use_point_case_id: 999_999 })).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining("この番号のものはありません") },
    });
  });
});

describe("coupons", () => {
  it("a code is used by a member, or by nobody in particular unless it is limited for each guest", async () => {
    const free = await code({ use_times_limit: null });
    expect((await ask("coupons/redeem", { coupon_code: free, reservation: booking() })).body).toMatchObject({
      discount: 2_000,
    });
    const limited = await code({ use_times_limit: 1 });
    const nobody = await ask("coupons/redeem", { coupon_code: limited, reservation: booking() });
    expect([nobody.status, codes(nobody.body.reasons)]).toEqual([422, ["coupon_guest_needed"]]);
    const { number } = await member();
    const redemption = () => ({ member_number: number, coupon_code: limited, reservation: booking() });
    const first = await ask("coupons/redeem", redemption());
    expect(first.status).toBe(200);
    expect(codes((await ask("coupons/quote", redemption())).body.reasons)).toEqual(["coupon_times_reached"]);
    // Given back, it is good again.
    const reason = "日程の変更";
    const { use_coupon_case_id } = first.body;
    expect((await ask("coupons/cancel", { use_coupon_case_id, reason })).status).toBe(200);
    expect(codes((await ask("coupons/cancel", { use_coupon_case_id, reason })).body.reasons)).toEqual([
      "cancelled_already",
    ]);
    expect((await ask("coupons/redeem", redemption())).status).toBe(200);
  });

  it("says every reason at once, judged by what the engine tells", async () => {
    const strict = await code({ use_condition: 40_000, plan_code: ["HB"], day_of_week: [0], use_times_limit: null });
    const { body } = await ask("coupons/quote", { coupon_code: strict, reservation: booking() });
    expect(body).toMatchObject({ applicable: false, discount: null });
    expect(codes(body.reasons)).toEqual(["coupon_other_plan", "coupon_below_minimum", "coupon_other_weekday"]);
    const fits = booking({
      plan_code: "HB",
      use_price: 40_000,
      check_in_date: "2026-12-06",
      check_out_date: "2026-12-07",
    });
    expect((await ask("coupons/quote", { coupon_code: strict, reservation: fits })).body).toMatchObject({
      applicable: true,
    });
    expect(codes((await ask("coupons/quote", { coupon_code: "NIX", reservation: fits })).body.reasons)).toEqual([
      "coupon_unknown",
    ]);
  });

  it("a booking's coupons count before and after its reservation arrives, whoever used them", async () => {
    const { id, number } = await member();
    const coupon_code = await code({ use_times_limit: null, use_quantity_limit: 1, can_use_together: true });
    const other = await code({ use_times_limit: null, can_use_together: false });
    const reservation = booking();
    const once = { member_number: number, coupon_code, reservation };
    const [first, second] = await Promise.all([ask("coupons/redeem", once), ask("coupons/redeem", once)]);
    expect([first?.status, second?.status].toSorted()).toEqual([200, 422]);
    const { reservation_code } = reservation;
    const { reservationId } = await within(e.p.t.app, [e.account], (tx) =>
      makeStay(tx, e.account, id, {
        code: reservation_code,
        facilityId: e.annex,
        checkIn: "2026-12-04",
        checkOut: "2026-12-06",
        usePrice: 30_000,
        confirmed: false,
      }),
    );
    expect(codes((await ask("coupons/redeem", once)).body.reasons)).toEqual(["coupon_quantity_reached"]);
    const [found] = await e.p.query<{ id: number }>(sql`select id from coupons where code = ${coupon_code}`);
    const byStaff = `/customers/${id}/use-coupons/quote?coupon_id=${found?.id}&stay_reservation_id=${reservationId}`;
    expect(codes((await e.p.call("GET", byStaff)).reasons)).toEqual(["coupon_quantity_reached"]);
    expect(codes((await ask("coupons/redeem", { ...once, coupon_code: other })).body.reasons)).toEqual([
      "coupon_not_together",
    ]);
  });

  it("the last of a limit goes once, however many ask", async () => {
    const coupon_code = await code({ use_amount_limit: 3, use_times_limit: null });
    const all = await Promise.all(
      Array.from({ length: 12 }, () => ask("coupons/redeem", { coupon_code, reservation: booking() })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(all.filter(({ status }) => status === 422).flatMap(({ body }) => codes(body.reasons)))).toEqual(
      new Set(["coupon_used_up"]),
    );
  });
});

describe("the same request again", () => {
  it("needs a key of its own", async () => {
    const { number } = await member(100);
    for (const bad of ["", "a b", "x".repeat(256)])
      expect(await ask("points/redeem", pointUse(number, 1), { "idempotency-key": bad })).toMatchObject({
        status: 400,
        body: { fields: { "Idempotency-Key": expect.any(String) } },
      });
    expect((await ask(`customers?member_number=${number}`)).body.balance).toBe(100);
  });

  it("B11: has one effect and one answer, in parallel too; another body is 422; it is free after 48 hours and for another key", async () => {
    const { number } = await member(1_000);
    const once = { "idempotency-key": "once" };
    const asked = pointUse(number, 100);
    const all = await Promise.all(Array.from({ length: 8 }, () => ask("points/redeem", asked, once)));
    expect(new Set(all.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(all[0]).toMatchObject({ status: 200, body: { points: 100, balance: 900 } });
    // What came between does not change the answer.
    await ask("points/redeem", pointUse(number, 50));
    expect((await ask("points/redeem", asked, once)).body).toEqual(all[0]?.body);
    const reused = await ask("points/redeem", { ...asked, points: 101 }, once);
    expect([reused.status, codes(reused.body.reasons)]).toEqual([422, ["key_reused"]]);
    expect((await ask("points/cancel", { use_point_case_id: all[0]?.body.use_point_case_id }, once)).status).toBe(422);
    const other = await partnerKey(e.p.t.app, e.account, e.annex);
    expect((await engine(e.p.t, other, "points/redeem", asked, once)).body.balance).toBe(750);
    e.setNow(new Date(TEST_NOW.getTime() + 48 * 3_600_000 - 1));
    expect((await ask("points/redeem", asked, once)).body.balance).toBe(900);
    e.setNow(new Date(TEST_NOW.getTime() + 48 * 3_600_000 + 1));
    expect((await ask("points/redeem", asked, once)).body.balance).toBe(650);
    e.setNow(TEST_NOW);
  });

  it("a refusal stays the answer, for coupons as for points and for cancelling", async () => {
    const { id, number } = await member(10);
    const once = { "idempotency-key": "refused" };
    const asked = pointUse(number, 50);
    const first = await ask("points/redeem", asked, once);
    expect(first.status).toBe(422);
    await within(e.p.t.app, [e.account], (tx) => makeGrant(tx, e.account, id, { point: 100, on: "2026-11-01" }));
    const again = await ask("points/redeem", asked, { ...once, "x-okaeri-language": "en" });
    expect([again.status, again.body]).toEqual([422, first.body]);
    expect((await ask("points/redeem", asked)).body.balance).toBe(60);
    const coupon_code = await code({ use_times_limit: 1 });
    const redemption = { member_number: number, coupon_code, reservation: booking() };
    const used = await Promise.all([1, 2, 3].map(() => ask("coupons/redeem", redemption, { "idempotency-key": "c" })));
    expect(new Set(used.map(({ body }) => body.use_coupon_case_id)).size).toBe(1);
    const { use_coupon_case_id } = used[0]?.body ?? {};
    const back = { use_coupon_case_id, reason: "取り消し" };
    const given = await Promise.all([1, 2, 3].map(() => ask("coupons/cancel", back, { "idempotency-key": "d" })));
    expect(given.map(({ status, body }) => [status, body])).toEqual(
      given.map(() => [200, { use_coupon_case_id, discount: 2_000 }]),
    );
  });
});
