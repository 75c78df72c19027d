import type { CampaignEdit } from "@okaeri/contract/campaigns/document";
import { addDays, type CalendarDate, calendarDate, fromEpochDay, toEpochDay } from "@okaeri/domain/calendar-date";
import { lastCouponDay as lastDayRule } from "@okaeri/domain/coupons/valid-until";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { couponAction, EVERYBODY, mailAction, makeGuests, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeStay, within } from "../customers/customers.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { undoMerge } from "../merges/undo-merge.ts";
import { engine, partnerKey } from "../partner/partner.fixture.ts";
import { lastCouponDaySql, lockCoupon } from "./coupons.read.ts";
import { giveCoupon } from "./give-coupon.ts";

// Coupons whose last night is counted from the day on which a guest gets them, and the occasions for which they are given. It is
// 20 November 2026 at first, close to midnight in Tokyo, while it is the 19th in London.

const FIRST = new Date("2026-11-19T15:05:00Z");
let now = FIRST;
let p: Pipeline;
let account: number;
beforeAll(async () => {
  p = await openPipeline({ clock: { now: () => now } });
  account = p.inn.accountId;
});
afterAll(() => p.close());
beforeEach(() => {
  now = FIRST;
});

type Terms = NonNullable<Parameters<typeof couponAction>[0]>;
const later = (days: number) => {
  now = new Date(FIRST.getTime() + days * 86_400_000);
};
const today = () => addDays(calendarDate("2026-11-20"), Math.round((now.getTime() - FIRST.getTime()) / 86_400_000));
const offer = (actions: CampaignEdit["segments"][number]["actions"]) =>
  promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, benefits_to_reached: false, actions }] });
async function sent(
  terms: Terms,
  more: Parameters<typeof offer>[0] = [],
): Promise<{ campaign: number; coupon: number }> {
  const campaign = await p.started(offer([couponAction({ use_times_limit: null, ...terms }), ...more]));
  await p.drain();
  const [found] = await p.query<{ id: number }>(sql`select max(id) as id from coupons`);
  return { campaign, coupon: found?.id ?? 0 };
}
let numbers = 0;
async function guest(mail: string | null = null): Promise<{ id: number; number: string }> {
  const [id = 0] = await makeGuests(p.t.app, account, { count: 1, mail });
  const number = `E-${++numbers}`;
  await p.query(sql`update customers set member_number = ${number} where id = ${id} returning id`);
  return { id, number };
}
const booked = (customerId: number, checkIn: string, checkOut: string) =>
  within(p.t.app, [account], async (tx) => {
    const stay = { code: `E-${++numbers}`, checkIn, checkOut, usePrice: 30_000, confirmed: false };
    return (await makeStay(tx, account, customerId, stay)).reservationId;
  });
const asked = async (method: "POST" | "PUT", url: string, payload: object) => {
  const answer = await (await p.t.as(await administrator()))({ method, url: `/api${url}`, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const administrator = async () => {
  const [found] = await p.query<{ id: number }>(
    sql`select user_id as id from account_users where account_id = ${account} order by user_id limit 1`,
  );
  return found?.id ?? 0;
};
const give = async (id: number, coupon_id: number) =>
  (await asked("POST", `/customers/${id}/acquire-coupons`, { coupon_id, remarks: "お詫び" })).body;
const acquired = async (id: number): Promise<{ id: number; state: string; stay_end_date: string | null }[]> =>
  (await p.call("GET", `/customers/${id}/acquire-coupons`)).items;
const ends = async (id: number) => (await acquired(id)).map((one) => [one.state, one.stay_end_date]);
const quote = (id: number, coupon: number, reservation: number) =>
  p.call("GET", `/customers/${id}/use-coupons/quote?coupon_id=${coupon}&stay_reservation_id=${reservation}`);
const use = (id: number, coupon_id: number, stay_reservation_id: number) =>
  asked("POST", `/customers/${id}/use-coupons`, { coupon_id, stay_reservation_id });
/** As a trigger gives it, for a stay or a year. */
const giveFor = (customerId: number, couponId: number, occasion: string) =>
  within(p.t.app, [account], async (tx) => {
    const coupon = await lockCoupon(tx, account, couponId);
    if (!coupon) throw new Error("no coupon");
    const receiver = { customerId, pushActionId: null, key: `t${++numbers}`, occasion };
    const ctx = { accountId: account, today: today(), userId: null };
    return (await giveCoupon(tx, ctx, coupon, { couponId, remarks: "" }, [receiver]))[0]?.result;
  });
const merging = () => ({ accountId: account, userId: null, ip: null, today: today(), now });

test("the last night is the guest's own: in the mail, on the page, in the file, for engines, for the desk and for targets", async () => {
  // Mails wait until the morning.
  now = new Date("2026-11-20T03:00:00Z");
  const { id, number } = await guest("ends");
  const mail = mailAction({ body: "{{ coupon_name }}は{{ coupon_until }}まで。" });
  const { coupon } = await sent({ name: "六十日", valid_days_from_acquire: 60, stay_end_date: "2027-03-31" }, [mail]);
  expect((await p.sink.parsed("ends1@example.jp")).text).toContain("六十日は2027年01月19日まで。");
  expect(await ends(id)).toEqual([["usable", "2027-01-19"]]);
  const file = await (await p.t.as(await administrator()))({
    method: "GET",
    url: `/api/customers/${id}/acquire-coupons.csv`,
  });
  expect(file.body).toContain("2027年01月19日");
  const key = await partnerKey(p.t.app, account);
  const engineCoupons = async () => (await engine(p.t, key, `customers?member_number=${number}`)).body.coupons;
  expect(await engineCoupons()).toMatchObject([{ name: "六十日", stay_end_date: "2027-01-19" }]);
  const [inTime, late] = [await booked(id, "2027-01-18", "2027-01-20"), await booked(id, "2027-01-19", "2027-01-21")];
  const why = "このお客様のクーポンは、2027年01月19日の宿泊までです";
  expect(await quote(id, coupon, late)).toMatchObject({ applicable: false, reasons: [{ message: why }] });
  expect((await quote(id, coupon, inTime)).grounds).toContainEqual({
    code: "fits_valid_until",
    message: expect.stringContaining("2027年01月19日の宿泊まで"),
  });
  expect((await use(id, coupon, late)).body.fields).toEqual({ coupon_id: why });
  later(60);
  expect(await engineCoupons()).toHaveLength(1);
  later(61);
  expect(await engineCoupons()).toEqual([]);
  expect(await ends(id)).toEqual([["ended", "2027-01-19"]]);
  // A mail that tells of a coupon does not go to who has none that can be used.
  const reminder = await p.started(offer([mailAction({ body: "{{ coupon_name }}" })]));
  await p.drain();
  expect(await p.outcomes(reminder)).toMatchObject({
    "ends1@example.jp": ["skipped", "いま使えるクーポンがないため、送りませんでした"],
  });
});

test("what a guest has keeps what was promised when the terms change; who gets it from then on has the new ones", async () => {
  const [first, second] = [await guest(), await guest()];
  const { campaign, coupon } = await sent({ valid_months_from_acquire: 1 });
  const detail = await p.detail(campaign);
  const { id: segment, actions } = detail.segments[0];
  const terms = { ...actions[0].coupon, valid_days_from_acquire: 3, valid_months_from_acquire: null };
  const changed = offer([{ ...actions[0], coupon: terms }]);
  const payload = { ...changed, version: detail.version, segments: [{ ...changed.segments[0], id: segment }] };
  expect((await asked("PUT", `/campaigns/${campaign}`, payload)).body.fields).toBeUndefined();
  const third = await guest();
  await give(third.id, coupon);
  expect(await ends(first.id)).toEqual([["usable", "2026-12-31"]]);
  expect(await ends(third.id)).toEqual([["usable", "2026-11-23"]]);
  // Taken back and given again: from the day on which it is given again.
  later(2);
  const [had] = await acquired(second.id);
  await asked("POST", `/customers/${second.id}/acquire-coupons/${had?.id}/cancellation`, { remarks: "間違い" });
  await give(second.id, coupon);
  expect(await ends(second.id)).toEqual([
    ["usable", "2026-11-25"],
    ["revoked", "2026-12-31"],
  ]);
  // What is over for one guest is not taken back, while another's still can be.
  later(5);
  const [over] = await acquired(third.id);
  const back = await asked("POST", `/customers/${third.id}/acquire-coupons/${over?.id}/cancellation`, { remarks: "x" });
  expect([back.status, back.body.message]).toEqual([400, expect.stringContaining("終了したクーポンです")]);
});

test("once for each occasion: uses are counted for each, and what is over first pays first", async () => {
  const { id } = await guest();
  const { coupon } = await sent({ use_times_limit: 1, use_quantity_limit: null, valid_days_from_acquire: 30 });
  expect(await giveFor(id, coupon, "stay 1")).toBe("given");
  later(1);
  expect(await giveFor(id, coupon, "stay 1")).toBe("held");
  expect(await giveFor(id, coupon, "stay 2")).toBe("given");
  expect(await ends(id)).toEqual([
    ["usable", "2026-12-21"],
    ["usable", "2026-12-20"],
    ["usable", "2026-12-20"],
  ]);
  const nights = [await booked(id, "2026-12-20", "2026-12-21"), await booked(id, "2026-12-21", "2026-12-22")];
  const [early = 0, last = 0] = nights;
  expect((await use(id, coupon, last)).status).toBe(200);
  const states = async () => (await acquired(id)).map((one) => one.state);
  expect(await states()).toEqual(["used_up", "usable", "usable"]);
  expect((await use(id, coupon, last)).body.fields.coupon_id).toBeDefined();
  expect((await use(id, coupon, early)).status).toBe(200);
  expect((await use(id, coupon, early)).status).toBe(200);
  expect((await use(id, coupon, early)).body.fields).toEqual({ coupon_id: "お1人様1回までのクーポンです" });
  expect(await states()).toEqual(["used_up", "used_up", "used_up"]);
  const twice =
    p.query(sql`insert into acquire_coupons (account_id, customer_id, coupon_id, acquire_date, occasion, idempotency_key)
    values (${account}, ${id}, ${coupon}, '2026-11-20', 'stay 2', 'twice') returning id`);
  await expect(twice).rejects.toThrow("acquire_coupons_once");
});

test("two who have it for one occasion and become one: what lasts longer counts, and parted again each has the own", async () => {
  const { coupon } = await sent({ name: "統合", use_times_limit: 1, valid_days_from_acquire: 10 });
  const [lives, goes] = [await guest(), await guest()];
  await give(goes.id, coupon);
  later(3);
  await give(lives.id, coupon);
  const merge = await within(p.t.app, [account], (tx) => mergeIds(tx, merging(), goes.id, lives.id));
  expect(await ends(goes.id)).toEqual([
    ["usable", "2026-12-03"],
    ["doubled", "2026-11-30"],
  ]);
  const key = await partnerKey(p.t.app, account);
  const engineCoupons = async () =>
    (await engine(p.t, key, `customers?member_number=${goes.number}`)).body.coupons
      .filter((one: { name: string }) => one.name === "統合")
      .map((one: { stay_end_date: string }) => one.stay_end_date);
  expect(await engineCoupons()).toEqual(["2026-12-03"]);
  later(11);
  expect(await engineCoupons()).toEqual(["2026-12-03"]);
  expect(await ends(goes.id)).toEqual([
    ["usable", "2026-12-03"],
    ["ended", "2026-11-30"],
  ]);
  now = FIRST;
  later(3);
  await within(p.t.app, [account], (tx) => undoMerge(tx, merging(), merge));
  expect([await ends(goes.id), await ends(lives.id)]).toEqual([[["usable", "2026-11-30"]], [["usable", "2026-12-03"]]]);
});

test.each<[string, Terms, string, string]>([
  ["no days", { valid_days_from_acquire: 0 }, "valid_days_from_acquire", "1"],
  ["days beyond all", { valid_days_from_acquire: 1e9 }, "valid_days_from_acquire", "3650"],
  ["half a month", { valid_months_from_acquire: 0.5 }, "valid_months_from_acquire", ""],
  ["months beyond all", { valid_months_from_acquire: 121 }, "valid_months_from_acquire", "120"],
  ["both", { valid_days_from_acquire: 9, valid_months_from_acquire: 0 }, "valid_months_from_acquire", "どちらか一方"],
  [
    "a code for all",
    { type: "code", code: "ALL-1", valid_days_from_acquire: 9 },
    "valid_days_from_acquire",
    "全員共通",
  ],
])("%s is refused at its field", async (_name, terms, field, words) => {
  const { status, body } = await asked("POST", "/campaigns", offer([couponAction(terms)]));
  const at = `segments.0.actions.0.coupon.${field}`;
  expect([status, body.fields]).toEqual([400, { [at]: expect.stringContaining(words) }]);
});

test("what ends before it can be used is saved as a draft and not sent; by hand it is not given either", async () => {
  const { id } = await p.call(
    "POST",
    "/campaigns",
    offer([couponAction({ valid_months_from_acquire: 0, stay_start_date: "2026-12-01" })]),
  );
  const { version } = await p.detail(id);
  const answer = await asked("POST", `/campaigns/${id}/activate`, { version });
  const why = "ほかの条件と合わせると、利用できる宿泊日が1日もありません";
  expect([answer.status, answer.body.fields]).toEqual([
    400,
    { "segments.0.actions.0.coupon.valid_months_from_acquire": why },
  ]);
  const { coupon } = await sent({ valid_days_from_acquire: 20, stay_start_date: "2026-12-01" });
  await p.query(sql`update coupons set valid_days_from_acquire = 10 where id = ${coupon} returning id`);
  expect((await give((await guest()).id, coupon)).fields).toEqual({ coupon_id: why });
});

test("the last day in SQL is the rule's", async () => {
  const day = fc.option(
    fc
      .integer({ min: toEpochDay(calendarDate("2026-01-01")), max: toEpochDay(calendarDate("2032-12-31")) })
      .map(fromEpochDay),
    { nil: null },
  );
  const cases = fc.sample(fc.record({ book: day, stay: day, until: day }), 300);
  const of = (field: keyof (typeof cases)[number]) => cases.map((one) => one[field]);
  const found = await p.query<{ last: CalendarDate | null }>(sql`select ${lastCouponDaySql(sql`held`)} as last
    from unnest(${of("book")}::date[], ${of("stay")}::date[], ${of("until")}::date[]) with ordinality
      as x (reservation_end_date, stay_end_date, valid_until, seat)
    cross join lateral (select x.reservation_end_date, x.stay_end_date) coupon
    cross join lateral (select x.valid_until) held
    order by x.seat`);
  expect(found.map(({ last }) => last)).toEqual(
    cases.map(({ book, stay, until }) => lastDayRule({ reservation_end_date: book, stay_end_date: stay }, until)),
  );
});
