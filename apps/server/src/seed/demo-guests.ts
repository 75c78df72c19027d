import { addDays, type CalendarDate } from "@okaeri/domain/calendar-date";
import type { ImportField } from "@okaeri/domain/stays/import-fields";
import { stringify } from "csv-stringify/sync";
import { bookedOf, type DemoBookingRow, type DemoFacility, outcomeOf, type Party, weighted } from "./demo-bookings.ts";
import { COMPANION, unclearBookings } from "./demo-unclear.ts";
import { foreignName, japaneseName, mailAddressOf, mobileNumberOf } from "./people/names.ts";
import { type Random, seededRandom } from "./people/random.ts";

export type DemoProgramme = {
  prefix: string;
  guests: number;
  facilities: readonly DemoFacility[];
  firstSerial: number;
};

const PLANS = ["STD-2M", "KAISEKI", "EARLY30", "ROOM-ONLY"] as const;
const ROOMS = ["和室10畳", "露天風呂付客室", "和洋室", "特別室"] as const;
const facility = (code: string, weight: number, nightly: number): DemoFacility => ({
  code,
  weight,
  nightly,
  plans: PLANS,
  rooms: ROOMS,
});

/** About 20,000 guests in three programmes; telephone serials do not overlap. */
export const DEMO_PROGRAMMES: readonly DemoProgramme[] = [
  {
    prefix: "H",
    guests: 14_000,
    firstSerial: 100_000,
    facilities: [
      facility("HANA-HAKONE", 34, 24_000),
      facility("HANA-ATAMI", 24, 21_000),
      facility("HANA-KUSATSU", 18, 17_000),
      facility("HANA-KYOTO", 14, 28_000),
      facility("HANA-IZU", 10, 19_000),
    ],
  },
  { prefix: "T", guests: 4_000, firstSerial: 300_000, facilities: [facility("TSUKI", 1, 26_000)] },
  { prefix: "S", guests: 2_000, firstSerial: 500_000, facilities: [facility("SAKURA", 1, 8_500)] },
];

/** Header of each field in the demo's files. */
export const DEMO_HEADERS = {
  reservation_code: "予約番号",
  state: "予約状態",
  reservation_status: "来館区分",
  reserved_date: "予約日",
  check_in_date: "チェックイン日",
  check_out_date: "チェックアウト日",
  cancel_date: "キャンセル日",
  reserved_price: "予約金額",
  use_price: "利用金額",
  payment_price: "支払金額",
  plan_code: "プランコード",
  room_type: "部屋タイプ",
  adult_count: "大人人数",
  child_count: "子供人数",
  group_type: "団体区分",
  guest_type: "宿泊者区分",
  transaction_code: "伝票番号",
  confirmed_date: "精算日",
  member_number: "会員番号",
  guest_name: "氏名",
  guest_name_kana: "氏名カナ",
  email: "メールアドレス",
  email_consent: "メール配信同意",
  tel: "電話番号",
  gender: "性別",
  birthday: "生年月日",
  nationality: "国籍",
  language_code: "言語",
} as const satisfies Partial<Record<ImportField, string>>;

const PAST_DAYS = 730;
const FUTURE_DAYS = 60;
/** Who stayed longer ago is known when the last quarter's bookings come. */
const KNOWN_DAYS = 91;

/**
 * The reservations of one programme by facility, from two years before `today` to two months after, and of some older ones. The same day
 * gives the same rows; another day moves all dates with it, so that the demo always has arrivals today.
 */
export function demoReservations(programme: DemoProgramme, today: CalendarDate): Map<string, DemoBookingRow[]> {
  const rows = new Map<string, DemoBookingRow[]>(programme.facilities.map(({ code }) => [code, []]));
  const known: DemoBookingRow[] = [];
  for (let number = 1; number <= programme.guests; number++) {
    const random = seededRandom(`demo ${programme.prefix} ${number}`);
    const guest = guestOf(programme, number, random);
    let isKnown = false;
    for (const { code, row } of staysOf(programme, habitOf(number), random, today)) {
      rows.get(code)?.push({ ...guest, ...row });
      isKnown ||= row.state === "滞在済" && (row.check_out_date ?? today) <= addDays(today, -KNOWN_DAYS);
    }
    if (isKnown) known.push(guest);
  }
  for (const { code, row } of unclearBookings(programme, known, today)) rows.get(code)?.push(row);
  return new Map([...rows].map(([code, list]) => [code, numbered(code, list)]));
}

/** The CSV of the rows that end after `from` and not after `to`; null is open. */
export function sliceOf(rows: readonly DemoBookingRow[], from: CalendarDate | null, to: CalendarDate | null): string {
  const columns = Object.entries(DEMO_HEADERS).map(([key, header]) => ({ key, header }));
  const inside = rows.filter(
    ({ check_out_date: end = "" }) => (from === null || end > from) && (to === null || end <= to),
  );
  return stringify(inside, { header: true, columns });
}

/** A companion's line has the number of the booking before it. */
function numbered(code: string, rows: readonly DemoBookingRow[]): DemoBookingRow[] {
  let bookings = 0;
  return rows.map((row) => {
    if (row.guest_type !== COMPANION) bookings++;
    const serial = `${code}-${String(bookings).padStart(6, "0")}`;
    return { ...row, reservation_code: serial, ...(row.confirmed_date ? { transaction_code: `D-${serial}` } : {}) };
  });
}

/** When a guest comes: his last visit so many days ago, and earlier ones in even distances. */
type Habit = { last: number; every: number; visits: number; party?: Party };

/** Those for whom a group of the RFM is made and whom chance alone does not bring forth; undefined for all others. */
function habitOf(number: number): Habit | undefined {
  // Guests of long ago, who have not come back.
  if (number % 25 === 24) return { last: PAST_DAYS + 10 + (number % 190), every: 100, visits: 1 };
  switch (number % 400) {
    // Comes alone and often, and pays little: good, though not among the best.
    case 10:
      return { last: 20, every: 55, visits: 12, party: { adults: 1, children: 0, part: 0.6 } };
    // Regulars who were last here half a year ago, and those who have stayed away for a year.
    case 20:
      return { last: 200, every: 45, visits: 11 };
    case 30:
      return { last: 380, every: 30, visits: 12 };
    default:
      return undefined;
  }
}

function* staysOf(
  programme: DemoProgramme,
  habit: Habit | undefined,
  random: Random,
  today: CalendarDate,
): Generator<{ code: string; row: DemoBookingRow }> {
  const home = weighted(programme.facilities, random);
  if (habit) {
    for (let visit = 0; visit < habit.visits; visit++) {
      const day = addDays(today, -habit.last - habit.every * visit);
      yield { code: home.code, row: outcomeOf(bookedOf(home, day, 1, random, habit.party), random, today) };
    }
    return;
  }
  // Many come once, a few come often: the skew that RFM is made for.
  const visits = Math.min(24, Math.max(1, Math.round(Math.exp(random.next() * random.next() * 3.4))));
  const last = addDays(today, FUTURE_DAYS);
  let day = addDays(today, -random.int(0, PAST_DAYS));
  for (let visit = 0; visit < visits && day < last; visit++) {
    const place = random.chance(0.7) ? home : weighted(programme.facilities, random);
    const nights = random.pick([1, 1, 1, 2, 2, 3]);
    yield { code: place.code, row: outcomeOf(bookedOf(place, day, nights, random), random, today) };
    day = addDays(day, nights + random.int(14, Math.round(900 / visits) + 60));
  }
}

export function guestOf(programme: DemoProgramme, number: number, random: Random): DemoBookingRow {
  const foreign = random.chance(0.06);
  const name = foreign ? foreignName(random, "english") : japaneseName(random);
  const serial = programme.firstSerial + number;
  const email = random.chance(0.74) ? mailAddressOf(random, name, serial) : "";
  const tel = !email || random.chance(0.8) ? mobileNumberOf(serial) : "";
  const year = random.int(1948, 2003);
  return {
    member_number: random.chance(0.62) ? `${programme.prefix}-${String(number).padStart(6, "0")}` : "",
    guest_name: name.name,
    guest_name_kana: name.kana,
    email,
    email_consent: email ? (random.chance(0.82) ? "はい" : "いいえ") : "",
    tel,
    gender: name.sex === "female" ? "女性" : "男性",
    birthday: random.chance(0.7)
      ? `${year}-${String(random.int(1, 12)).padStart(2, "0")}-${String(random.int(1, 28)).padStart(2, "0")}`
      : "",
    nationality: foreign ? "GBR" : "JPN",
    language_code: foreign ? "英語" : "日本語",
  };
}
