import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser } from "../../test/app.ts";
import { makeCustomer, makeGrant, makeStay, within } from "../customers/customers.fixture.ts";
import { type Guests, openGuests } from "../customers/guests.fixture.ts";
import { brokenLedgers } from "./broken-ledgers.ts";

// Points used, granted and taken back by staff (product §5, §12), over HTTP. Today is 2026-11-20 in Tokyo.

let g: Guests;
let account: number;
/** May edit the guests of the annex alone. */
let annexClerk: Caller;

beforeAll(async () => {
  g = await openGuests();
  account = g.hotel.accountId;
  annexClerk = await g.t.as(await makeUser(g.t.app, g.annex, "role_user", ["customers/read", "customers/edit"]));
});
afterAll(async () => {
  expect(await inProgramme((tx) => brokenLedgers(tx, account))).toEqual([]);
  await g.t.close();
});

type Tx = Parameters<Parameters<Guests["t"]["app"]["database"]["inScope"]>[1]>[0];
const inProgramme = <T>(work: (tx: Tx) => Promise<T>) => within(g.t.app, [account, g.annex.accountId], work);

/** A guest with these grants, oldest id first: points and last valid day. */
async function guestWith(...grants: [points: number, lastDay: string | null][]): Promise<number> {
  return inProgramme(async (tx) => {
    const id = await makeCustomer(tx, account, { name: "残高 花子" });
    for (const [point, expiresOn] of grants) await makeGrant(tx, account, id, { point, on: "2026-10-01", expiresOn });
    return id;
  });
}

const post = (who: Caller, url: string, payload: object, key?: string) =>
  who({
    method: "POST",
    url: `/api/customers/${url}`,
    payload,
    headers: key === undefined ? {} : { "idempotency-key": key },
  });
const use = (id: number, use_point: unknown, more: object = {}, key?: string) =>
  post(g.staff, `${id}/use-points`, { use_point, remarks: "館内売店", ...more }, key);
const grant = (id: number, grant_point: unknown, more: object = {}, key?: string) =>
  post(g.staff, `${id}/grant-points`, { grant_point, remarks: "お詫び", ...more }, key);
const get = async (path: string, who: Caller = g.staff) =>
  (await who({ method: "GET", url: `/api/customers/${path}` })).json();
const audited = (entity: string, entityId: number) =>
  inProgramme(
    (tx) =>
      tx.all<{ action: string; after: unknown }>`select action, after from audit_logs
      where account_id = ${account} and entity = ${entity} and entity_id = ${entityId} order by id`,
  );

test("a use takes the earliest expiry first, then the lowest grant, and its row says which grants paid it", async () => {
  const id = await guestWith(
    [300, null],
    [200, "2026-12-31"],
    [100, "2026-12-31"],
    [50, "2026-11-20"],
    [999, "2026-11-19"],
  );
  const done = await use(id, 280);
  expect([done.statusCode, done.json()]).toEqual([
    200,
    { use_point_case_id: expect.any(Number), balance: 370, debt: 0 },
  ]);
  const { items } = await get(`${id}/use-points`);
  expect(items).toMatchObject([
    {
      use_point: 280,
      use_date: "2026-11-20",
      remarks: "館内売店",
      facility_name: "別館",
      created_by: "試験 花子",
      balance_after: 370,
    },
  ]);
  expect(items[0].parts.map((part: { use_point: number }) => part.use_point)).toEqual([50, 200, 30]);
  const left = (await get(`${id}/grant-points`)).items.map((one: { remaining: number; used: number }) => [
    one.remaining,
    one.used,
  ]);
  expect(left).toEqual([
    [0, 0],
    [0, 50],
    [70, 30],
    [0, 200],
    [300, 0],
  ]);
  const granted = async (which: string) =>
    (await get(`${id}/grant-points?left=${which}`)).items.map((one: { grant_point: number }) => one.grant_point);
  expect([await granted("left"), await granted("none")]).toEqual([
    [100, 300],
    [999, 50, 200],
  ]);
  expect(await audited("use_point_cases", done.json().use_point_case_id)).toMatchObject([
    { action: "use_points", after: { use_point: 280, customer_id: id, in_account_id: g.annex.accountId } },
  ]);
});

test("B06, B07: amounts that are none are refused by name, more than the balance and one more than all of it too", async () => {
  const id = await guestWith([100, null]);
  for (const wrong of [0, -1, 1.5, 1e21, "10", Number.NaN, 2 ** 31, 2 ** 53, 10_000_001, 101, null, true, [1]]) {
    const answer = await use(id, wrong);
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})], String(wrong)).toEqual([400, ["use_point"]]);
  }
  for (const wrong of [0, 1.5, 1e21, -1e21, "10", Number.NaN, 2 ** 31, 2 ** 53, 10_000_001, -10_000_001, -101]) {
    const answer = await grant(id, wrong);
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})], String(wrong)).toEqual([400, ["grant_point"]]);
  }
  expect((await use(id, 101)).json().fields.use_point).toBe("残高は100ポイントです。それ以下で入力してください");
  expect((await use(id, 100)).json()).toMatchObject({ balance: 0 });
  expect((await use(id, 1)).statusCode).toBe(400);
});

test("the held rank's unit and limits bound a use; without a rank there are none", async () => {
  const id = await guestWith([10_000, null]);
  expect((await use(id, 7)).statusCode).toBe(200);
  await inProgramme(async (tx) => {
    await sql`update ranks set use_point_unit = 100 where account_id = ${account}`.execute(tx.db);
    await sql`update rank_details set min_use_point = 500, max_use_point = 2000 where account_id = ${account}`.execute(
      tx.db,
    );
    await sql`insert into customer_ranks (account_id, customer_id, rank_detail_id, rank_type, since_date, expiration_date)
      values (${account}, ${id}, ${g.id.gold}, 'auto', '2026-01-01', '2026-11-20')`.execute(tx.db);
  });
  const reason = async (points: number) => (await use(id, points)).json().fields?.use_point;
  expect(await reason(550)).toBe("100ポイント単位で入力してください");
  expect(await reason(400)).toBe("このランクでは、1回に500ポイント以上の利用が必要です");
  expect(await reason(2_100)).toBe("このランクでは、1回に2,000ポイントまで利用できます");
  expect(await reason(2_000)).toBeUndefined();
  expect(await get(`${id}/points`)).toMatchObject({
    rank_name: "ゴールド",
    use_point_unit: 100,
    min_use_point: 500,
    max_use_point: 2_000,
  });
  await inProgramme((tx) =>
    sql`update customer_ranks set expiration_date = '2026-11-19' where customer_id = ${id}`.execute(tx.db),
  );
  expect(await reason(1)).toBeUndefined();
});

test("a cancelled use goes back to the same grants; what expired meanwhile stays expired; a debt is paid first", async () => {
  const id = await guestWith([100, "2026-11-20"], [200, null]);
  const { use_point_case_id } = (await use(id, 150)).json();
  await inProgramme((tx) =>
    sql`update point_lots set expires_on = '2026-11-19' where customer_id = ${id} and granted = 100`.execute(tx.db),
  );
  const cancel = (of = use_point_case_id) =>
    post(g.staff, `${id}/use-points/${of}/cancellation`, { remarks: "押し間違い" });
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
  const late = answers.find(({ statusCode }) => statusCode === 400)?.json();
  expect(late.message).toBe("この利用は、すでに取り消されています");
  expect(await get(`${id}/points`)).toMatchObject({
    balance: 200,
    debt: 0,
    granted: 300,
    used: 0,
    expired: 100,
    revoked: 0,
  });
  expect((await get(`${id}/use-points`)).items).toMatchObject([
    { cancel_date: "2026-11-20", cancel_remarks: "押し間違い", page_actions: ["read"] },
  ]);
  expect((await audited("use_point_cases", use_point_case_id)).map(({ action }) => action)).toEqual([
    "use_points",
    "cancel_use_points",
  ]);
  expect((await cancel(999_999)).statusCode).toBe(404);

  const owing = await guestWith();
  const { grant_point_id } = (await grant(owing, 100)).json();
  const spent = (await use(owing, 100)).json().use_point_case_id;
  expect((await grant(owing, -100, { reverses_grant_point_id: grant_point_id })).json()).toMatchObject({
    balance: 0,
    debt: 100,
  });
  expect((await post(g.staff, `${owing}/use-points/${spent}/cancellation`, {})).json()).toMatchObject({
    balance: 0,
    debt: 0,
  });
});

test("grants by hand: with remarks and every kind of expiry, a dead one is refused, debts are paid first", async () => {
  const id = await guestWith();
  expect((await grant(id, 100, { remarks: "" })).json().fields).toHaveProperty("remarks");
  const refused = async (more: object) => Object.keys((await grant(id, 100, more)).json().fields ?? {});
  expect(await refused({ expiration_type: "date" })).toEqual(["expiration_date"]);
  expect(await refused({ expiration_type: "date", expiration_date: "2026-11-19" })).toEqual(["expiration_date"]);
  expect(await refused({ expiration_type: "days_from_grant" })).toEqual(["expiration_days_from_grant"]);
  expect(await refused({ expiration_type: "days_from_last_stay" })).toEqual(["expiration_days_from_last_stay"]);
  expect(await refused({ expiration_type: "soon" })).toEqual(["expiration_type"]);
  expect(await refused({ expiration_days_from_grant: 0, expiration_type: "days_from_grant" })).toEqual([
    "expiration_days_from_grant",
  ]);
  for (const expiry of [
    { expiration_type: "none" },
    { expiration_type: "date", expiration_date: "2026-11-20" },
    { expiration_type: "days_from_grant", expiration_days_from_grant: 10 },
    { expiration_type: "days_from_last_stay", expiration_days_from_last_stay: 30 },
  ])
    expect((await grant(id, 10, expiry)).statusCode).toBe(200);
  const { items } = await get(`${id}/grant-points`);
  expect(items.map((one: { expiration_date: string }) => one.expiration_date)).toEqual([
    "2026-12-20",
    "2026-11-30",
    "2026-11-20",
    null,
  ]);
  expect(items[0]).toMatchObject({
    kind: "granted",
    grant_point: 10,
    remarks: "お詫び",
    created_by: "試験 花子",
    balance_after: 40,
  });
  expect((await get(`${id}/points`)).expiring).toEqual([
    { expires_on: "2026-11-20", remaining: 10 },
    { expires_on: "2026-11-30", remaining: 10 },
    { expires_on: "2026-12-20", remaining: 10 },
    { expires_on: null, remaining: 10 },
  ]);
});

test("deductions take what is there; one grant is taken back in parts, the shortfall is owed and paid by the next grant", async () => {
  const id = await guestWith([100, "2026-12-31"], [100, null]);
  expect((await grant(id, -150)).json()).toMatchObject({ balance: 50, debt: 0 });
  expect((await grant(id, -51)).json().fields.grant_point).toMatch("50");
  expect(
    (await grant(id, -10, { expiration_type: "date", expiration_date: "2027-01-01" })).json().fields,
  ).toHaveProperty("expiration_type");
  const { grant_point_id } = (await grant(id, 300)).json();
  const back = (points: number) => grant(id, -points, { reverses_grant_point_id: grant_point_id });
  expect((await use(id, 340)).json()).toMatchObject({ balance: 10 });
  expect((await back(100)).json()).toMatchObject({ balance: 0, debt: 90 });
  expect((await back(201)).json().fields.grant_point).toMatch("200");
  expect(await get(`${id}/points`)).toMatchObject({
    balance: 0,
    debt: 90,
    granted: 500,
    revoked: 250,
    used: 340,
    expired: 0,
  });
  expect((await grant(id, 100)).json()).toMatchObject({ balance: 10, debt: 0 });
  const reversal = (await get(`${id}/grant-points?kind=reversed`)).items;
  expect(reversal).toMatchObject([
    {
      grant_point: -100,
      remaining: null,
      balance_after: -90,
      reverses_grant_point_id: grant_point_id,
      reverses_grant_date: "2026-11-20",
      reverses_grant_point: 300,
    },
  ]);
  expect((await grant(id, -1, { reverses_grant_point_id: reversal[0].id })).json().fields).toHaveProperty(
    "reverses_grant_point_id",
  );
  expect((await grant(id, 1, { reverses_grant_point_id: grant_point_id })).json().fields).toHaveProperty(
    "reverses_grant_point_id",
  );
});

test("facility and reservation: of this guest, in reach, and fitting each other", async () => {
  const { taro = 0, hanako = 0 } = g.id;
  const { reservations, facilities } = await get(`${taro}/points`);
  expect(reservations.map((one: { original_reservation_code: string }) => one.original_reservation_code)).toEqual([
    "RSV-00002",
    "RSV-00001",
  ]);
  // Another test opens a third house.
  const names = facilities.map((one: { name: string }) => one.name).filter((name: string) => name !== "離れ");
  expect(names).toEqual(["本館", "別館"]);
  const stay_reservation_id = reservations[0].id;
  expect((await use(taro, 500, { stay_reservation_id })).statusCode).toBe(200);
  expect((await get(`${taro}/use-points`)).items[0]).toMatchObject({
    original_reservation_code: "RSV-00002",
    facility_name: "本館",
  });
  const wrong = async (id: number, more: object) => Object.keys((await use(id, 1, more)).json().fields ?? {});
  expect(await wrong(taro, { stay_reservation_id, facility_account_id: g.annex.accountId })).toEqual([
    "facility_account_id",
  ]);
  expect(await wrong(hanako, { stay_reservation_id })).toEqual(["stay_reservation_id"]);
  expect(await wrong(taro, { facility_account_id: 999_999 })).toEqual(["facility_account_id"]);
});

test("what is booked begins where the guest stays, else where the person works or the guest comes next; headquarters come last", async () => {
  const id = await guestWith([100, null]);
  const { accountId: third } = await makeAccount(g.t.app, { name: "離れ", above: g.hotel, option: null });
  const staff = await g.t.as(await makeUser(g.t.app, g.hotel, "role_admin", ["*"]));
  const firstOf = async (chosen: number) =>
    (await get(`${id}/points?account_id=${chosen}`, staff)).facilities.map((one: { id: number }) => one.id);
  expect(await firstOf(account)).toEqual([g.annex.accountId, third, account]);
  const stay = (facilityId: number, checkIn: string, checkOut: string) =>
    inProgramme((tx) =>
      makeStay(tx, account, id, {
        code: `B-${checkIn}`,
        facilityId,
        checkIn,
        checkOut,
        usePrice: 9_000,
        confirmed: false,
      }),
    );
  await stay(third, "2026-12-24", "2026-12-25");
  expect((await firstOf(account))[0]).toBe(third);
  expect((await firstOf(third))[0]).toBe(third);
  await stay(g.annex.accountId, "2026-11-19", "2026-11-21");
  expect((await firstOf(account))[0]).toBe(g.annex.accountId);
  const { today, reservations } = await get(`${id}/points`);
  expect([today, reservations.map((one: { payable: number }) => one.payable)]).toEqual(["2026-11-20", [9_000, 9_000]]);
});

test("rights: customers/edit, only guests and bookings of one's own facility", async () => {
  const { taro = 0, hanako = 0 } = g.id;
  expect((await post(g.clerk, `${hanako}/use-points`, { use_point: 1 })).statusCode, "crm_option").not.toBe(403);
  const reader = await g.t.as(await makeUser(g.t.app, g.annex, "role_user", ["customers/read"]));
  for (const path of ["use-points", "grant-points", "use-points/1/cancellation"])
    expect(
      (await post(reader, `${hanako}/${path}`, { use_point: 1, grant_point: 1, remarks: "x" })).statusCode,
      path,
    ).toBe(403);
  expect((await post(annexClerk, `${taro}/use-points`, { use_point: 1 })).statusCode, "not seen at the annex").toBe(
    404,
  );
  const given = (await post(annexClerk, `${hanako}/grant-points`, { grant_point: 50, remarks: "歓迎" })).json();
  expect(given).toMatchObject({ balance: 50 });
  const elsewhere = { use_point: 1, facility_account_id: account };
  expect((await post(annexClerk, `${hanako}/use-points`, elsewhere)).json().fields).toHaveProperty(
    "facility_account_id",
  );
  const { use_point_case_id } = (await use(hanako, 10, { facility_account_id: account })).json();
  expect((await post(annexClerk, `${hanako}/use-points/${use_point_case_id}/cancellation`, {})).statusCode).toBe(403);
  expect((await get(`${hanako}/use-points`, annexClerk)).items[0].page_actions).toEqual(["read"]);
  expect((await get(`${hanako}/points`, reader)).page_actions).toEqual(["read"]);
});

test("B11: the same Idempotency-Key does a thing once, with another body it is refused, and it is one person's own", async () => {
  const id = await guestWith([100, null]);
  const same = await Promise.all([use(id, 60, {}, "K-1"), use(id, 60, {}, "K-1"), use(id, 60, {}, "K-1")]);
  expect(new Set(same.map(({ body }) => body)).size).toBe(1);
  expect(same[0]?.json()).toMatchObject({ balance: 40 });
  const booked = await inProgramme(
    (tx) =>
      tx.all<{
        own: boolean;
      }>`select idempotency_key like 'staff:%' as own from use_point_cases where customer_id = ${id}`,
  );
  expect(booked, "one use, under a key that the ledger made").toEqual([{ own: true }]);
  expect((await use(id, 61, {}, "K-1")).statusCode).toBe(422);
  expect((await grant(id, 60, {}, "K-1")).statusCode).toBe(422);
  const refused = await use(id, 1_000, {}, "K-2");
  expect(refused.statusCode, "a refusal did nothing and is not kept").toBe(400);
  expect((await use(id, 40, {}, "K-2")).json()).toMatchObject({ balance: 0 });
  const other = await g.t.as(await makeUser(g.t.app, g.hotel, "role_admin", ["*"]));
  expect((await post(other, `${id}/grant-points`, { grant_point: 5, remarks: "x" }, "K-1")).json()).toMatchObject({
    balance: 5,
  });
  expect((await use(id, 1, {}, "ん")).json().fields).toHaveProperty("Idempotency-Key");
});
