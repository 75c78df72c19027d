import { addDays, type CalendarDate, daysBetween, monthOf } from "@okaeri/domain/calendar-date";
import type { ImportField } from "@okaeri/domain/stays/import-fields";
import type { Random } from "./people/random.ts";

/** One facility of the demo: its yen per person and night, and how often guests choose it. */
export type DemoFacility = {
  code: string;
  weight: number;
  nightly: number;
  plans: readonly string[];
  rooms: readonly string[];
};

const WALK_IN = "ウォークイン";

export type DemoBookingRow = Partial<Record<ImportField, string | number>>;

/** Who comes, and what part of the usual price they pay. */
export type Party = { adults: number; children: number; part: number };

function partyOf(random: Random): Party {
  const adults = random.pick([1, 2, 2, 2, 2, 3, 4]);
  return { adults, children: adults >= 2 && random.chance(0.18) ? random.int(1, 2) : 0, part: 1 };
}

/** What is booked, before anything becomes of it. */
export function bookedOf(
  place: DemoFacility,
  checkIn: CalendarDate,
  nights: number,
  random: Random,
  party: Party = partyOf(random),
) {
  const checkOut = addDays(checkIn, nights);
  const { adults, children, part } = party;
  const season = [1, 0.95, 1.05, 1.1, 1.15, 0.9, 1, 1.3, 1, 1.15, 1.2, 1.1][monthOf(checkIn) - 1] ?? 1;
  const price =
    Math.round(
      (place.nightly * season * (adults + children * 0.5) * part * nights * (0.85 + random.next() * 0.4)) / 100,
    ) * 100;
  const walkIn = random.chance(0.03);
  const reserved = walkIn ? checkIn : addDays(checkIn, -random.int(1, 90));
  return {
    reservation_status: walkIn ? WALK_IN : "予約",
    reserved_date: reserved,
    check_in_date: checkIn,
    check_out_date: checkOut,
    reserved_price: price,
    plan_code: random.pick(place.plans),
    room_type: random.pick(place.rooms),
    adult_count: adults,
    child_count: children,
    group_type: "個人",
  };
}
type Booked = ReturnType<typeof bookedOf>;

/** What has become of it by today: to come, cancelled, here, not come, or stayed. */
export function outcomeOf(base: Booked, random: Random, today: CalendarDate): DemoBookingRow {
  // Nobody has walked in yet, and nobody books after today: those have booked as long before it.
  const early = daysBetween(today, base.reserved_date);
  if (early > 0) return { ...base, reservation_status: "予約", reserved_date: addDays(today, -early), state: "予約" };
  if (base.reservation_status !== WALK_IN && random.chance(0.08)) {
    const cancelled = addDays(base.check_in_date, -random.int(0, 20));
    return {
      ...base,
      state: "キャンセル",
      cancel_date: cancelled < base.reserved_date ? base.reserved_date : cancelled > today ? today : cancelled,
    };
  }
  if (base.check_out_date > today) return { ...base, state: "予約" };
  if (random.chance(0.007)) return { ...base, state: "ノーショー" };
  return stayed(base, random.chance(0.5) ? random.int(5, 120) * 100 : 0);
}

/** The guests came and paid, with something on top. */
export function stayed(base: Booked, extras: number): DemoBookingRow {
  const used = base.reserved_price + extras;
  return { ...base, state: "滞在済", use_price: used, payment_price: used, confirmed_date: base.check_out_date };
}

export function weighted(facilities: readonly DemoFacility[], random: Random): DemoFacility {
  const total = facilities.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.next() * total;
  const found = facilities.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  const chosen = found ?? facilities[0];
  if (!chosen) throw new RangeError("a programme without facilities");
  return chosen;
}
