import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Caller, type Facility, makeAccount, makeUser, TEST_NOW, type TestApp, testApp } from "../../test/app.ts";
import { makeCustomer, makeStay, within } from "../customers/customers.fixture.ts";
import { booking, fed, feedKey } from "../feeds/feeds.fixture.ts";
import { brokenLedgers } from "../points/broken-ledgers.ts";
import { makeBasicCampaign } from "../stays/stays.fixture.ts";

let now = TEST_NOW;
let t: TestApp;
let inn: Facility;
let accountId: number;
let key: string;
let staff: Caller;
let reader: Caller;
beforeAll(async () => {
  t = await testApp({ clock: { now: () => now } });
});
afterAll(() => t.close());

// Each test adds to a house of its own what its stays earn.
let inns = 0;
beforeEach(async () => {
  now = TEST_NOW;
  inn = await makeAccount(t.app, { name: `湯の宿${++inns}` });
  accountId = inn.accountId;
  key = await feedKey(t.app, { accountId, facilityId: accountId }, "dynalution");
  staff = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  reader = await t.as(await makeUser(t.app, inn, "role_user", ["customers/read"]));
  await t.app.database.inScope({ accountIds: [accountId] }, (tx) =>
    makeBasicCampaign(tx, {
      accountId,
      rule: { grant_type: "rate", grant_rate: 10, expiration_type: "days_from_last_stay", days: 365 },
    }),
  );
});

const read = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  t.app.database.inScope({ accountIds: [accountId] }, async (tx) => (await statement.execute(tx.db)).rows);

it("shows a reservation with all that a feed said and the stay caused; excluded it earns nothing, and back exactly what it had", async () => {
  const row = booking("D-1", {
    email: "hanako@example.jp",
    state: "stayed",
    use_price: 32_000,
    reserved_payment_price: 5_000,
    reservation_system_virtual: "ねっぱん",
    reservation_system_code: "JLN",
    reservation_system_name: "じゃらん",
    is_online_check_in: true,
    use_price_detail: [{ name: "宿泊料", price: 32_000 }],
    rooms: [{ room_code: "301", adult_count: 2 }, { room_code: "302" }],
    companions: [{ guest_name: "山田 太郎" }],
    tel: "03-1234-5678",
  });
  // A later stay rolls the expiry of the first one's points.
  const later = booking("D-2", {
    email: "hanako@example.jp",
    state: "stayed",
    use_price: 1_000,
    check_in_date: "2026-11-10",
    check_out_date: "2026-11-12",
  });
  await fed(t, accountId, key, "/feeds/dynalution/reservations", [row, later]);
  const [at] = await read(sql<{ id: number; customer_id: number }>`select id, customer_id from stay_reservations
    where original_reservation_code = 'D-1'`);
  const url = `/api/customers/${at?.customer_id}/reservations/${at?.id}`;
  const shown = async () => (await staff({ method: "GET", url })).json();
  const before = await shown();
  expect(before).toMatchObject({
    original_reservation_code: "D-1",
    reservation_system: "DYN_DI",
    code_space: "dynalution",
    reservation_system_virtual: "ねっぱん",
    reservation_system_code: "JLN",
    reservation_system_name: "じゃらん",
    reserved_payment_price: 5_000,
    reserved_min_room_count: 2,
    tel: "+81312345678",
    state: "checked_out",
    grant_status: "granted",
    // Sunday to Tuesday.
    check_in_day: 0,
    check_out_day: 2,
    stay_days: 2,
    rooms: [
      { seq: 1, room_code: "301", adult_count: 2 },
      { seq: 2, room_code: "302" },
    ],
    guests: [
      { guest_type: "representative", name: "山田 花子" },
      { guest_type: "companion", name: "山田 太郎", customer_id: null },
    ],
    stay: {
      check_in_day: 0,
      check_out_day: 2,
      stay_days: 2,
      use_price: 32_000,
      is_online_check_in: true,
      use_price_detail: [{ name: "宿泊料", price: 32_000 }],
    },
    points: [{ grant_point: 3_200, grant_date: "2026-11-03", expiration_date: "2027-11-03", expires_on: "2027-11-12" }],
  });

  const exclude = async (caller: Caller, excluded: boolean, version: number) => {
    const answer = await caller({ method: "PUT", url: `${url}/exclusion`, payload: { excluded, version } });
    return { status: answer.statusCode, ...answer.json() };
  };
  expect((await exclude(reader, true, before.version)).status).toBe(403);
  const out = await exclude(staff, true, before.version);
  expect(out).toMatchObject({ grant_status: "excluded", points: [{ grant_point: 3_200 }, { grant_point: -3_200 }] });
  expect((await exclude(staff, false, before.version)).status).toBe(412);
  // A correction by the source leaves it out.
  await fed(t, accountId, key, "/feeds/dynalution/reservations", [{ ...row, use_price: 33_000 }]);
  expect(await shown()).toMatchObject({ grant_status: "excluded", stay: { use_price: 33_000 } });
  await fed(t, accountId, key, "/feeds/dynalution/reservations", [row]);
  const back = await exclude(staff, false, (await shown()).version);
  expect(back).toMatchObject({ grant_status: "granted" });
  expect(back.points.at(-1)).toMatchObject({
    ...before.points[0],
    id: expect.any(Number),
    booked_at: expect.any(String),
  });
  // Idempotent: requested again, nothing happens.
  expect(await exclude(staff, false, back.version)).toMatchObject({ version: back.version, points: back.points });
  const balances = await read(sql<{
    balance: number;
    stay_count: number;
  }>`select point_account.balance, total.stay_count from point_accounts point_account
    join customer_totals total on total.customer_id = point_account.customer_id`);
  expect(balances).toEqual([{ balance: 3_300, stay_count: 2 }]);
  expect(await t.app.database.inScope({ accountIds: [accountId] }, (tx) => brokenLedgers(tx, accountId))).toEqual([]);
  expect(
    await read(
      sql`select after ->> 'grant_status' as status from audit_logs where entity = 'stay_reservations' order by id`,
    ),
  ).toEqual([{ status: "excluded" }, { status: "granted" }]);
});

it("a reservation of another guest or client is not there", async () => {
  await fed(t, accountId, key, "/feeds/dynalution/reservations", [booking("G-1", { email: "hanako@example.jp" })]);
  const [at] = await read(
    sql<{ id: number; customer_id: number }>`select id, customer_id from stay_reservations limit 1`,
  );
  const other = await makeAccount(t.app, { name: "別の宿" });
  const foreign = await t.as(await makeUser(t.app, other, "role_admin", ["*"]));
  const status = async (caller: Caller, customer = 0, reservation = 0) =>
    (await caller({ method: "GET", url: `/api/customers/${customer}/reservations/${reservation}` })).statusCode;
  expect(await status(staff, at?.customer_id, at?.id)).toBe(200);
  expect(await status(staff, at?.customer_id, (at?.id ?? 0) + 999)).toBe(404);
  expect(await status(staff, (at?.customer_id ?? 0) + 999, at?.id)).toBe(404);
  expect(await status(foreign, at?.customer_id, at?.id)).toBe(404);
});

it("staff of one facility see what was booked there, and a guest's stay elsewhere is not there", async () => {
  const chain = await makeAccount(t.app, { name: "本部", option: "crm_option_parent" });
  const east = await makeAccount(t.app, { name: "東館", above: chain, option: null });
  const clerk = await t.as(await makeUser(t.app, east, "role_user", ["customers/all"]));
  const accountIds = [chain.accountId, east.accountId];
  const { customer, here, there } = await within(t.app, accountIds, async (tx) => {
    const customer = await makeCustomer(tx, chain.accountId, { name: "山田 花子" });
    const stayAt = async (facilityId: number, code: string) => {
      const stay = { code, facilityId, checkIn: "2026-11-01", checkOut: "2026-11-02", usePrice: 1_000 };
      return (await makeStay(tx, chain.accountId, customer, stay)).reservationId;
    };
    return { customer, here: await stayAt(east.accountId, "E-1"), there: await stayAt(chain.accountId, "H-1") };
  });
  const url = (reservation: number) => `/api/customers/${customer}/reservations/${reservation}`;
  expect((await clerk({ method: "GET", url: url(here) })).json()).toMatchObject({ original_reservation_code: "E-1" });
  expect((await clerk({ method: "GET", url: url(there) })).statusCode).toBe(404);
  const payload = { version: 1, excluded: true };
  expect((await clerk({ method: "PUT", url: `${url(there)}/exclusion`, payload })).statusCode).toBe(404);
  expect((await clerk({ method: "PUT", url: `${url(here)}/exclusion`, payload })).statusCode).toBe(200);
});

it("says before the stay what it will earn, and the stay as booked earns exactly that", async () => {
  await t.app.database.inScope({ accountIds: [accountId] }, async (tx) => {
    await makeBasicCampaign(tx, {
      accountId,
      target: { combinator: "and", rules: [{ field: "stay_count", operator: ">=", value: 2 }] },
      rule: { grant_type: "absolute", grant_absolute: 70, expiration_type: "none" },
    });
    await makeBasicCampaign(tx, {
      accountId,
      rule: { grant_type: "rate", grant_rate: 1, grant_condition: 50_000, expiration_type: "none" },
    });
  });
  const guestFields = { email: "yotei@example.jp", guest_name: "予定 花子" };
  const open = (code: string, from: string, to: string, price: number) =>
    booking(code, { ...guestFields, check_in_date: from, check_out_date: to, reserved_price: price });
  // Reported latest first; the earlier one is the first stay all the same.
  const rows = [open("E-2", "2027-02-01", "2027-02-03", 50_000), open("E-1", "2026-12-01", "2026-12-02", 9_999)];
  const gone = open("E-3", "2027-03-01", "2027-03-02", 80_000);
  await fed(t, accountId, key, "/feeds/dynalution/reservations", [
    ...rows,
    { ...gone, state: "cancelled", cancel_date: "2026-11-19" },
  ]);
  const found = await read(sql<{
    id: number;
    customer_id: number;
    code: string;
  }>`select id, customer_id, original_reservation_code as code
    from stay_reservations where original_reservation_code like 'E-%' order by original_reservation_code`);
  const customer = found[0]?.customer_id;
  const page = async (index: number) => {
    const url = `/api/customers/${customer}/reservations/${found[index]?.id}`;
    const { expected_points, points } = (await staff({ method: "GET", url })).json();
    const plain = (grants: object[]) =>
      grants.map((grant) => {
        const { points: point, grant_point = point, expiration_date } = grant as Record<string, unknown>;
        return `${grant_point} ${expiration_date}`;
      });
    return { expected: plain(expected_points).toSorted(), granted: plain(points).toSorted() };
  };
  const pointsOf = async () => (await staff({ method: "GET", url: `/api/customers/${customer}/points` })).json();
  const expected = [(await page(0)).expected, (await page(1)).expected, (await page(2)).expected];
  expect(expected).toEqual([["999 2027-12-02"], ["500 null", "5000 2028-02-03", "70 null"], []]);
  expect(await pointsOf()).toMatchObject({ balance: 0, expected: { points: 6_569, reservations: 2 } });
  // A change of the booking changes it at once; nothing of it is booked.
  await fed(t, accountId, key, "/feeds/dynalution/reservations", [{ ...rows[0], reserved_price: 40_000 }]);
  expect((await page(1)).expected).toEqual(["4000 2028-02-03", "70 null"]);
  await fed(t, accountId, key, "/feeds/dynalution/reservations", rows);
  expect((await page(1)).expected).toEqual(expected[1]);

  now = new Date("2027-02-04T03:00:00Z");
  staff = await t.as(await makeUser(t.app, inn, "role_user", ["customers/all"]));
  const stayed = rows.map((row) => ({
    ...row,
    state: "stayed",
    use_price: (row as { reserved_price?: number }).reserved_price,
  }));
  await fed(t, accountId, key, "/feeds/dynalution/reservations", stayed);
  expect([await page(0), await page(1)]).toEqual(expected.slice(0, 2).map((granted) => ({ expected: [], granted })));
  expect(await pointsOf()).toMatchObject({ balance: 6_569, expected: { points: 0, reservations: 0 } });
});
