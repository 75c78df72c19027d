import { calendarDate } from "@okaeri/domain/calendar-date";
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
import { lockCoupon } from "./coupons.read.ts";
import { couponOfCode } from "./engine-bookings.ts";
import { giveCoupon, takeCouponBack } from "./give-coupon.ts";
import { cancelCouponUse, useCoupon } from "./use-coupon.ts";

// Commands about coupons in random order against a small model that recomputes everything after each.

type Limits = { acquire: number | null; inAll: number | null; times: number | null; each: number | null };
type Held = { id: number; coupon: number; guest: number; active: boolean; code: string | null };
type Use = {
  id: number;
  coupon: number;
  held: number | null;
  guest: number;
  booking: number;
  quantity: number;
  on: boolean;
};
const PRICE = 2_000;
const OFF = 700;
/** The last of the coupons: each guest gets a code of it. */
const POOLED = 2;

class Model {
  limits: Limits[];
  together: boolean[];
  held: Held[] = [];
  uses: Use[] = [];
  /** Codes that nobody has yet, the next one first. */
  codes: string[] = [];
  /** Who was merged into whom. */
  living = [0, 1, 2];
  constructor(limits: readonly Limits[], together: readonly boolean[]) {
    this.limits = limits.map((one) => ({ ...one }));
    this.together = [...together];
  }

  merge(survivor: number, source: number): void {
    this.living = this.living.map((one) => (one === source ? survivor : one));
  }
  family = (guest: number) => (one: { guest: number }) => this.living[one.guest] === this.living[guest];
  heldBy = (coupon: number, guest: number) =>
    this.held.filter((one) => one.active && one.coupon === coupon).filter(this.family(guest));
  counted = () => this.uses.filter((use) => use.on);
  acquired = (coupon: number) => this.held.filter((one) => one.active && one.coupon === coupon).length;
  used = (coupon: number) =>
    this.counted()
      .filter((use) => use.coupon === coupon)
      .reduce((sum, use) => sum + use.quantity, 0);

  give(coupon: number, guest: number): "given" | "held" | "none_left" {
    if (this.heldBy(coupon, guest).length > 0) return "held";
    if (coupon === POOLED) return this.codes.length === 0 ? "none_left" : "given";
    const most = this.limits[coupon]?.acquire ?? null;
    return most !== null && this.acquired(coupon) >= most ? "none_left" : "given";
  }
  takeBack(one: Held): "taken" | "used" | "taken_before" {
    if (this.counted().some((use) => use.held === one.id)) return "used";
    return one.active ? "taken" : "taken_before";
  }
  /** Yen off, or undefined where any limit says no. */
  discount(coupon: number, guest: number, booking: number, quantity: number): number | undefined {
    const { inAll = null, times = null, each = null } = this.limits[coupon] ?? {};
    const here = this.counted().filter((use) => use.booking === booking);
    const own = this.counted().filter((use) => use.coupon === coupon && this.family(guest)(use)).length;
    const same = here.filter((use) => use.coupon === coupon).reduce((sum, use) => sum + use.quantity, 0);
    const others = here.filter((use) => use.coupon !== coupon);
    const left = PRICE - here.reduce((sum, use) => sum + this.taken(use), 0);
    const no =
      this.heldBy(coupon, guest).length === 0 ||
      (inAll !== null && this.used(coupon) + quantity > inAll) ||
      (times !== null && own + 1 > times) ||
      (each !== null && same + quantity > each) ||
      (others.length > 0 && !(this.together[coupon] && others.every((use) => this.together[use.coupon]))) ||
      left <= 0;
    return no ? undefined : Math.min(OFF * quantity, left);
  }
  private discounts = new Map<number, number>();
  note(use: Use, discount: number): void {
    this.uses.push(use);
    this.discounts.set(use.id, discount);
  }
  private taken = (use: Use) => this.discounts.get(use.id) ?? 0;
  stands() {
    return this.limits.map((_, coupon) => ({
      acquired: this.acquired(coupon),
      used: this.used(coupon),
      left: coupon === POOLED ? this.codes.length : 0,
    }));
  }
}

const limit = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });
const limits = fc.record({
  acquire: fc.option(fc.integer({ min: 2, max: 5 }), { nil: null }),
  inAll: fc.option(fc.integer({ min: 2, max: 8 }), { nil: null }),
  times: limit,
  each: limit,
});
const NONE: Limits = { acquire: null, inAll: null, times: null, each: null };
const KINDS = ["give", "give", "use", "use", "use", "use", "take back", "cancel", "limit", "merge", "codes"] as const;
const command = fc.record({
  kind: fc.constantFrom(...KINDS),
  coupon: fc.nat(POOLED),
  guest: fc.nat(2),
  which: fc.nat(20),
  quantity: fc.constantFrom(1, 1, 2),
  changed: limits,
});

/** Everybody begins with each coupon, as far as there are any: uses are what is looked at. */
const FIRST = [0, 1, POOLED].flatMap((coupon) =>
  [0, 1, 2].map((guest) => ({ kind: "give" as const, coupon, guest, which: 0, quantity: 1, changed: NONE })),
);

const makeCoupon = async (
  tx: Tx,
  accountId: number,
  { acquire, inAll, times, each }: Limits,
  together: boolean,
  type: "acquire" | "code" = "acquire",
) => {
  const { id } = await tx.one<{
    id: number;
  }>`insert into coupons (account_id, name, type, acquire_amount_limit, use_amount_limit, use_times_limit, use_quantity_limit,
      can_use_together, discount_type, absolute_type, discount_absolute, issued_at)
    values (${accountId}, '割引', ${type}, ${acquire}, ${inAll}, ${times}, ${each}, ${together}, 'absolute', 'action', ${OFF}, now())
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
    `gives, takes back, uses, cancels, limits and merges in any order are what a count from scratch says (${runs} runs)`,
    async () => {
      const history = fc.record({
        terms: fc.tuple(limits, limits, limits),
        together: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
        commands: fc.array(command, { minLength: 20, maxLength: 40, size: "max" }),
      });
      await fc.assert(
        fc.asyncProperty(history, async ({ terms, together, commands }) => {
          const world = await makeWorld(clone.database);
          const { accountId, customers } = world;
          const model = new Model(terms, together);
          await world.inScope(async (tx) => {
            const coupons = [
              await makeCoupon(tx, accountId, terms[0], together[0]),
              await makeCoupon(tx, accountId, terms[1], together[1]),
              await makeCoupon(tx, accountId, { ...terms[POOLED], acquire: null }, together[POOLED], "code"),
            ];
            const addCodes = async (count: number, name: string) => {
              const codes = Array.from({ length: count }, (_, n) => `${name}-${n}`);
              await insertCodes(tx, { accountId, userId: null }, coupons[POOLED] ?? 0, codes);
              model.codes.push(...codes);
            };
            await addCodes(2, "first");
            const bookings: { id: number; guest: number }[] = [];
            for (const guest of [0, 1, 2, 0, 1, 2]) {
              const stay = { checkIn: "2026-12-04", checkOut: "2026-12-05", usePrice: PRICE, confirmed: false };
              const code = `R${bookings.length}`;
              const facilityId = world.facilities[0];
              const made = await makeStay(tx, accountId, customers[guest] ?? 0, { ...stay, code, facilityId });
              bookings.push({ id: made.reservationId, guest });
            }
            const idOf = (guest: number) => customers[model.living[guest] ?? 0] ?? 0;
            for (const [index, { kind, coupon, guest, which, quantity, changed }] of [
              ...FIRST,
              ...commands,
            ].entries()) {
              const ctx = { accountId, today: calendarDate("2026-11-20"), userId: 7 };
              const couponId = coupons[coupon] ?? 0;
              const said = `${index}: ${kind}`;
              if (kind === "give") {
                const locked = await lockCoupon(tx, accountId, couponId);
                if (!locked) throw new Error("no coupon");
                const receiver = { customerId: idOf(guest), pushActionId: null, key: `k${index}` };
                const [given] = await giveCoupon(tx, ctx, locked, { couponId, remarks: "" }, [receiver]);
                const wanted = model.give(coupon, guest);
                expect(given?.result, said).toBe(wanted);
                if (wanted !== "given") continue;
                const id = given?.id ?? 0;
                const code = coupon === POOLED ? (model.codes.shift() ?? "") : null;
                const told = code === null ? undefined : await couponOfCode(tx, accountId, code);
                expect(told?.acquire_coupon_id, said).toBe(code === null ? undefined : id);
                model.held.push({ id, coupon, guest: model.living[guest] ?? 0, active: true, code });
              } else if (kind === "take back") {
                const one = model.held[which % Math.max(1, model.held.length)];
                if (!one) continue;
                const taking = { id: one.id, couponId: coupons[one.coupon] ?? 0, remarks: "" };
                const wanted = model.takeBack(one);
                expect(await takeCouponBack(tx, ctx, taking), said).toBe(wanted);
                if (wanted === "taken") one.active = false;
                if (wanted === "taken" && one.code) expect(await couponOfCode(tx, accountId, one.code)).toBeUndefined();
              } else if (kind === "use") {
                const booking = bookings[which % bookings.length] ?? { id: 0, guest: 0 };
                const customerId = idOf(booking.guest);
                const request = { couponId, customerId, reservationId: booking.id, quantity, plan_figure: null };
                const done = await useCoupon(tx, ctx, { ...request, remarks: "", idempotencyKey: `k${index}` });
                const wanted = model.discount(coupon, booking.guest, booking.id, quantity);
                expect("missing" in done ? done : done.used?.discount, said).toBe(wanted);
                if (wanted === undefined || "missing" in done) continue;
                const id = done.used?.id ?? 0;
                const { held } = await tx.one<{
                  held: number | null;
                }>`select acquire_coupon_id as held
                  from use_coupon_cases
                  where account_id = ${accountId} and id = ${id}`;
                const own = { coupon, held, guest: booking.guest, booking: booking.id, quantity, on: true };
                model.note({ id, ...own }, wanted);
              } else if (kind === "cancel") {
                const use = model.uses[which % Math.max(1, model.uses.length)];
                if (!use) continue;
                const cancelling = { id: use.id, couponId: coupons[use.coupon] ?? 0, remarks: "" };
                expect(await cancelCouponUse(tx, ctx, cancelling), said).toBe(use.on);
                use.on = false;
              } else if (kind === "limit") {
                model.limits[coupon] = changed;
                const acquire = coupon === POOLED ? null : changed.acquire;
                await tx.run`update coupons
                  set acquire_amount_limit = ${acquire}, use_amount_limit = ${changed.inAll}, use_times_limit = ${changed.times},
                    use_quantity_limit = ${changed.each}
                  where account_id = ${accountId} and id = ${couponId}`;
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
              expect(counters, said).toEqual(model.stands());
            }
          });
        }),
        { numRuns: runs, endOnFailure: true },
      );
    },
    runs * 2_000 + 30_000,
  );
}
