import type { CalendarDate } from "@okaeri/domain/calendar-date";
import { type RelativeEnd, validUntil } from "@okaeri/domain/coupons/valid-until";

// A small model of coupons that counts everything from scratch.

export type Limits = { acquire: number | null; inAll: number | null; times: number | null; each: number | null };
/** What a guest got of a coupon, for which occasion, and its last night. */
export type Held = {
  id: number;
  coupon: number;
  guest: number;
  occasion: string;
  on: CalendarDate;
  until: CalendarDate | null;
  active: boolean;
  code: string | null;
};
export type Use = {
  id: number;
  coupon: number;
  held: number;
  guest: number;
  booking: number;
  quantity: number;
  on: boolean;
};
export const PRICE = 2_000;
export const OFF = 700;
/** The one night of all bookings, and the day after it. */
export const NIGHT = "2026-12-04" as CalendarDate;
export const OUT = "2026-12-05" as CalendarDate;
/** The last of the coupons: each guest gets a code of it. */
export const POOLED = 2;

const FOREVER = "9999-12-31";
/** What is over first comes first. */
const sooner = (a: Held, b: Held) =>
  (a.until ?? FOREVER) < (b.until ?? FOREVER) ? -1 : a.until === b.until ? a.id - b.id : 1;

export class Model {
  limits: Limits[];
  ends: RelativeEnd[];
  together: boolean[];
  held: Held[] = [];
  uses: Use[] = [];
  /** Codes that nobody has yet, the next one first. */
  codes: string[] = [];
  /** Who was merged into whom. */
  living = [0, 1, 2];
  constructor(limits: readonly Limits[], ends: readonly RelativeEnd[], together: readonly boolean[]) {
    this.limits = limits.map((one) => ({ ...one }));
    this.ends = [...ends];
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
  /** How often the guest used the coupon for an occasion. */
  times = ({ coupon, occasion }: Pick<Held, "coupon" | "occasion">, guest: number) =>
    this.counted().filter(
      (use) =>
        use.coupon === coupon &&
        this.family(guest)(use) &&
        this.held.some((one) => one.id === use.held && one.occasion === occasion),
    ).length;

  give(coupon: number, guest: number, occasion: string): "given" | "held" | "none_left" {
    if (this.heldBy(coupon, guest).some((one) => one.occasion === occasion)) return "held";
    if (coupon === POOLED) return this.codes.length === 0 ? "none_left" : "given";
    const most = this.limits[coupon]?.acquire ?? null;
    return most !== null && this.acquired(coupon) >= most ? "none_left" : "given";
  }
  /** What was promised stays, whatever becomes of the terms. */
  got(one: Omit<Held, "until" | "active" | "guest"> & { guest: number }): Held {
    const ends = this.ends[one.coupon] ?? { valid_days_from_acquire: null, valid_months_from_acquire: null };
    const held = { ...one, guest: this.living[one.guest] ?? 0, until: validUntil(ends, one.on), active: true };
    this.held.push(held);
    return held;
  }
  revoke(one: Held, today: CalendarDate): "taken" | "used" | "ended" | "taken_before" {
    if (this.counted().some((use) => use.held === one.id)) return "used";
    if (one.until !== null && one.until < today) return "ended";
    return one.active ? "taken" : "taken_before";
  }
  private timesLeft(one: Held, guest: number): boolean {
    const most = this.limits[one.coupon]?.times ?? null;
    return most === null || this.times(one, guest) < most;
  }
  /** Which of what the guest has pays, and yen off; undefined where anything says no. */
  use(
    coupon: number,
    guest: number,
    booking: number,
    quantity: number,
  ): { held: number; discount: number } | undefined {
    const { inAll = null, each = null } = this.limits[coupon] ?? {};
    const here = this.counted().filter((use) => use.booking === booking);
    const same = here.filter((use) => use.coupon === coupon).reduce((sum, use) => sum + use.quantity, 0);
    const others = here.filter((use) => use.coupon !== coupon);
    const left = PRICE - here.reduce((sum, use) => sum + this.taken(use), 0);
    const [pays] = this.heldBy(coupon, guest)
      .filter((one) => one.on <= OUT && (one.until === null || one.until >= NIGHT) && this.timesLeft(one, guest))
      .sort(sooner);
    const no =
      (inAll !== null && this.used(coupon) + quantity > inAll) ||
      (each !== null && same + quantity > each) ||
      (others.length > 0 && !(this.together[coupon] && others.every((use) => this.together[use.coupon]))) ||
      left <= 0;
    return no || pays === undefined ? undefined : { held: pays.id, discount: Math.min(OFF * quantity, left) };
  }
  /** What a booking engine is told of the guest: not over, with uses left, and once for each coupon and occasion. */
  usable(guest: number, today: CalendarDate): { id: number; until: CalendarDate | null }[] {
    const all = this.held.filter((one) => one.active).filter(this.family(guest));
    const lasts = (one: Held) =>
      all
        .filter((other) => other.coupon === one.coupon && other.occasion === one.occasion)
        .every((other) => other === one || (other.until === one.until ? other.id > one.id : sooner(other, one) < 0));
    return all
      .filter((one) => (one.until === null || one.until >= today) && this.timesLeft(one, guest) && lasts(one))
      .sort(sooner)
      .map(({ id, until }) => ({ id, until }));
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
