import { addDays, type CalendarDate, toEpochDay } from "@okaeri/domain/calendar-date";
import { bookedOf, type DemoFacility } from "../demo-bookings.ts";
import { type DemoProgramme, guestOf } from "../demo-guests.ts";
import { seededRandom } from "../people/random.ts";
import type { BookedRow, KnownGuest } from "./hotel-book.queries.ts";

export type DemoFeedRow = Record<string, string | number | boolean>;

/** What the systems of the demo's hotels say, as rows of the plain feed. */

const NO_SHOWS = 0.007;
const CALLED_OFF_A_DAY = 0.004;
const MOVED_A_DAY = 0.003;
const NEW_GUESTS = 0.25;

export const bookingCode = (house: string, day: CalendarDate, n: number): string =>
  `${house}-${day.replaceAll("-", "")}-${String(n).padStart(3, "0")}`;

/** Of those who were to leave this day: most have stayed and paid, with something on top. */
export function leavingRows(house: string, day: CalendarDate, booked: readonly BookedRow[]) {
  const random = seededRandom(`demo leaving ${house} ${day}`);
  const rows: Record<"reservations" | "stays", DemoFeedRow[]> = { reservations: [], stays: [] };
  for (const { code, reserved_price, check_out_date } of booked) {
    const [absent, extras] = [random.chance(NO_SHOWS), random.chance(0.5) ? random.int(5, 120) * 100 : 0];
    const source_updated_at = `${day}T11:30:00+09:00`;
    const use_price = reserved_price + extras;
    if (absent) rows.reservations.push({ reservation_code: code, state: "no_show", source_updated_at });
    else
      rows.stays.push({
        reservation_code: code,
        transaction_code: `D-${code}`,
        confirmed_date: check_out_date,
        use_price,
        payment_price: use_price,
        source_updated_at,
      });
  }
  return rows;
}

/** Of those who are to come some call off, some come on other days. */
export function changedRows(house: string, day: CalendarDate, booked: readonly BookedRow[]): DemoFeedRow[] {
  const random = seededRandom(`demo changes ${house} ${day}`);
  const source_updated_at = `${day}T18:00:00+09:00`;
  return booked.flatMap(({ code, check_in_date, check_out_date }): DemoFeedRow[] => {
    const [what, later] = [random.next(), random.int(1, 9)];
    if (what < CALLED_OFF_A_DAY)
      return [{ reservation_code: code, state: "cancelled", cancel_date: day, source_updated_at }];
    if (what > CALLED_OFF_A_DAY + MOVED_A_DAY) return [];
    const days = {
      check_in_date: addDays(check_in_date, later),
      check_out_date: addDays(check_out_date, later),
    };
    return [{ reservation_code: code, ...days, source_updated_at }];
  });
}

/** Who books this day: guests who have stayed before, and new ones. */
export function bookedRows(
  { place, programme }: { place: DemoFacility; programme: DemoProgramme },
  day: CalendarDate,
  known: readonly KnownGuest[],
  aDay: number,
): DemoFeedRow[] {
  const random = seededRandom(`demo bookings ${place.code} ${day}`);
  const wanted = aDay * (0.7 + random.next() * 0.6);
  const count = Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0);
  return Array.from({ length: count }, (_, n): DemoFeedRow => {
    const checkIn = addDays(day, random.int(1, 10) + random.int(0, 50));
    const booked = bookedOf(place, checkIn, random.pick([1, 1, 1, 2, 2, 3]), random);
    const guest = known[n];
    const isNew = guest === undefined || random.chance(NEW_GUESTS);
    return {
      ...knownFields(isNew ? newGuest(place, programme, day, n) : rowOf(guest)),
      reservation_code: bookingCode(place.code, day, n + 1),
      reservation_status: "reserved",
      state: "reserved",
      reserved_date: day,
      check_in_date: booked.check_in_date,
      check_out_date: booked.check_out_date,
      reserved_price: booked.reserved_price,
      plan_code: booked.plan_code,
      room_type: booked.room_type,
      adult_count: booked.adult_count,
      child_count: booked.child_count,
      group_type: "individual",
      source_updated_at: `${day}T18:00:00+09:00`,
    };
  });
}

const rowOf = ({ name, name_kana, ...keys }: KnownGuest) => ({ guest_name: name, guest_name_kana: name_kana, ...keys });

/** Behind the numbers of those who are there from the start; so many a house and day. */
const FIRST_NEW = 91_000;
const NEW_A_DAY = 40;
const DAYS_OF_NUMBERS = 400;

function newGuest(place: DemoFacility, programme: DemoProgramme, day: CalendarDate, n: number) {
  const house = programme.facilities.indexOf(place);
  const serial = (toEpochDay(day) % DAYS_OF_NUMBERS) * NEW_A_DAY * programme.facilities.length + house * NEW_A_DAY + n;
  return guestOf(programme, FIRST_NEW + serial, seededRandom(`demo new ${place.code} ${day} ${n}`));
}

/** What is not known is not said. */
function knownFields(guest: Record<string, string | number | null>): DemoFeedRow {
  return Object.fromEntries(Object.entries(guest).flatMap(([field, value]) => (value ? [[field, value]] : [])));
}
