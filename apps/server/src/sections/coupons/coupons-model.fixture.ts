import { addDays, calendarDate } from "@okaeri/domain/calendar-date";
import type { RelativeEnd } from "@okaeri/domain/coupons/valid-until";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Tx } from "../../database/connection.ts";
import { openCipher } from "../../session/cipher.ts";
import { TEST_NOW } from "../../test/app.ts";
import { cloneDatabase } from "../../test/database.ts";
import { plannedOnce } from "../../test/planned-once.ts";
import { makeStay } from "../customers/customers.fixture.ts";
import { mergeIds } from "../merges/merges.fixture.ts";
import { makeWorld } from "../stays/stays.fixture.ts";
import { insertCodes } from "./coupon-codes.ts";
import { type Limits, Model, NIGHT, OFF, OUT, POOLED, PRICE } from "./coupon-model.fixture.ts";
import { lockCoupon } from "./coupons.read.ts";
import { couponOfCode, usableCoupons } from "./engine-bookings.ts";
import { giveCoupon, takeCouponBack } from "./give-coupon.ts";
import { cancelCouponUse, useCoupon } from "./use-coupon.ts";

// Commands about coupons in random order against a small model that recomputes everything after each.

const limit = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });
const limits = fc.record({
  acquire: fc.option(fc.integer({ min: 2, max: 5 }), { nil: null }),
  inAll: fc.option(fc.integer({ min: 2, max: 8 }), { nil: null }),
  times: limit,
  each: limit,
});
const NONE: Limits = { acquire: null, inAll: null, times: null, each: null };
/** Ends before the night of the bookings, after it, with the month before it and with its own, and none. */
const ends = fc
  .constantFrom([null, null], [10, null], [14, null], [30, null], [null, 0], [null, 1])
  .map(([days, months]): RelativeEnd => ({ valid_days_from_acquire: days, valid_months_from_acquire: months }));
const OPEN: RelativeEnd = { valid_days_from_acquire: null, valid_months_from_acquire: null };
/** By hand or by a send, and of two stays. */
const OCCASIONS = ["", "", "stay 1", "stay 2"] as const;
const KINDS = [
  "give",
  "give",
  "use",
  "use",
  "use",
  "use",
  "take back",
  "cancel",
  "limit",
  "ends",
  "merge",
  "codes",
  "days",
] as const;
const command = fc.record({
  kind: fc.constantFrom(...KINDS),
  coupon: fc.nat(POOLED),
  guest: fc.nat(2),
  which: fc.nat(20),
  quantity: fc.constantFrom(1, 1, 2),
  changed: limits,
  ends,
  occasion: fc.constantFrom(...OCCASIONS),
});

/** Everybody begins with each coupon, as far as there are any: uses are what is looked at. */
const FIRST = [0, 1, POOLED].flatMap((coupon) =>
  [0, 1, 2].map((guest) => ({
    kind: "give" as const,
    coupon,
    guest,
    which: 0,
    quantity: 1,
    changed: NONE,
    ends: OPEN,
    occasion: OCCASIONS[0],
  })),
);

const makeCoupon = async (
  tx: Tx,
  accountId: number,
  { acquire, inAll, times, each }: Limits,
  { valid_days_from_acquire: days, valid_months_from_acquire: months }: RelativeEnd,
  together: boolean,
  type: "acquire" | "code" = "acquire",
) => {
  const { id } = await tx.one<{
    id: number;
  }>`insert into coupons (account_id, name, type, acquire_amount_limit, use_amount_limit, use_times_limit, use_quantity_limit,
      valid_days_from_acquire, valid_months_from_acquire, can_use_together, discount_type, absolute_type, discount_absolute, issued_at)
    values (${accountId}, '割引', ${type}, ${acquire}, ${inAll}, ${times}, ${each}, ${days}, ${months}, ${together}, 'absolute', 'action',
      ${OFF}, now())
    returning id`;
  await tx.run`insert into coupon_counters (account_id, coupon_id) values (${accountId}, ${id}) on conflict do nothing`;
  return id;
};

export function couponsFollowTheModel(runs: number): void {
  let clone: Awaited<ReturnType<typeof cloneDatabase>>;
  const cipher = openCipher(["a key for tests only"]);
  beforeAll(async () => {
    clone = await cloneDatabase();
    plannedOnce(clone.database.pool);
  });
  afterAll(() => clone.drop());

  it(
    `gives, takes back, uses, cancels, limits, ends and merges in any order are what a count from scratch says (${runs} runs)`,
    async () => {
      const history = fc.record({
        terms: fc.tuple(limits, limits, limits),
        until: fc.tuple(ends, ends, ends),
        together: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
        commands: fc.array(command, { minLength: 20, maxLength: 40, size: "max" }),
      });
      await fc.assert(
        fc.asyncProperty(history, async ({ terms, until, together, commands }) => {
          const world = await makeWorld(clone.database);
          const { accountId, customers } = world;
          const model = new Model(terms, until, together);
          await world.inScope(async (tx) => {
            const coupons = [
              await makeCoupon(tx, accountId, terms[0], until[0], together[0]),
              await makeCoupon(tx, accountId, terms[1], until[1], together[1]),
              await makeCoupon(
                tx,
                accountId,
                { ...terms[POOLED], acquire: null },
                until[POOLED],
                together[POOLED],
                "code",
              ),
            ];
            const addCodes = async (count: number, name: string) => {
              const codes = Array.from({ length: count }, (_, n) => `${name}-${n}`);
              await insertCodes(tx, { accountId, userId: null }, coupons[POOLED] ?? 0, codes);
              model.codes.push(...codes);
            };
            await addCodes(2, "first");
            const bookings: { id: number; guest: number }[] = [];
            for (const guest of [0, 1, 2, 0, 1, 2]) {
              const stay = { checkIn: NIGHT, checkOut: OUT, usePrice: PRICE, confirmed: false };
              const code = `R${bookings.length}`;
              const facilityId = world.facilities[0];
              const made = await makeStay(tx, accountId, customers[guest] ?? 0, { ...stay, code, facilityId });
              bookings.push({ id: made.reservationId, guest });
            }
            let today = calendarDate("2026-11-20");
            const idOf = (guest: number) => customers[model.living[guest] ?? 0] ?? 0;
            for (const [index, { kind, coupon, guest, which, quantity, changed, ends: end, occasion }] of [
              ...FIRST,
              ...commands,
            ].entries()) {
              const ctx = { accountId, today, userId: 7 };
              const couponId = coupons[coupon] ?? 0;
              const label = `${index}: ${kind}`;
              if (kind === "give") {
                const locked = await lockCoupon(tx, accountId, couponId);
                if (!locked) throw new Error("no coupon");
                const receiver = { customerId: idOf(guest), pushActionId: null, key: `k${index}`, occasion };
                const [given] = await giveCoupon(tx, ctx, locked, { couponId, remarks: "" }, [receiver]);
                const wanted = model.give(coupon, guest, occasion);
                expect(given?.result, label).toBe(wanted);
                if (wanted !== "given") continue;
                const id = given?.id ?? 0;
                const code = coupon === POOLED ? (model.codes.shift() ?? "") : null;
                const owner = code === null ? undefined : await couponOfCode(tx, accountId, code);
                expect(owner?.acquire_coupon_id, label).toBe(code === null ? undefined : id);
                model.got({ id, coupon, guest, occasion, on: today, code });
              } else if (kind === "take back") {
                const one = model.held[which % Math.max(1, model.held.length)];
                if (!one) continue;
                const taking = { id: one.id, couponId: coupons[one.coupon] ?? 0, remarks: "" };
                const wanted = model.revoke(one, today);
                expect(await takeCouponBack(tx, ctx, taking), label).toBe(wanted);
                if (wanted === "taken") one.active = false;
                if (wanted === "taken" && one.code) expect(await couponOfCode(tx, accountId, one.code)).toBeUndefined();
              } else if (kind === "use") {
                const booking = bookings[which % bookings.length] ?? { id: 0, guest: 0 };
                const customerId = idOf(booking.guest);
                const request = { couponId, customerId, reservationId: booking.id, quantity, plan_figure: null };
                const done = await useCoupon(tx, ctx, { ...request, remarks: "", idempotencyKey: `k${index}` });
                const wanted = model.use(coupon, booking.guest, booking.id, quantity);
                expect("missing" in done ? done : done.used?.discount, label).toBe(wanted?.discount);
                if (wanted === undefined || "missing" in done) continue;
                const id = done.used?.id ?? 0;
                const { held } = await tx.one<{
                  held: number | null;
                }>`select acquire_coupon_id as held
                  from use_coupon_cases
                  where account_id = ${accountId} and id = ${id}`;
                expect(held, label).toBe(wanted.held);
                const own = {
                  coupon,
                  held: wanted.held,
                  guest: booking.guest,
                  booking: booking.id,
                  quantity,
                  on: true,
                };
                model.note({ id, ...own }, wanted.discount);
              } else if (kind === "cancel") {
                const use = model.uses[which % Math.max(1, model.uses.length)];
                if (!use) continue;
                const cancelling = { id: use.id, couponId: coupons[use.coupon] ?? 0, remarks: "" };
                expect(await cancelCouponUse(tx, ctx, cancelling), label).toBe(use.on);
                use.on = false;
              } else if (kind === "limit") {
                model.limits[coupon] = changed;
                const acquire = coupon === POOLED ? null : changed.acquire;
                await tx.run`update coupons
                  set acquire_amount_limit = ${acquire}, use_amount_limit = ${changed.inAll}, use_times_limit = ${changed.times},
                    use_quantity_limit = ${changed.each}
                  where account_id = ${accountId} and id = ${couponId}`;
              } else if (kind === "ends") {
                model.ends[coupon] = end;
                await tx.run`update coupons
                  set valid_days_from_acquire = ${end.valid_days_from_acquire}, valid_months_from_acquire = ${end.valid_months_from_acquire}
                  where account_id = ${accountId} and id = ${couponId}`;
              } else if (kind === "days") {
                today = addDays(today, which % 7);
              } else if (kind === "codes") await addCodes(quantity, `${index}`);
              else {
                const [survivor, source] = [model.living[guest] ?? 0, model.living[which % 3] ?? 0];
                if (survivor === source) continue;
                const merge = { accountId, userId: null, ip: null, today: ctx.today, now: TEST_NOW, cipher };
                await mergeIds(tx, merge, customers[survivor] ?? 0, customers[source] ?? 0);
                model.merge(survivor, source);
              }
              const counters = await tx.all<{
                acquired: number;
                used: number;
                left: number;
              }>`select acquired_count as acquired, used_count as used, codes_left as left
                from coupon_counters
                where account_id = ${accountId}
                order by coupon_id`;
              expect(counters, label).toEqual(model.stands());
              const offers = await usableCoupons(tx, accountId, idOf(guest), today);
              const usable = offers.map((one) => ({ id: one.acquire_coupon_id, until: one.stay_end_date }));
              expect(usable, label).toEqual(model.usable(guest, today));
            }
          });
        }),
        { numRuns: runs, endOnFailure: true },
      );
    },
    runs * 2_000 + 30_000,
  );
}
