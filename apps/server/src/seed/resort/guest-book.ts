import { nameAreaOf } from "../people/foreign-names.ts";
import {
  foreignName,
  japaneseName,
  mailAddressOf,
  mobileNumberOf,
  type PersonName,
  type Sex,
} from "../people/names.ts";
import { type Random, seededRandom } from "../people/random.ts";
import { type Booking, isoDate } from "./booking.ts";

export interface ResortGuest {
  serial: number;
  person: PersonName;
  country: string;
  language: "ja" | "en";
  memberNumber: string;
  email: string;
  /** As the file words it; empty without an address. */
  emailConsent: "はい" | "いいえ" | "";
  tel: string;
  gender: Sex | "unknown";
  birthday: string;
  /** Stays given to this guest, as [check-in day, first day free again]. */
  stays: [number, number][];
}

/** The hotel's own country: its guests become Japanese ones. */
export const HOME_COUNTRY = "PRT";

// How often a booking without a mark in the file is a guest's further one, by how it was sold: business and direct guests
// come back, groups hardly ever do.
const RETURNING: Record<string, number> = {
  Direct: 0.35,
  Corporate: 0.5,
  Complementary: 0.4,
  "Online TA": 0.25,
  "Offline TA/TO": 0.12,
  Groups: 0.03,
};
const CANDIDATES = 40;

/**
 * Gives every booking a guest; the file has none. A row marked as a repeated guest's takes an earlier guest of the same
 * country whose number of stays before that day comes nearest to the file's; some of the others come back too. Only guests
 * who can be recognised (member number, mail, telephone) come back, and nobody is in the house twice at a time.
 */
export class GuestBook {
  readonly #byCountry = new Map<string, { all: ResortGuest[]; regulars: ResortGuest[] }>();
  #serial = 0;

  get guestCount(): number {
    return this.#serial;
  }

  guestFor(booking: Booking): ResortGuest {
    const random = seededRandom(`booking ${booking.rowNumber}`);
    const marked = booking.repeated || booking.previousStays > 0;
    const returns = marked || random.chance(RETURNING[booking.segment] ?? 0);
    const known = returns ? this.#knownGuest(booking, random, marked) : undefined;
    const guest = known ?? this.#newGuest(booking, marked);
    if (booking.state === "stayed") guest.stays.push([booking.checkInDay, endOf(booking)]);
    return guest;
  }

  #knownGuest(booking: Booking, random: Random, marked: boolean): ResortGuest | undefined {
    const pool = this.#poolOf(booking.country);
    const candidates: ResortGuest[] = [];
    for (const list of [pool.regulars, pool.all]) {
      for (let tries = list.length === 0 ? 0 : CANDIDATES; tries > 0; tries--) candidates.push(random.pick(list));
    }
    // The file's number of earlier stays for marked rows; for the others mostly few, now and then many.
    const wanted = marked ? Math.max(1, booking.previousStays) : Math.floor(1 / (1 - random.next() * 0.95));
    const lastDay = endOf(booking);
    let best: ResortGuest | undefined;
    let bestDistance = Number.POSITIVE_INFINITY;
    for (const guest of candidates) {
      if (guest.stays.some(([from, to]) => booking.checkInDay < to && from < lastDay)) continue;
      const earlier = guest.stays.filter(([from]) => from < booking.checkInDay).length;
      if (earlier === 0 && !marked) continue;
      const stranger = marked && guest.memberNumber === "" ? 2 : 0; // who is known as a repeated guest mostly has a card
      const distance = Math.abs(earlier - wanted) + stranger + (earlier === 0 ? 100 : 0);
      if (distance >= bestDistance) continue;
      best = guest;
      bestDistance = distance;
    }
    if (best !== undefined && best.stays.length > 0 && !pool.regulars.includes(best)) pool.regulars.push(best);
    return best;
  }

  #newGuest(booking: Booking, member: boolean): ResortGuest {
    const serial = ++this.#serial;
    const random = seededRandom(`guest ${serial}`);
    const { country } = booking;
    const foreign = country !== "" && country !== HOME_COUNTRY && country !== "JPN" && random.chance(0.8);
    const person = foreign ? foreignName(random, nameAreaOf(country)) : japaneseName(random);
    const email = random.chance(0.6) ? mailAddressOf(random, person, serial) : "";
    const guest: ResortGuest = {
      serial,
      person,
      country,
      language: foreign ? "en" : "ja",
      memberNumber: member || random.chance(0.3) ? `M${String(serial).padStart(7, "0")}` : "",
      email,
      // A random draw of its own, so that adding it changed no other value.
      emailConsent: email === "" ? "" : seededRandom(`consent ${serial}`).chance(0.7) ? "はい" : "いいえ",
      tel: random.chance(0.8) ? mobileNumberOf(serial) : "",
      gender: random.chance(0.95) ? person.sex : "unknown",
      birthday: random.chance(0.9) ? isoDate(booking.checkInDay - ageInDays(random)) : "",
      stays: [],
    };
    const recognisable = guest.memberNumber !== "" || guest.email !== "" || guest.tel !== "";
    if (recognisable) this.#poolOf(country).all.push(guest);
    return guest;
  }

  #poolOf(country: string) {
    let pool = this.#byCountry.get(country);
    if (pool === undefined) {
      pool = { all: [], regulars: [] };
      this.#byCountry.set(country, pool);
    }
    return pool;
  }
}

/** A day use takes its day. */
function endOf({ checkInDay, checkOutDay }: Booking): number {
  return Math.max(checkOutDay, checkInDay + 1);
}

/** From 20 to 84 years, most between 30 and 65: the mean of two throws. */
function ageInDays(random: Random): number {
  return random.int(20 * 365, 84 * 365) / 2 + random.int(20 * 365, 84 * 365) / 2;
}
