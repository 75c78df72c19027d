import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCustomer, makeStay, within } from "./customers.fixture.ts";
import { type Guests, openGuests } from "./guests.fixture.ts";

// product §1: a facility's user works with the customers who have a reservation or stay there, and learns nothing of the others.

let guests: Guests;
let shared: number;

beforeAll(async () => {
  guests = await openGuests();
  const { t, hotel, annex } = guests;
  const account = hotel.accountId;
  shared = await within(t.app, [account, annex.accountId], async (tx) => {
    const id = await makeCustomer(tx, account, { name: "両方 一郎" });
    const stays = [
      { code: "RSV-77701", facilityId: account, checkIn: "2026-09-01", checkOut: "2026-09-02", usePrice: 10_000 },
      {
        code: "ANX-77702",
        facilityId: annex.accountId,
        checkIn: "2026-10-01",
        checkOut: "2026-10-02",
        usePrice: 20_000,
      },
    ];
    for (const stay of stays) {
      const { reservationId } = await makeStay(tx, account, id, stay);
      await sql`insert into grant_points (account_id, facility_account_id, customer_id, grant_point, grant_date, expiration_type,
          stay_reservation_id, idempotency_key)
        values (${account}, ${stay.facilityId}, ${id}, 100, ${stay.checkOut}, 'none', ${reservationId}, ${stay.code})`.execute(
        tx.db,
      );
      await sql`insert into use_point_cases (account_id, facility_account_id, customer_id, stay_reservation_id, use_date, use_point,
        idempotency_key)
        values (${account}, ${stay.facilityId}, ${id}, ${reservationId}, ${stay.checkOut}, 10, ${stay.code})`.execute(
        tx.db,
      );
    }
    return id;
  });
});
afterAll(() => guests.t.close());

const get = async (who: "staff" | "clerk", url: string) =>
  (await guests[who]({ method: "GET", url: `/api/customers${url}` })).json();
const codesOf = (page: { items: { original_reservation_code: string | null }[] }) =>
  page.items.map((item) => item.original_reservation_code).sort();

test("of the own guests nobody can ask who stays at a sister facility", async () => {
  const { hotel, annex } = guests;
  expect((await get("staff", `?facility_account_id=${hotel.accountId}&q=両方`)).total).toBe(1);
  expect((await get("clerk", `?facility_account_id=${annex.accountId}&q=両方`)).total).toBe(1);
  expect((await get("clerk", `?facility_account_id=${hotel.accountId}&q=両方`)).total).toBe(0);
  const either = `?facility_account_id=${hotel.accountId},${annex.accountId}&q=両方`;
  expect((await get("clerk", either)).total).toBe(1);
});

test("points of a sister facility are shown, the reservation there is not named", async () => {
  for (const part of ["grant-points", "use-points"]) {
    expect(codesOf(await get("staff", `/${shared}/${part}`))).toEqual(["ANX-77702", "RSV-77701"]);
    const seen = await get("clerk", `/${shared}/${part}`);
    expect(codesOf(seen)).toEqual(["ANX-77702", null]);
    const facilities = seen.items.map((item: { facility_name: string | null }) => item.facility_name);
    expect(facilities).toEqual(["別館", null]);
  }
});

test("totals stay the programme's and say so, the sister facility of a last stay is not named", async () => {
  const { hotel } = guests;
  await within(guests.t.app, [hotel.accountId], (tx) =>
    sql`update customer_totals set stay_count = 2, last_stay_on = '2026-11-02', last_facility_account_id = ${hotel.accountId}
      where account_id = ${hotel.accountId} and customer_id = ${shared}`.execute(tx.db),
  );
  for (const [who, facility] of [
    ["staff", "本館"],
    ["clerk", null],
  ] as const) {
    const expected = { stay_count: 2, last_stay_on: "2026-11-02", last_facility_name: facility };
    expect((await get(who, "?q=両方")).items).toMatchObject([expected]);
    expect(await get(who, `/${shared}`)).toMatchObject(expected);
    const picker = (await guests[who]({ method: "GET", url: "/api/accounts/picker" })).json();
    const at = picker.items.find((account: { id: number }) => account.id === picker.default_account_id);
    expect(at.facility_only).toBe(who === "clerk");
  }
});

test("I01: a guest of another facility, another client's guest and a missing one are the same answer", async () => {
  const { clerk, staff, id } = guests;
  const parts = ["", "/reservations", "/stays", "/grant-points", "/use-points", "/acquire-coupons", "/use-coupons"];
  for (const part of parts) {
    const missing = await staff({ method: "GET", url: `/api/customers/999999999${part}` });
    expect(missing.statusCode).toBe(404);
    for (const [caller, customer] of [
      [clerk, id.john],
      [clerk, id.foreign],
      [staff, id.foreign],
    ] as const) {
      const answer = await caller({ method: "GET", url: `/api/customers/${customer}${part}` });
      expect([answer.statusCode, answer.body], `${customer}${part}`).toEqual([404, missing.body]);
    }
  }
});

test("the address of a merged guest leads to who lives on, for those who may see that one", async () => {
  const { clerk, staff, id } = guests;
  const living = await staff({ method: "GET", url: `/api/customers/${id.merged}` });
  expect(living.json().id).not.toBe(id.merged);
  expect(living.json()).toEqual((await staff({ method: "GET", url: `/api/customers/${living.json().id}` })).json());
  const own = await clerk({ method: "GET", url: `/api/customers/${living.json().id}` });
  const merged = await clerk({ method: "GET", url: `/api/customers/${id.merged}` });
  expect([merged.statusCode, merged.body]).toEqual([own.statusCode, own.body]);
});
