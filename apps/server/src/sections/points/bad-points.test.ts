import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser } from "../../test/app.ts";
import { couponAction, EVERYBODY, handlersFor, pointAction, promotion } from "../campaigns/campaigns.fixture.ts";
import { makeCustomer, makeGrant, within } from "../customers/customers.fixture.ts";
import { type Guests, openGuests } from "../customers/guests.fixture.ts";
import { booking, fed, feedKey } from "../feeds/feeds.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";

// Bad input that by-hand.test.ts and partner/bad-input.test.ts leave: over HTTP, and the ledger adds up after it. Today is 2026-11-20.

let g: Guests;
let account: number;
beforeAll(async () => {
  g = await openGuests();
  account = g.hotel.accountId;
});
afterAll(async () => {
  expect(await within(g.t.app, [account, g.annex.accountId], (tx) => brokenLedgers(tx, account))).toEqual([]);
  await g.t.close();
});

type Method = "GET" | "POST" | "PUT" | "DELETE";
const ask = async (method: Method, url: string, payload?: object, { who = g.staff, key = "" } = {}) => {
  const headers = key === "" ? {} : { "idempotency-key": key };
  const answer = await who({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });
  return { status: answer.statusCode, body: answer.body === "" ? {} : answer.json() };
};
const guestWith = (accountId: number, point: number, accounts = [account, g.annex.accountId]) =>
  within(g.t.app, accounts, async (tx) => {
    const id = await makeCustomer(tx, accountId, { name: "境目 花子" });
    await makeGrant(tx, accountId, id, { point, on: "2026-11-01" });
    return id;
  });

test("B07: of fifty who use the whole balance at once one wins; the others are refused by name", async () => {
  const id = await guestWith(account, 500);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ask("POST", `/customers/${id}/use-points`, { use_point: 500 })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const lost = answers.filter(({ status }) => status !== 200);
  expect(new Set(lost.map(({ status, body }) => `${status} ${Object.keys(body.fields)}`))).toEqual(
    new Set(["400 use_point"]),
  );
  expect((await ask("GET", `/customers/${id}/points`)).body).toMatchObject({ balance: 0, debt: 0, used: 500 });
});

test("B08: of ten who deduct the whole balance at once one wins, and what a deduction took is not taken back", async () => {
  const id = await guestWith(account, 300);
  const deduct = { grant_point: -300, remarks: "誤り" };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => ask("POST", `/customers/${id}/grant-points`, deduct)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  const [entry] = (await ask("GET", `/customers/${id}/grant-points?kind=deducted`)).body.items;
  for (const grant_point of [-1, 300]) {
    const back = { grant_point, remarks: "戻す", reverses_grant_point_id: entry.id };
    const { status, body } = await ask("POST", `/customers/${id}/grant-points`, back);
    expect([status, Object.keys(body.fields)]).toEqual([400, ["reverses_grant_point_id"]]);
  }
});

test("B11: the same Idempotency-Key of another client is another act", async () => {
  const other = await makeAccount(g.t.app, { name: "となりの宿" });
  const clerk: Caller = await g.t.as(await makeUser(g.t.app, other, "role_admin", ["*"]));
  const theirs = await guestWith(other.accountId, 100, [other.accountId]);
  const ours = await guestWith(account, 100);
  const use = (id: number, who: Caller) =>
    ask("POST", `/customers/${id}/use-points`, { use_point: 60 }, { who, key: "K-same" });
  const answers = [await use(ours, g.staff), await use(theirs, clerk), await use(ours, g.staff)];
  expect(answers.map(({ status, body }) => [status, body.balance])).toEqual([
    [200, 40],
    [200, 40],
    [200, 40],
  ]);
  expect(answers[1]?.body.use_point_case_id).not.toBe(answers[0]?.body.use_point_case_id);
});

type Point = NonNullable<ReturnType<typeof pointAction>["point"]>;
const basic = (point: Partial<Point>, more: object = {}) => {
  const action = pointAction();
  const actions = [{ ...action, point: { ...(action.point as Point), ...point } }];
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions }];
  return { ...promotion({ type: "basic", segments }), ...more };
};
/** What saving and switching on refuse, by field. */
async function refused(document: object): Promise<string[]> {
  const saved = await ask("POST", "/campaigns", document);
  if (saved.status !== 200) return [saved.status, ...Object.keys(saved.body.fields ?? {})].map(String);
  const { status, body } = await ask("POST", `/campaigns/${saved.body.id}/activate`, { version: 1 });
  return [status, ...Object.keys(body.fields ?? {})].map(String);
}

describe("B12: a rule of points that cannot be is refused with its field", () => {
  const rate = { grant_type: "rate", grant_absolute: null } as const;
  test.each<[string, Partial<Point>]>([
    ["grant_rate", { ...rate, grant_rate: 101 }],
    ["grant_rate", { ...rate, grant_rate: 0 }],
    ["grant_rate", { ...rate, grant_rate: 1.2345 }],
    ["grant_rate", { ...rate, grant_rate: null }],
    ["grant_absolute", { grant_absolute: 0 }],
    ["grant_absolute", { grant_absolute: 10_000_001 }],
    ["grant_absolute", { grant_absolute: null }],
    ["grant_condition", { grant_condition: -1 }],
    ["expiration_days_from_grant", { expiration_days_from_grant: 0 }],
    ["expiration_days_from_grant", { expiration_days_from_grant: 36_501 }],
    ["expiration_date", { expiration_type: "date", expiration_days_from_grant: null, expiration_date: null }],
  ])("%s %j", async (field, point) => {
    expect(await refused(basic(point))).toEqual(["400", `segments.0.actions.0.point.${field}`]);
  });
  test("a campaign that ends before it starts", async () => {
    const days = { campaign_start_dt: "2026-12-02", campaign_end_dt: "2026-12-01" };
    expect(await refused(basic({}, days))).toEqual(["400", "campaign_end_dt"]);
  });
});

test("B12: a rate of four decimals is refused and not rounded, of points and of coupons, in both languages", async () => {
  const coupon = couponAction({
    discount_type: "rate",
    rate_type: "action",
    absolute_type: null,
    discount_rate: 1.2345,
  });
  const segments = [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [coupon] }];
  const points = basic({ grant_type: "rate", grant_absolute: null, grant_rate: 1.2345 });
  for (const [document, field] of [
    [points, "point.grant_rate"],
    [promotion({ segments }), "coupon.discount_rate"],
  ] as const)
    for (const [language, words] of [
      ["ja", "小数点以下は3桁までで入力してください"],
      ["en", "Enter at most 3 decimals"],
    ] as const) {
      const headers = { "x-okaeri-language": language };
      const answer = await g.staff({ method: "POST", url: "/api/campaigns", headers, payload: document });
      expect([answer.statusCode, answer.json().fields]).toEqual([400, { [`segments.0.actions.0.${field}`]: words }]);
    }
});

test("B19: a campaign whose points guests hold is not deleted; its rows go on naming it", async () => {
  const { id } = (await ask("POST", "/campaigns", basic({ grant_absolute: 70 }))).body;
  await ask("POST", `/campaigns/${id}/activate`, { version: 1 });
  await g.t.app.jobs.drain(handlersFor(g.t.app));
  const key = await feedKey(g.t.app, { accountId: account, facilityId: account });
  const days = { check_in_date: "2026-11-19", check_out_date: "2026-11-20", state: "stayed", use_price: 5_000 };
  await fed(g.t, account, key, "/feeds/plain/reservations", [
    booking("B19-1", { ...days, email: "taro_100%@example.jp", guest_name: "山田 太郎" }),
  ]);
  const granted = async () =>
    (await ask("GET", `/customers/${g.id.taro}/grant-points`)).body.items.filter(
      (one: { campaign_id: number }) => one.campaign_id === id,
    );
  const before = await granted();
  expect(before).toMatchObject([{ grant_point: 70, campaign_name: "秋のご案内" }]);
  for (const act of [async () => undefined, () => ask("POST", `/campaigns/${id}/stop`, {})]) {
    await act();
    expect((await ask("DELETE", `/campaigns/${id}`)).status).toBe(400);
  }
  expect(await granted()).toEqual(before);
});
