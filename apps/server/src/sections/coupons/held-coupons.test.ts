import { calendarDate } from "@okaeri/domain/calendar-date";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TEST_NOW } from "../../test/app.ts";
import { couponAction, EVERYBODY, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeStay, within } from "../customers/customers.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { engine, partnerKey } from "../partner/partner.fixture.ts";

// What a guest's page says of coupons that guests hold, after they ended or after two guests became one. Today is 2026-11-20.

let p: Pipeline;
let account: number;
beforeAll(async () => {
  p = await openPipeline();
  account = p.inn.accountId;
});
afterAll(() => p.close());

async function sent(terms: NonNullable<Parameters<typeof couponAction>[0]>): Promise<{ coupon: number }> {
  const segment = { id: null, priority_seq: 1, target: EVERYBODY, actions: [couponAction(terms)] };
  await p.started(promotion({ segments: [segment] }));
  await p.drain();
  const [found] = await p.query<{ id: number }>(sql`select max(id) as id from coupons`);
  return { coupon: found?.id ?? 0 };
}
const guest = async () => (await makeGuests(p.t.app, account, { count: 1, mail: null }))[0] ?? 0;
let codes = 0;
const booked = (customerId: number) =>
  within(p.t.app, [account], async (tx) => {
    const days = { checkIn: "2026-12-04", checkOut: "2026-12-06", usePrice: 30_000, confirmed: false };
    const { reservationId } = await makeStay(tx, account, customerId, { code: `H-${++codes}`, ...days });
    await tx.run`update stay_reservations set reserved_date = '2026-11-10' where account_id = ${account} and id = ${reservationId}`;
    return reservationId;
  });
const post = async (path: string, payload: object) => {
  const answer = await p.staff({ method: "POST", url: `/api/customers/${path}`, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const use = (id: number, coupon_id: number, stay_reservation_id: number) =>
  post(`${id}/use-coupons`, { coupon_id, stay_reservation_id });
const give = (id: number, coupon_id: number) => post(`${id}/acquire-coupons`, { coupon_id, remarks: "お詫び" });
const rows = (id: number, what: "acquire" | "use", more = "") =>
  p.call("GET", `/customers/${id}/${what}-coupons${more}`);

test("what has ended is neither given nor taken back; a use of it is still cancelled", async () => {
  const { coupon } = await sent({ reservation_end_date: "2026-11-20" });
  const [one, other, late] = [await guest(), await guest(), await guest()];
  const given = (await give(one, coupon)).body.acquire_coupon_id;
  await give(other, coupon);
  await use(other, coupon, await booked(other));
  await p.query(sql`update coupons set reservation_end_date = '2026-11-19' where id = ${coupon} returning id`);
  expect((await rows(one, "acquire")).items).toMatchObject([{ state: "ended", page_actions: ["read"] }]);
  const back = await post(`${one}/acquire-coupons/${given}/cancellation`, { remarks: "別のお客様でした" });
  expect([back.status, back.body.message]).toEqual([400, expect.stringContaining("終了したクーポンです")]);
  expect((await give(late, coupon)).body.fields).toEqual({ coupon_id: "終了したクーポンです" });
  const [used] = (await rows(other, "use")).items;
  expect(used.page_actions).toContain("edit");
  expect((await post(`${other}/use-coupons/${used.id}/cancellation`, { remarks: "予約の変更" })).status).toBe(200);
});

test("held twice since a merge: one can be used and one says why not, until the limit of the two together is reached", async () => {
  const { coupon } = await sent({ use_times_limit: 1, acquire_amount_limit: 1_000 });
  const [lives, goes] = [await guest(), await guest()];
  for (const one of [lives, goes]) await give(one, coupon);
  const ctx = { accountId: account, userId: null, ip: null, today: calendarDate("2026-11-20"), now: TEST_NOW };
  await within(p.t.app, [account], (tx) => mergeIds(tx, ctx, lives, goes));
  const states = async () =>
    (await rows(lives, "acquire")).items.map((one: { state: string; page_actions: string[] }) =>
      [one.state, ...one.page_actions].join(" "),
    );
  expect(await states()).toEqual(["doubled read edit", "usable read edit"]);
  expect((await rows(lives, "acquire", "?state=usable")).total).toBe(1);
  const key = await partnerKey(p.t.app, account);
  await p.query(sql`update customers set member_number = 'TWICE' where id = ${lives} returning id`);
  const response = await engine(p.t, key, "customers?member_number=TWICE");
  const reservation = await booked(lives);
  const quote = async () =>
    (
      await p.call(
        "GET",
        `/customers/${lives}/use-coupons/quote?coupon_id=${coupon}&stay_reservation_id=${reservation}`,
      )
    ).applicable;
  expect(
    response.body.coupons.filter((one: { name: string }) => one.name === couponAction().coupon?.name),
  ).toHaveLength(1);
  expect(await quote()).toBe(true);
  expect((await use(lives, coupon, await booked(lives))).status).toBe(200);
  expect(await quote()).toBe(false);
  // The one that was not used itself may still go.
  expect(await states()).toEqual(["used_up read edit", "used_up read"]);
});

test("a coupon is not used for a stay that was over before it was acquired; what cannot be used stands last, with its reason", async () => {
  const { coupon } = await sent({ use_times_limit: null });
  const { coupon: late } = await sent({
    use_times_limit: null,
    reservation_end_date: "2026-12-31",
    use_condition: 90_000,
  });
  const id = await guest();
  for (const one of [late, coupon]) await give(id, one);
  const stay = (checkIn: string, checkOut: string) =>
    within(p.t.app, [account], async (tx) => {
      const days = { checkIn, checkOut, usePrice: 30_000, code: `H-${++codes}` };
      return (await makeStay(tx, account, id, days)).reservationId;
    });
  const january = await stay("2026-01-10", "2026-01-12");
  const refused = await use(id, coupon, january);
  const why = "クーポンを獲得した日(2026年11月20日)より前に終わった宿泊です";
  expect([refused.status, refused.body.fields]).toEqual([400, { coupon_id: why }]);
  const ofToday = await stay("2026-11-19", "2026-11-20");
  const choices = async (reservation: number) =>
    (await p.call("GET", `/customers/${id}/coupons?stay_reservation_id=${reservation}`)).to_use
      .filter((one: { id: number }) => [coupon, late].includes(one.id))
      .map((one: { id: number; reasons: { code: string }[] }) => [one.id, ...one.reasons.map(({ code }) => code)]);
  expect(await choices(ofToday)).toEqual([[coupon], [late, "coupon_below_minimum"]]);
  expect(await choices(january)).toEqual([
    [late, "coupon_acquired_later", "coupon_below_minimum"],
    [coupon, "coupon_acquired_later"],
  ]);
  expect((await use(id, coupon, ofToday)).status).toBe(200);
  const foreign = await p.staff({ method: "GET", url: `/api/customers/${id}/coupons?stay_reservation_id=999999` });
  expect([foreign.statusCode, Object.keys(foreign.json().fields)]).toEqual([400, ["stay_reservation_id"]]);
});
