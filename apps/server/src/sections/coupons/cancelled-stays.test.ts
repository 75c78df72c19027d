import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Caller, makeAccount, makeUser } from "../../test/app.ts";
import { couponAction, EVERYBODY, promotion } from "../campaigns/campaigns.fixture.ts";
import { openPipeline, type Pipeline } from "../campaigns/pipeline.fixture.ts";
import { makeGrant, within } from "../customers/customers.fixture.ts";
import { booking, fed, feedKey } from "../feeds/feeds.fixture.ts";
import { engine, partnerKey } from "../partner/partner.fixture.ts";

// What becomes of uses when their stay is cancelled (docs/adr/0128): feeds tell of it, staff decide. Today is 2026-11-20.

let p: Pipeline;
let account: number;
let coupon: number;
let keys: Record<"dynalution" | "s4", string>;
beforeEach(async () => {
  p = await openPipeline();
  account = p.inn.accountId;
  const place = { accountId: account, facilityId: account };
  keys = {
    dynalution: await feedKey(p.t.app, place, "dynalution"),
    s4: await feedKey(p.t.app, place, "s4"),
  };
  const action = couponAction({ type: "code", code: "BACK", use_times_limit: null });
  await p.started(promotion({ segments: [{ id: null, priority_seq: 1, target: EVERYBODY, actions: [action] }] }));
  await p.drain();
  coupon = (await p.query<{ id: number }>(sql`select max(id) as id from coupons`))[0]?.id ?? 0;
});
afterEach(() => p.close());

const hana = {
  guest_name: "山田 花子",
  guest_name_kana: "ヤマダ ハナコ",
  email: "hana@example.jp",
  member_number: "M1",
};
const days = { check_in_date: "2026-12-04", check_out_date: "2026-12-06", reserved_price: 30_000 };
type Report = { system?: "dynalution" | "s4"; minute: number } & Record<string, unknown>;
/** What a system says of the reservation at that minute. */
async function tell(code: string, { system = "dynalution", minute, ...over }: Report) {
  const at = `2026-11-19T10:${String(minute).padStart(2, "0")}:00+09:00`;
  const row = booking(code, { ...hana, ...days, state: "reserved", source_updated_at: at, ...over });
  const { status } = await fed(p.t, account, keys[system], `/feeds/${system}/reservations`, [row]);
  expect(status.refused).toEqual([]);
}
const CANCELLED = { state: "cancelled", cancel_date: "2026-11-19" };

/** A reservation with one use of a coupon and one of points. */
async function used(code: string): Promise<number> {
  await tell(code, { minute: 1 });
  const [found] = await p.query<{ id: number; customer_id: number }>(
    sql`select id, customer_id from stay_reservations where original_reservation_code = ${code}`,
  );
  const { id: reservation = 0, customer_id: guest = 0 } = found ?? {};
  await within(p.t.app, [account], (tx) => makeGrant(tx, account, guest, { point: 500, on: "2026-11-01" }));
  await p.call("POST", `/customers/${guest}/use-coupons`, { coupon_id: coupon, stay_reservation_id: reservation });
  await p.call("POST", `/customers/${guest}/use-points`, { use_point: 100, stay_reservation_id: reservation });
  return guest;
}
type Use = { original_reservation_code: string; reservation_cancel_date: string | null; id: number };
const saysOf = async (guest: number, code: string) => {
  const both = [];
  for (const what of ["use-coupons", "use-points"]) {
    const { items }: { items: Use[] } = await p.call("GET", `/customers/${guest}/${what}?size=100`);
    const { items: found }: { items: Use[] } = await p.call(
      "GET",
      `/customers/${guest}/${what}?size=100&state=reservation_cancelled`,
    );
    const one = items.find((use) => use.original_reservation_code === code);
    expect(found.some(({ id }) => id === one?.id)).toBe(one?.reservation_cancel_date !== null);
    both.push(one?.reservation_cancel_date);
  }
  return both;
};
const asked = async (staff: Caller = p.staff) => {
  const { open_uses } = (await staff({ method: "GET", url: "/api/customers/attention" })).json();
  expect(open_uses.total).toBe(open_uses.items.length);
  return open_uses.items.map(
    (use: { kind: string; original_reservation_code: string }) => `${use.original_reservation_code} ${use.kind}`,
  );
};
const NO = [null, null];
const YES = ["2026-11-19", "2026-11-19"];

test("cancelled, told again, in the wrong order, reinstated: the history says what the source says, and nothing is booked", async () => {
  const guest = await used("R-1");
  expect(await saysOf(guest, "R-1")).toEqual(NO);
  for (const minute of [2, 2, 4]) {
    await tell("R-1", { minute, ...CANCELLED });
    expect(await saysOf(guest, "R-1")).toEqual(YES);
  }
  // Older than the cancellation: it changes nothing.
  await tell("R-1", { minute: 3 });
  expect(await saysOf(guest, "R-1")).toEqual(YES);
  expect(await asked()).toEqual(["R-1 coupon", "R-1 point"]);
  await tell("R-1", { minute: 5 });
  expect(await saysOf(guest, "R-1")).toEqual(NO);
  expect(await asked()).toEqual([]);
  // A correction of a reservation that stands.
  await tell("R-1", { minute: 6, reserved_price: 40_000 });
  expect(await saysOf(guest, "R-1")).toEqual(NO);
  const points = await p.call("GET", `/customers/${guest}/points`);
  expect([points.balance, points.used]).toEqual([400, 100]);
  const [counter] = await p.query(sql`select used_count from coupon_counters where coupon_id = ${coupon}`);
  expect(counter).toEqual({ used_count: 1 });
});

test("of a stay that two systems report, the report that counts decides", async () => {
  const guest = await used("A-1");
  await tell("D-1", { system: "s4", minute: 1, linkage: { feed_channel: "dynalution", reservation_code: "A-1" } });
  await tell("D-1", {
    system: "s4",
    minute: 2,
    ...CANCELLED,
    linkage: { feed_channel: "dynalution", reservation_code: "A-1" },
  });
  const counts = await p.query<{ code: string; counts: boolean }>(
    sql`select original_reservation_code as code, linked_to_id is null as counts from stay_reservations
      where original_reservation_code in ('A-1', 'D-1') order by 1`,
  );
  expect(counts).toEqual([
    { code: "A-1", counts: true },
    { code: "D-1", counts: false },
  ]);
  expect(await saysOf(guest, "A-1")).toEqual(NO);
  await tell("A-1", { minute: 3, ...CANCELLED });
  expect(await saysOf(guest, "A-1")).toEqual(YES);
});

test("what a booking engine used before the reservation arrived is told like the rest, once it is cancelled", async () => {
  const key = await partnerKey(p.t.app, account);
  await tell("E-0", { minute: 1 });
  const [hanako] = await p.query<{ id: number }>(sql`select id from customers where member_number = 'M1'`);
  const guest = hanako?.id ?? 0;
  await within(p.t.app, [account], (tx) => makeGrant(tx, account, guest, { point: 500, on: "2026-11-01" }));
  const days = { check_in_date: "2026-12-04", check_out_date: "2026-12-06", use_price: 30_000 };
  const of = { member_number: "M1", reservation_code: "E-1" };
  const coupons = { member_number: "M1", coupon_code: "BACK", reservation: { reservation_code: "E-1", ...days } };
  expect((await engine(p.t, key, "coupons/redeem", coupons)).status).toBe(200);
  expect(
    (await engine(p.t, key, "points/redeem", { ...of, use_price: 30_000, check_in_date: "2026-12-04", points: 100 }))
      .status,
  ).toBe(200);
  expect(await saysOf(guest, "E-1")).toEqual(NO);
  await tell("E-1", { minute: 1 });
  expect(await saysOf(guest, "E-1")).toEqual(NO);
  await tell("E-1", { minute: 2, ...CANCELLED });
  expect(await saysOf(guest, "E-1")).toEqual(YES);
  expect((await asked()).filter((use: string) => use.startsWith("E-1"))).toEqual(["E-1 coupon", "E-1 point"]);
  await tell("E-1", { minute: 3 });
  expect(await saysOf(guest, "E-1")).toEqual(NO);
});

test("what an engine used without naming a guest is listed and given back with the guest who booked", async () => {
  const key = await partnerKey(p.t.app, account);
  const stay = { check_in_date: "2026-12-04", check_out_date: "2026-12-06", use_price: 30_000 };
  const redeem = (reservation_code: string) =>
    engine(p.t, key, "coupons/redeem", { coupon_code: "BACK", reservation: { reservation_code, ...stay } });
  // Before the reservation arrived, and after.
  expect((await redeem("N-1")).status).toBe(200);
  for (const code of ["N-1", "N-2"]) await tell(code, { minute: 1 });
  expect((await redeem("N-2")).status).toBe(200);
  const [hanako] = await p.query<{ id: number }>(sql`select id from customers where member_number = 'M1'`);
  const guest = hanako?.id ?? 0;
  const used = async (state: string) =>
    (await p.call("GET", `/customers/${guest}/use-coupons?size=100&state=${state}`)).items.filter((use: Use) =>
      use.original_reservation_code.startsWith("N-"),
    );
  expect(await used("valid")).toMatchObject([{ discount: 2_000 }, { discount: 2_000 }]);
  expect(await used("reservation_cancelled")).toEqual([]);
  for (const code of ["N-1", "N-2"]) await tell(code, { minute: 2, ...CANCELLED });
  expect((await asked()).filter((use: string) => use.startsWith("N-"))).toEqual(["N-2 coupon", "N-1 coupon"]);
  const named = await p.call("GET", "/customers/attention");
  expect(named.open_uses.items.map((one: { customer_id: number }) => one.customer_id)).toContain(guest);
  for (const { id } of await used("reservation_cancelled"))
    await p.call("POST", `/customers/${guest}/use-coupons/${id}/cancellation`, { remarks: "取消料なし" });
  expect((await asked()).filter((use: string) => use.startsWith("N-"))).toEqual([]);
  expect(await used("cancelled")).toHaveLength(2);
});

test("staff give it back or leave it; who works elsewhere is not asked", async () => {
  const guest = await used("R-3");
  await tell("R-3", { minute: 2, ...CANCELLED });
  expect(await asked()).toEqual(expect.arrayContaining(["R-3 coupon", "R-3 point"]));
  const { items }: { items: Use[] } = await p.call(
    "GET",
    `/customers/${guest}/use-coupons?state=reservation_cancelled`,
  );
  const one = items.find((use) => use.original_reservation_code === "R-3")?.id;
  await p.call("POST", `/customers/${guest}/use-coupons/${one}/cancellation`, { remarks: "取消料なし" });
  expect(await asked()).not.toContain("R-3 coupon");
  expect(await asked()).toContain("R-3 point");
  const annex = await makeAccount(p.t.app, { name: "別館", above: p.inn, option: null });
  const clerk = await p.t.as(await makeUser(p.t.app, annex, "role_user", ["customers/read", "crm_option"]));
  expect(await asked(clerk)).toEqual([]);
});

test("after a month nobody is asked any more, and the history still says it", async () => {
  const guest = await used("R-4");
  await tell("R-4", { minute: 2, state: "cancelled", cancel_date: "2026-10-20" });
  expect(await asked()).not.toContain("R-4 coupon");
  expect(await saysOf(guest, "R-4")).toEqual(["2026-10-20", "2026-10-20"]);
});
