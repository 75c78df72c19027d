import { afterAll, beforeAll, expect, it, test } from "vitest";
import { makeCustomer, makeGrant, makeStay, within } from "../customers/customers.fixture.ts";
import { booking, engine, openEngines, partnerKey, pointUse } from "./partner.fixture.ts";

// A key that is narrowed to its facility's own guests (docs/adr/0360): everybody else is nobody, in every call.

let e: Awaited<ReturnType<typeof openEngines>>;
let narrow = "";
let wide = "";
type Guest = { id: number; number: string; email: string; acquired: number };
let own: Guest;
let foreign: Guest;
beforeAll(async () => {
  e = await openEngines();
  narrow = await partnerKey(e.p.t.app, e.account, e.annex, { reach: "facility" });
  wide = await partnerKey(e.p.t.app, e.account, e.annex);
  own = await guest("OWN-1", e.annex);
  foreign = await guest("FOREIGN-1", e.account);
  await e.sent({ name: "来館のお礼", use_times_limit: null });
  for (const one of [own, foreign])
    one.acquired = (await asked(wide, `customers?member_number=${one.number}`)).body.coupons[0].acquire_coupon_id;
});
afterAll(() => e.close());

let serial = 0;
async function guest(number: string, facilityId: number): Promise<Guest> {
  const email = `${number.toLowerCase()}@example.jp`;
  const id = await within(e.p.t.app, [e.account], async (tx) => {
    const made = await makeCustomer(tx, e.account, { name: "会員 花子", member_number: number, email });
    await makeGrant(tx, e.account, made, { point: 1_000, on: "2026-10-01", expiresOn: "2026-12-31" });
    const stay = { code: `STAY-${++serial}`, facilityId, checkIn: "2026-10-01", checkOut: "2026-10-02" };
    await makeStay(tx, e.account, made, { ...stay, usePrice: 10_000, confirmed: true });
    return made;
  });
  return { id, number, email, acquired: 0 };
}
const asked = (key: string, path: string, payload?: unknown) => engine(e.p.t, key, path, payload);
const NOBODY: Guest = { id: 0, number: "NOBODY-1", email: "nobody@example.jp", acquired: 999_999 };
const reservation = booking({ reservation_code: "R-NARROW" });
const points = { reservation_code: "R-NARROW", use_price: 30_000, check_in_date: "2026-12-04" };

it.each<[string, (of: Guest) => [string, unknown?]]>([
  ["a look-up by number", ({ number }) => [`customers?member_number=${number}`]],
  ["a look-up by mail", ({ email }) => [`customers?email=${encodeURIComponent(email)}`]],
  ["a quote of points", ({ number }) => ["points/quote", pointUse(number, 10, points)]],
  ["a use of points", ({ number }) => ["points/redeem", pointUse(number, 10, points)]],
  [
    "a quote of a coupon",
    ({ number, acquired }) => ["coupons/quote", { member_number: number, acquire_coupon_id: acquired, reservation }],
  ],
  [
    "a use of a coupon",
    ({ number, acquired }) => ["coupons/redeem", { member_number: number, acquire_coupon_id: acquired, reservation }],
  ],
])("%s knows the facility's own guest, and of another one as much as of nobody", async (_name, of) => {
  const answerOf = async (key: string, whose: Guest) => {
    const { status, body } = await asked(key, ...of(whose));
    return { status, body };
  };
  const nobody = await answerOf(narrow, NOBODY);
  expect(await answerOf(narrow, foreign)).toEqual(nobody);
  expect(await answerOf(narrow, own)).not.toEqual(nobody);
  // The same key for the whole programme answers as ever.
  expect(await answerOf(wide, foreign)).not.toEqual(nobody);
});

test("uses of a booking, and cancelling them: what another facility's guest used at this one is nobody's", async () => {
  const details = { ...points, reservation_code: "R-USED" };
  const uses = async (key: string, what: string) => (await asked(key, `${what}/uses?reservation_code=R-USED`)).body;
  const mine = (await asked(narrow, "points/redeem", pointUse(own.number, 10, details))).body.use_point_case_id;
  const theirs = (await asked(wide, "points/redeem", pointUse(foreign.number, 10, details))).body.use_point_case_id;
  const used = {
    member_number: foreign.number,
    acquire_coupon_id: foreign.acquired,
    reservation: { ...reservation, reservation_code: "R-USED" },
  };
  const coupon = (await asked(wide, "coupons/redeem", used)).body.use_coupon_case_id;
  expect((await uses(wide, "points")).items).toHaveLength(2);
  expect((await uses(narrow, "points")).items).toMatchObject([{ use_point_case_id: mine, member_number: own.number }]);
  expect((await uses(wide, "coupons")).items).toHaveLength(1);
  expect(await uses(narrow, "coupons")).toEqual({ items: [] });
  for (const [path, id, none] of [
    ["points/cancel", { use_point_case_id: theirs }, { use_point_case_id: 999_999 }],
    ["coupons/cancel", { use_coupon_case_id: coupon, reason: "x" }, { use_coupon_case_id: 999_999, reason: "x" }],
  ] as const) {
    const nobody = await asked(narrow, path, none);
    expect(await asked(narrow, path, id)).toMatchObject({ status: 404, body: nobody.body });
    expect((await asked(wide, path, id)).status).toBe(200);
  }
  expect((await asked(narrow, "points/cancel", { use_point_case_id: mine })).status).toBe(200);
});

test("everybody's code stays everybody's; a guest's own code names the facility's guests alone", async () => {
  const free = await e.code({ use_times_limit: null });
  const nobodys = await asked(narrow, "coupons/quote", { coupon_code: free, reservation: booking() });
  expect(nobodys.body).toMatchObject({ applicable: true });
  await within(e.p.t.app, [e.account], async (tx) => {
    const { id } = await tx.one<{ id: number }>`select coupon_id as id from acquire_coupons
      where account_id = ${e.account} and id = ${own.acquired}`;
    await tx.run`insert into coupon_codes (account_id, coupon_id, code, acquire_coupon_id)
      values (${e.account}, ${id}, 'OWN-CODE', ${own.acquired}), (${e.account}, ${id}, 'FOREIGN-CODE', ${foreign.acquired})`;
  });
  const quoted = async (key: string, coupon_code: string) =>
    (await asked(key, "coupons/quote", { coupon_code, reservation })).body;
  expect(await quoted(narrow, "FOREIGN-CODE")).toEqual(await quoted(narrow, "NO-SUCH-CODE"));
  expect(await quoted(narrow, "OWN-CODE")).toMatchObject({ coupon_name: "来館のお礼" });
  expect(await quoted(wide, "FOREIGN-CODE")).toMatchObject({ coupon_name: "来館のお礼" });
});
