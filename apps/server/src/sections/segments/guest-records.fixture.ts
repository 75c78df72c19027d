import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  dayOfWeek,
  daysBetween,
  monthOf,
} from "@okaeri/domain/calendar-date";
import { earliest } from "@okaeri/domain/coupons/valid-until";
import { REGISTRATION_CARD_STATUSES } from "@okaeri/domain/enumerations";
import { isHolidayEve } from "@okaeri/domain/japanese-holidays";
import { rangeHasMonth } from "@okaeri/domain/points/stay-points";
import type { GuestLists } from "@okaeri/domain/segments/matches";
import fc from "fast-check";
import { reservationState } from "../stays/reservation-state.ts";
import type { Row } from "./insert-all.fixture.ts";

// Random records of a guest: bookings and stays, coupons, uses of points, messages. Each is told as rows and as what conditions count.

export const TODAY = calendarDate("2026-11-20");
export const CODES = ["A", 'B"\\', "素泊"];
/** What the records name: ids of the account. */
export type Named = {
  accountId: number;
  facilities: readonly number[];
  channels: readonly number[];
  /** The campaign, and pushes of it by their channel; the second mail is of no campaign. */
  campaign: number;
  mail: number;
  otherMail: number;
  points: number;
  /** The first is of the campaign; the second can be used without end. */
  coupons: readonly [number, number];
};
export const COUPON_ENDS = calendarDate("2026-12-31");

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 });
const past = fc.integer({ min: -1100, max: 0 }).map((n) => addDays(TODAY, n));

export const booking = (named: Named) =>
  fc.record({
    facility: fc.constantFrom(...named.facilities),
    out: fc
      .oneof({ weight: 4, arbitrary: fc.integer({ min: -1100, max: 3 }) }, fc.integer({ min: 0, max: 40 }))
      .map((n) => addDays(TODAY, n)),
    nights: fc.integer({ min: 0, max: 3 }),
    status: fc.constantFrom("reserved" as const, "reserved" as const, "go_show" as const),
    stay: fc.constantFrom("counts" as const, "none" as const, "reversed" as const),
    cancelled: fc.constantFrom(false, false, true),
    noShow: fc.constantFrom(false, false, true),
    linked: fc.constantFrom(false, false, false, true),
    plan: fc.constantFrom("", ...CODES),
    channel: maybe(fc.constantFrom(...named.channels)),
    price: fc.constantFrom(1000, 1500, 2500),
    reservedPrice: maybe(fc.constantFrom(0, 1000, 1500, 2500)),
    online: fc.tuple(fc.boolean(), fc.boolean()),
    reservedAhead: maybe(fc.integer({ min: 0, max: 60 })),
    group: fc.constantFrom("individual", "group"),
    card: fc.constantFrom(...REGISTRATION_CARD_STATUSES),
    rooms: fc.array(
      fc.record({
        room_type: fc.constantFrom("", ...CODES),
        adult_count: maybe(fc.nat(3)),
        child_count: maybe(fc.nat(2)),
      }),
      { maxLength: 2 },
    ),
  });
export type Booking = ReturnType<typeof booking> extends fc.Arbitrary<infer B> ? B : never;

export const records = (named: Named) =>
  fc.record({
    bookings: fc.array(booking(named), { maxLength: 4 }),
    coupons: fc.array(
      fc.record({
        coupon: fc.constantFrom(...named.coupons),
        got: past,
        /** Counted from the acquisition. */
        until: fc.constantFrom(null, null, addDays(COUPON_ENDS, -1), addDays(COUPON_ENDS, 1)),
        revoked: fc.constantFrom(false, false, true),
        used: maybe(fc.record({ on: past, cancelled: fc.boolean() })),
      }),
      { maxLength: 2 },
    ),
    uses: fc.array(
      fc.record({
        facility: fc.constantFrom(...named.facilities),
        on: past,
        points: fc.constantFrom(100, 900),
        cancelled: fc.constantFrom(false, false, true),
      }),
      { maxLength: 2 },
    ),
    messages: fc.subarray([named.mail, named.otherMail, named.points]).chain((pushes) =>
      fc.tuple(
        ...pushes.map((push) =>
          fc.record({
            push: fc.constant(push),
            outcome: fc.constantFrom("waiting", "sent", "skipped", "failed", "unknown"),
            on: past,
            opened: fc.option(past),
            clicked: fc.option(past),
          }),
        ),
      ),
    ),
  });
export type Records = ReturnType<typeof records> extends fc.Arbitrary<infer R> ? R : never;

const stayed = ({ stay }: Booking) => stay === "counts";
const reservationId = (customer: number, at: number) => customer * 10 + at;

/** The rows of a guest's records. `written`: for whom ledgers have them, the guest or who was merged into it. */
export function rowsOf(
  { bookings, coupons, uses, messages }: Records,
  customer: number,
  written: number,
  named: Named,
) {
  const account_id = named.accountId;
  const idOf = (at: number) => reservationId(customer, at);
  const at = (one: Booking) => ({ check_in_date: addDays(one.out, -one.nights), check_out_date: one.out });
  const rows: Record<string, Row[]> = {
    stay_reservations: bookings.map((one, n) => ({
      ...at(one),
      account_id,
      id: idOf(n),
      facility_account_id: one.facility,
      customer_id: customer,
      original_reservation_code: `${customer}-${n}`,
      reservation_status: one.status,
      plan_code: one.plan,
      account_booking_channel_id: one.channel,
      reserved_price: one.reservedPrice,
      reserved_date: reservedOn(one),
      cancel_date: one.cancelled ? TODAY : null,
      is_no_show: one.noShow,
      group_type: one.group,
      registration_card_status: one.card,
      // Reported by another system too, of the same booking.
      linked_to_id: one.linked && n > 0 ? idOf(0) : null,
    })),
    stay_transactions: bookings.flatMap((one, n) =>
      one.stay === "none"
        ? []
        : [
            {
              ...at(one),
              account_id,
              facility_account_id: one.facility,
              stay_reservation_id: idOf(n),
              customer_id: customer,
              transaction_code: `${customer}-${n}`,
              confirmed_date: one.out,
              use_price: one.price,
              is_online_check_in: one.online[0],
              is_online_check_out: one.online[1],
              reversed_at: stayed(one) ? null : TODAY,
            },
          ],
    ),
    stay_rooms: bookings.flatMap((one, n) =>
      one.rooms.map((room, seq) => ({
        ...room,
        account_id,
        stay_reservation_id: idOf(n),
        seq: seq + 1,
        stay_start_date: one.out,
        stay_end_date: one.out,
      })),
    ),
    acquire_coupons: coupons.map((one, n) => ({
      account_id,
      id: idOf(n),
      customer_id: written,
      coupon_id: one.coupon,
      acquire_date: one.got,
      valid_until: one.until,
      occasion: `${n}`,
      idempotency_key: `${customer}-${n}`,
      active_status: one.revoked ? "inactive" : "active",
      cancel_date: one.revoked ? TODAY : null,
    })),
    use_coupon_cases: coupons.flatMap(({ coupon, used }, n) =>
      used === null
        ? []
        : [
            {
              account_id,
              facility_account_id: named.facilities[0],
              customer_id: customer,
              coupon_id: coupon,
              acquire_coupon_id: idOf(n),
              use_date: used.on,
              discount: 1,
              cancel_date: used.cancelled ? TODAY : null,
              idempotency_key: `${customer}-${n}`,
            },
          ],
    ),
    use_point_cases: uses.map((one, n) => ({
      account_id,
      facility_account_id: one.facility,
      customer_id: written,
      use_date: one.on,
      use_point: one.points,
      cancel_date: one.cancelled ? TODAY : null,
      idempotency_key: `${customer}-${n}`,
    })),
    push_action_targets: messages.map((one) => ({
      account_id,
      push_action_id: one.push,
      customer_id: written,
      outcome: one.outcome,
      sent_at: sentOn(one) === null ? null : `${one.on}T00:30:00+09:00`,
      opened_at: one.opened && `${one.opened}T23:30:00+09:00`,
      clicked_at: one.clicked && `${one.clicked}T00:30:00+09:00`,
    })),
  };
  return rows;
}

const reservedOn = ({ reservedAhead, out, nights }: Booking) =>
  reservedAhead === null ? null : addDays(out, -nights - reservedAhead);
const sentOn = ({ outcome, on }: { outcome: string; on: CalendarDate }) =>
  outcome === "sent" || outcome === "unknown" ? on : null;

function ofBooking({ facility, out, nights, plan, channel, rooms, group }: Booking) {
  const from = addDays(out, -nights);
  const sum = (count: "adult_count" | "child_count") => {
    const known = rooms.flatMap(({ [count]: people }) => people ?? []);
    return known.length === 0 ? null : known.reduce((total, people) => total + people, 0);
  };
  return {
    facility_account_id: facility,
    check_in_on: from,
    check_out_on: out,
    stay_days: nights,
    plan_code: plan || null,
    booking_channel_id: channel,
    room_type: rooms[0]?.room_type || null,
    adult_count: sum("adult_count"),
    child_count: sum("child_count"),
    check_in_day: dayOfWeek(from),
    check_out_day: dayOfWeek(out),
    holiday_eve: isHolidayEve(from),
    group_type: group,
  };
}

const STATES = { reserved: "booked", checked_out: "stayed" } as Record<string, string>;

function reservation(one: Booking) {
  const dates = { check_in_date: addDays(one.out, -one.nights), check_out_date: one.out };
  const state = reservationState(
    { ...dates, cancel_date: one.cancelled ? TODAY : null, is_no_show: one.noShow, confirmed: stayed(one) },
    TODAY,
  );
  const [checkIn, checkOut] = one.online;
  return {
    ...ofBooking(one),
    use_price: stayed(one) ? one.price : null,
    is_online_check_in: stayed(one) ? checkIn : null,
    is_online_check_out: stayed(one) ? checkOut : null,
    reserved_on: reservedOn(one),
    reserved_price: one.reservedPrice,
    lead_days: one.reservedAhead,
    state: STATES[state] ?? state,
    cancelled_on: one.cancelled ? TODAY : null,
  };
}

/** What conditions count of them. */
export function listsOf({ bookings, coupons, uses, messages }: Records, named: Named): GuestLists {
  return {
    stays: bookings.filter(stayed).map((one) => ({
      ...ofBooking(one),
      use_price: one.price,
      is_online_check_in: one.online[0],
      is_online_check_out: one.online[1],
    })),
    reservations: bookings
      .filter(({ status, linked }, n) => status === "reserved" && !(linked && n > 0))
      .map(reservation),
    coupons: coupons
      .filter(({ revoked }) => !revoked)
      .map(({ coupon, got, until, used }) => ({
        campaign_id: coupon === named.coupons[0] ? named.campaign : null,
        coupon_id: coupon,
        got_on: got,
        used_on: used === null || used.cancelled ? null : used.on,
        last_day: earliest(coupon === named.coupons[0] ? COUPON_ENDS : null, until),
      })),
    point_uses: uses
      .filter(({ cancelled }) => !cancelled)
      .map(({ facility, on, points }) => ({ used_on: on, points, facility_account_id: facility })),
    messages: messages
      .filter(({ push, outcome }) => push !== named.points && outcome !== "waiting")
      .map((one) => ({
        campaign_id: one.push === named.mail ? named.campaign : null,
        channel: "mail",
        sent_on: sentOn(one),
        outcome: one.outcome,
        opened_on: one.opened,
        clicked_on: one.clicked,
      })),
  };
}

/** What is known of the reservation that is to come or goes on, else of the one that was last; of several alike, of the first. */
function nextOf(bookings: readonly Booking[]) {
  const own = bookings.filter(({ linked }, n) => !(linked && n > 0));
  const stands = ({ out, cancelled, noShow }: Booking) => out >= TODAY && !cancelled && !noShow;
  const away = ({ out, nights }: Booking) => Math.abs(daysBetween(TODAY, addDays(out, -nights)));
  const [next] = own.toSorted((a, b) => Number(stands(b)) - Number(stands(a)) || away(a) - away(b));
  return next === undefined ? null : ofOccasion(next);
}

/** What is known of each reservation, by its id. */
export const occasionsOf = (bookings: readonly Booking[], customer: number) =>
  new Map(bookings.map((one, n) => [reservationId(customer, n), ofOccasion(one)]));

const ofOccasion = (one: Booking) => ({ ...reservation(one), card_status: one.card });

/** What conditions ask of the stays and bookings themselves. */
export function stayFacts(bookings: readonly Booking[], birthday: CalendarDate | null) {
  const counted = bookings.map((one, code) => ({ ...one, code })).filter(stayed);
  const [last] = [...counted].sort((a, b) => (a.out === b.out ? b.code - a.code : a.out < b.out ? 1 : -1));
  const since = (day: CalendarDate) => counted.filter(({ out }) => out >= day).length;
  const expected = bookings.flatMap((one, n) => {
    const from = addDays(one.out, -one.nights);
    const stands = one.status === "reserved" && !one.cancelled && !one.noShow && !stayed(one) && !(one.linked && n > 0);
    return stands && daysBetween(TODAY, from) >= 0 ? [from] : [];
  });
  const from = last && addDays(last.out, -last.nights);
  return {
    reservation: nextOf(bookings),
    last_stay_on: last?.out ?? null,
    stay_count: counted.length,
    stay_count_2y: since(calendarDate("2024-11-20")),
    use_price_total: counted.reduce((sum, { price }) => sum + price, 0),
    stay_check_in_day: from ? dayOfWeek(from) : null,
    stay_check_out_day: last ? dayOfWeek(last.out) : null,
    stay_days: last?.nights ?? null,
    stay_use_price: last?.price ?? null,
    stay_plan_code: last?.plan || null,
    stay_booking_channel_id: last?.channel ?? null,
    stay_holiday_eve: from ? isHolidayEve(from) : null,
    stay_is_online_check_in: last?.online[0] ?? null,
    stay_is_online_check_out: last?.online[1] ?? null,
    stay_number: counted.length || null,
    stay_number_2y: last ? since(addMonths(last.out, -24)) : null,
    stay_in_birthday_month: last && from && birthday ? rangeHasMonth(from, last.out, monthOf(birthday)) : null,
    next_check_in_on: expected.sort()[0] ?? null,
    facility_account_ids: counted.map(({ facility }) => facility),
    reserved_facility_account_ids: bookings
      .filter(({ status }) => status === "reserved")
      .map(({ facility }) => facility),
  };
}
