import { afterAll, beforeAll, expect, it } from "vitest";
import { makeStay, within } from "../customers/customers.fixture.ts";
import { codes, engine, openEngines, partnerKey, pointUse } from "./partner.fixture.ts";

// Points never pay more than a booking costs (docs/adr/0293), over HTTP. Today is 2026-11-20 in Tokyo.

let e: Awaited<ReturnType<typeof openEngines>>;
beforeAll(async () => {
  e = await openEngines();
});
afterAll(() => e.close());
const ask: typeof e.ask = (...asked) => e.ask(...asked);
const member: typeof e.member = (...asked) => e.member(...asked);
const asked = (number: string, points: number, more: object) => ask("points/redeem", pointUse(number, points, more));
const booked = (id: number, code: string, more: object = {}) =>
  within(e.p.t.app, [e.account], (tx) =>
    makeStay(tx, e.account, id, {
      code,
      facilityId: e.annex,
      checkIn: "2026-12-04",
      checkOut: "2026-12-06",
      usePrice: 20_000,
      confirmed: false,
      ...more,
    }),
  );

it("bounds what points pay, all uses together, by engines and by staff, at once too; a cancelled use gives room again", async () => {
  const { id, number } = await member(50_000);
  const once = { reservation_code: "PRICE-1", use_price: 900 };
  expect((await ask("points/quote", pointUse(number, 901, once))).body).toMatchObject({
    usable: false,
    max: 900,
    balance: 50_000,
    reasons: [{ code: "above_payable", message: "この予約に利用できるのは、あと900ポイントです" }],
  });
  const many = await Promise.all(Array.from({ length: 10 }, () => asked(number, 200, once)));
  expect(many.map(({ status }) => status).toSorted()).toEqual([...Array(4).fill(200), ...Array(6).fill(422)]);
  expect(codes((await asked(number, 101, once)).body.reasons)).toEqual(["above_payable"]);
  const [first] = many.filter(({ status }) => status === 200);
  await ask("points/cancel", { use_point_case_id: first?.body.use_point_case_id });
  // The reservation arrives and costs less than the engine said: the lower price counts.
  const { reservationId } = await booked(id, once.reservation_code, { usePrice: 800 });
  const staff = (points: number) =>
    e.p.staff({
      method: "POST",
      url: `/api/customers/${id}/use-points`,
      headers: { "idempotency-key": `s-${points}` },
      payload: { use_point: points, stay_reservation_id: reservationId, remarks: "" },
    });
  const refused = await staff(201);
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    { use_point: "この予約に利用できるのは、あと200ポイントです" },
  ]);
  expect((await staff(150)).statusCode).toBe(200);
  expect((await ask("points/quote", pointUse(number, 50, once))).body).toMatchObject({ usable: true, max: 50 });
  expect(codes((await asked(number, 51, once)).body.reasons)).toEqual(["above_payable"]);
  const other = await partnerKey(e.p.t.app, e.account, e.annex);
  expect((await engine(e.p.t, other, "points/redeem", pointUse(number, 50, once))).status).toBe(200);
  expect((await ask("points/uses?reservation_code=PRICE-1")).body.items).toHaveLength(5);
  expect(await ask("points/uses?reservation_code=PRICE-2")).toMatchObject({ status: 200, body: { items: [] } });
  const elsewhere = await partnerKey(e.p.t.app, e.account, e.account);
  expect((await engine(e.p.t, elsewhere, "points/uses?reservation_code=PRICE-1")).body).toEqual({ items: [] });
});

it("is bounded by the engine's price alone where the booking's price is unknown; a reported 0 takes no points", async () => {
  const { id, number } = await member(50_000);
  const { reservationId } = await booked(id, "PRICE-3");
  const reports = (price: number | null) =>
    within(
      e.p.t.app,
      [e.account],
      (tx) => tx.run`update stay_reservations set reserved_price = ${price}
      where account_id = ${e.account} and id = ${reservationId}`,
    );
  const quoted = async () =>
    (await ask("points/quote", pointUse(number, 500, { reservation_code: "PRICE-3", use_price: 900 }))).body;
  await reports(null);
  expect(await quoted()).toMatchObject({ usable: true, max: 900 });
  await reports(0);
  expect(await quoted()).toMatchObject({ usable: false, max: 0 });
});

it("is paid with points up to the programme's share of it, in the rank's units", async () => {
  const { number } = await member(50_000);
  const share = async (point_share_percent: number) => {
    const { owner: _owner, numbering: _numbering, ...now } = await e.p.call("GET", `/accounts/${e.account}/members`);
    return e.p.call("PUT", `/accounts/${e.account}/members`, { ...now, point_share_percent });
  };
  expect(await share(30)).toMatchObject({ point_share_percent: 30 });
  const half = { use_price: 10_001 };
  expect((await ask("points/quote", pointUse(number, 3_000, half))).body).toMatchObject({ usable: true, max: 3_000 });
  expect(codes((await asked(number, 3_001, half)).body.reasons)).toEqual(["above_payable"]);
  await share(100);
});

it.each([
  ["a booking of 2020", { check_in_date: "2020-05-01" }, "booking_over"],
  ["yesterday's arrival that nobody told", { check_in_date: "2026-11-19" }, "booking_over"],
])("%s takes no points", async (_, more, code) => {
  const { number } = await member(5_000);
  expect(codes((await ask("points/quote", pointUse(number, 100, more))).body.reasons)).toEqual([code]);
  expect(codes((await asked(number, 100, more)).body.reasons)).toEqual([code]);
});

it("what has arrived decides about its days: in house it takes points, over or cancelled it does not", async () => {
  const { id, number } = await member(5_000);
  const days = { checkIn: "2026-11-19", checkOut: "2026-11-21" };
  await booked(id, "INSIDE", days);
  const arrival = { check_in_date: "2026-11-19" };
  expect((await asked(number, 100, { reservation_code: "INSIDE", ...arrival })).status).toBe(200);
  await booked(id, "OVER", { checkIn: "2026-11-10", checkOut: "2026-11-12" });
  expect(codes((await asked(number, 100, { reservation_code: "OVER" })).body.reasons)).toEqual(["booking_over"]);
  const { reservationId } = await booked(id, "OFF");
  await within(
    e.p.t.app,
    [e.account],
    (tx) => tx.run`update stay_reservations set cancel_date = '2026-11-18'
    where account_id = ${e.account} and id = ${reservationId}`,
  );
  expect(codes((await asked(number, 100, { reservation_code: "OFF" })).body.reasons)).toEqual(["booking_cancelled"]);
});
