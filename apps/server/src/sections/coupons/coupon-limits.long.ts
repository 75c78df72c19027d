import { calendarDate } from "@okaeri/domain/calendar-date";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "../../app.ts";
import { type Database, openDatabase } from "../../database/connection.ts";
import { cloneDatabase } from "../../test/database.ts";
import { partnerKey } from "../partner/partner.fixture.ts";
import { makeCustomer, makeProgramme } from "../stays/stays.fixture.ts";
import { lockCoupon, ONCE } from "./coupons.read.ts";
import { bookingFromEngine } from "./engine-bookings.ts";
import { giveCoupon } from "./give-coupon.ts";
import { cancelCouponUse, useCouponFor } from "./use-coupon.ts";

// Forty at once for the last hundred coupons, a thousand tries for each of the four limits.

const CLIENTS = 40;
const TRIES = 1_000;
const LAST = 100;
let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let database: Database;
let accountId: number;
let guests: number[];
let partnerKeyId: number;
beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase(clone.appUrl, { max: CLIENTS });
  accountId = await makeProgramme(database, "宿");
  await partnerKey({ database } as App, accountId);
  ({ id: partnerKeyId } = await inn(
    (tx) => tx.one<{ id: number }>`select id from partner_keys where account_id = ${accountId}`,
  ));
  guests = [];
  await inn(async (tx) => {
    for (let n = 0; n < TRIES; n++) guests.push(await makeCustomer(tx, accountId));
  });
});
afterAll(async () => {
  await database.close();
  await clone.drop();
});
const inn = <T>(work: Parameters<typeof database.inScope<T>>[1]) => database.inScope({ accountIds: [accountId] }, work);

/** A price that a hundred coupons do not use up. */
const PRICE = 1_000_000;
let serial = 0;
const ctx = () => ({ accountId, facilityId: accountId, today: calendarDate("2026-11-20"), userId: null, partnerKeyId });

const coupon = (column: string, type: "acquire" | "code") =>
  inn(async (tx) => {
    const limit = (name: string) => (name === column ? LAST : null);
    const { id } = await tx.one<{
      id: number;
    }>`insert into coupons (account_id, name, type, code, discount_type, absolute_type, discount_absolute, acquire_amount_limit,
        use_amount_limit, use_times_limit, use_quantity_limit, issued_at)
      values (${accountId}, '割引', ${type}, ${type === "code" ? `C-${++serial}` : null}, 'absolute', 'action', 10,
        ${limit("acquire_amount_limit")}, ${limit("use_amount_limit")}, ${limit("use_times_limit")}, ${limit("use_quantity_limit")},
        now())
      returning id`;
    await tx.run`insert into coupon_counters (account_id, coupon_id) values (${accountId}, ${id}) on conflict do nothing`;
    return id;
  });

/** How many of the tries did it, forty at a time. */
async function done(once: (n: number) => Promise<number | null>): Promise<number[]> {
  const ids: number[] = [];
  let next = 0;
  const client = async () => {
    for (let n = next++; n < TRIES; n = next++) {
      const id = await once(n);
      if (id !== null) ids.push(id);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return ids;
}

const give = (couponId: number, guest: number) =>
  inn(async (tx) => {
    const locked = await lockCoupon(tx, accountId, couponId);
    if (!locked) throw new Error("no coupon");
    const receiver = { customerId: guest, pushActionId: null, key: `g-${++serial}`, occasion: ONCE };
    const [given] = await giveCoupon(tx, ctx(), locked, { couponId, remarks: "" }, [receiver]);
    return given?.result === "given" ? given.id : null;
  });

const use = (couponId: number, customerId: number, code: string) =>
  inn(async (tx) => {
    const stay = { check_in_date: "2026-12-04", check_out_date: "2026-12-05", use_price: PRICE };
    const booking = await bookingFromEngine(tx, ctx(), { reservation_code: code, ...stay }, { lock: true });
    const request = {
      couponId,
      customerId,
      quantity: 1,
      plan_figure: null,
      remarks: "",
      idempotencyKey: `u-${++serial}`,
    };
    const found = await useCouponFor(tx, ctx(), request, booking);
    return "missing" in found ? null : (found.used?.id ?? null);
  });

it("acquire_amount_limit: a hundred of a thousand guests get one", async () => {
  const id = await coupon("acquire_amount_limit", "acquire");
  expect(await done((n) => give(id, guests[n] ?? 0))).toHaveLength(LAST);
});

it.each<[string, (n: number) => [guest: number, code: string]]>([
  ["use_amount_limit", (n) => [n, `A-${n}`]],
  ["use_times_limit", (n) => [0, `B-${n}`]],
  ["use_quantity_limit", (n) => [n, "Q-1"]],
])("%s: a hundred of a thousand uses, and a cancelled one leaves room for one", async (column, which) => {
  const id = await coupon(column, "code");
  const once = (n: number) => {
    const [guest, code] = which(n);
    return use(id, guests[guest] ?? 0, code);
  };
  const ids = await done(once);
  expect(ids).toHaveLength(LAST);
  await inn((tx) => cancelCouponUse(tx, ctx(), { id: ids[0] ?? 0, couponId: id, remarks: "" }));
  expect(await done(once)).toHaveLength(1);
});
