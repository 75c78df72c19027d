import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import { bookedOf, type DemoBookingRow, type DemoFacility, stayed } from "./demo-bookings.ts";
import { japaneseName, mailAddressOf, mobileNumberOf, type PersonName } from "./people/names.ts";
import { type Random, seededRandom } from "./people/random.ts";

export const COMPANION = "同伴";

type Programme = { prefix: string; firstSerial: number; facilities: readonly DemoFacility[] };
type Placed = { code: string; row: DemoBookingRow };

/** Behind the serials of the programme's own guests. */
const SERIALS = 90_000;
const AGENCY_GUESTS = 7;

/**
 * Bookings of which the product asks a person whose they are (名寄せ): contacts of groups, companions, keys of two guests in one booking,
 * an agency's telephone, and guests alike who carry two member cards. `known`: guests who have stayed before the last quarter.
 */
export function* unclearBookings(
  programme: Programme,
  known: readonly DemoBookingRow[],
  today: CalendarDate,
): Generator<Placed> {
  const random = seededRandom(`demo unclear ${programme.prefix}`);
  const full = known.filter((guest) => guest.email && guest.tel && guest.member_number && guest.nationality === "JPN");
  const [host, spouse, organiser, family, ...pairs] = full;
  if (!host || !spouse || !organiser || !family) return;
  const placeOf = (n: number) => programme.facilities[n % programme.facilities.length];
  let bookings = 0;
  const toCome = (guest: DemoBookingRow): Placed => {
    const place = placeOf(bookings++);
    if (!place) throw new RangeError("a programme without facilities");
    const base = bookedOf(place, addDays(today, 2 + bookings * 2), random.pick([1, 2]), random);
    const reserved_date = base.reserved_date < today ? base.reserved_date : today;
    return { code: place.code, row: { ...base, reservation_status: "予約", state: "予約", reserved_date, ...guest } };
  };

  // A group's contact who is known, and one whom nobody knows.
  yield toCome({ ...contactOf(organiser), group_type: "団体" });
  yield toCome({ ...newGuest(random, { tel: telOf(programme, 0) }), group_type: "団体" });

  // A companion with the name and the telephone of a known guest, and one of whom only the family's telephone is told.
  const child = newGuest(random, { tel: family.tel ?? "" });
  for (const [booker, companion] of [
    [host, contactOf(spouse, "tel")],
    [family, ofFamily(child, family)],
  ] as const) {
    const booked = toCome(booker);
    yield booked;
    yield { ...booked, row: { ...booked.row, ...NO_DETAILS, ...companion, guest_type: COMPANION } };
  }

  // One guest's mail address with another one's name and telephone: who books for whom?
  for (const [one, other] of [pairs.slice(0, 2), pairs.slice(2, 4)])
    if (one && other) yield toCome({ ...contactOf(other, "tel"), email: one.email ?? "" });

  yield* agencyBookings(programme, random, today);
  yield* twoCards(programme, random, today);
}

/** What a companion's line does not say. */
const NO_DETAILS: DemoBookingRow = { member_number: "", email: "", email_consent: "", birthday: "", gender: "" };

/** A known guest as a booking by somebody who has no member card at hand names him. */
function contactOf(guest: DemoBookingRow, only?: "tel"): DemoBookingRow {
  const { guest_name = "", guest_name_kana = "", email = "", tel = "" } = guest;
  return { guest_name, guest_name_kana, tel, ...(only === "tel" ? {} : { email }) };
}

const named = ({ name, kana }: PersonName): DemoBookingRow => ({ guest_name: name, guest_name_kana: kana });
const newGuest = (random: Random, more: DemoBookingRow): DemoBookingRow => ({
  ...named(japaneseName(random)),
  ...more,
});

/** The same person with the family name of `family`. */
function ofFamily(guest: DemoBookingRow, family: DemoBookingRow): DemoBookingRow {
  const joined = (field: "guest_name" | "guest_name_kana") =>
    `${String(family[field]).split(" ")[0]} ${String(guest[field]).split(" ")[1]}`;
  return { ...guest, guest_name: joined("guest_name"), guest_name_kana: joined("guest_name_kana") };
}

const telOf = (programme: Programme, n: number) => mobileNumberOf(programme.firstSerial + SERIALS + n);

/** An agency books under its own telephone: from the fifth name on the number is nobody's. */
function* agencyBookings(programme: Programme, random: Random, today: CalendarDate): Generator<Placed> {
  const [place] = programme.facilities;
  if (!place) return;
  for (let n = 0; n < AGENCY_GUESTS; n++) {
    const base = bookedOf(place, addDays(today, -40 + n * 3), 1, random);
    yield { code: place.code, row: { ...stayed(base, 0), ...newGuest(random, { tel: telOf(programme, 1) }) } };
  }
}

const CARDS: readonly {
  names: readonly [string, string];
  kana: string;
  latin: [string, string];
  birthday: string;
  by: "email" | "tel";
}[] = [
  {
    names: ["斎藤 美和", "斉藤 美和"],
    kana: "サイトウ ミワ",
    latin: ["saitou", "miwa"],
    birthday: "1968-04-12",
    by: "email",
  },
  { names: ["渡辺 浩", "渡邉 浩"], kana: "ワタナベ ヒロシ", latin: ["watanabe", "hiroshi"], birthday: "", by: "tel" },
];

/** Who got a member card in two houses, each with the name as its desk wrote it: alike, and never joined without being asked. */
function* twoCards(programme: Programme, random: Random, today: CalendarDate): Generator<Placed> {
  for (const [n, { names, kana, latin, birthday, by }] of CARDS.entries()) {
    const [family, given] = latin;
    const serial = programme.firstSerial + SERIALS + 10 + n;
    const contact =
      by === "tel"
        ? { tel: mobileNumberOf(serial) }
        : { email: mailAddressOf(random, { name: "", kana, latin: { family, given }, sex: "female" }, serial) };
    for (const [at, name] of names.entries()) {
      const place = programme.facilities[(n + at) % programme.facilities.length];
      if (!place) return;
      const base = bookedOf(place, addDays(today, at === 0 ? -400 : -30), 1, random);
      const member_number = `${programme.prefix}-${900_001 + n * 2 + at}`;
      const guest: DemoBookingRow = { guest_name: name, guest_name_kana: kana, birthday, member_number, ...contact };
      yield { code: place.code, row: { ...stayed(base, 0), ...guest } };
    }
  }
}
