import { addDays, type CalendarDate, monthOf } from "@okaeri/domain/calendar-date";
import type { ImportField } from "@okaeri/domain/stays/import-fields";
import { stringify } from "csv-stringify/sync";
import { foreignName, japaneseName, mailAddressOf, mobileNumberOf } from "./people/names.ts";
import { type Random, seededRandom } from "./people/random.ts";

/** One facility of the demo: its yen per person and night, and how often guests choose it. */
export type DemoFacility = {
  code: string;
  weight: number;
  nightly: number;
  plans: readonly string[];
  rooms: readonly string[];
};
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

export type Row = Partial<Record<ImportField, string | number>>;

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

/**
 * The reservations of one programme by facility, from two years before `today` to two months after. The same day
 * gives the same rows; another day moves all dates with it, so that the demo always has arrivals today.
 */
export function demoReservations(programme: DemoProgramme, today: CalendarDate): Map<string, Row[]> {
  const rows = new Map<string, Row[]>(programme.facilities.map(({ code }) => [code, []]));
  for (let number = 1; number <= programme.guests; number++) {
    const random = seededRandom(`demo ${programme.prefix} ${number}`);
    for (const { code, row } of staysOf(programme, number, random, today)) rows.get(code)?.push(row);
  }
  return new Map([...rows].map(([code, list]) => [code, numbered(code, list)]));
}

/** The CSV of the rows that end after `from` and not after `to`; null is open. */
export function sliceOf(rows: readonly Row[], from: CalendarDate | null, to: CalendarDate | null): string {
  const columns = Object.entries(DEMO_HEADERS).map(([key, header]) => ({ key, header }));
  const inside = rows.filter(
    ({ check_out_date: end = "" }) => (from === null || end > from) && (to === null || end <= to),
  );
  return stringify(inside, { header: true, columns });
}

function numbered(code: string, rows: readonly Row[]): Row[] {
  return rows.map((row, index) => {
    const serial = `${code}-${String(index + 1).padStart(6, "0")}`;
    return { ...row, reservation_code: serial, ...(row.confirmed_date ? { transaction_code: `D-${serial}` } : {}) };
  });
}

function* staysOf(
  programme: DemoProgramme,
  number: number,
  random: Random,
  today: CalendarDate,
): Generator<{ code: string; row: Row }> {
  const guest = guestOf(programme, number, random);
  const home = weighted(programme.facilities, random);
  // Many come once, a few come often: the skew that RFM is made for.
  const visits = Math.min(24, Math.max(1, Math.round(Math.exp(random.next() * random.next() * 3.4))));
  const last = addDays(today, FUTURE_DAYS);
  let day = addDays(today, -random.int(0, PAST_DAYS));
  for (let visit = 0; visit < visits && day < last; visit++) {
    const place = random.chance(0.7) ? home : weighted(programme.facilities, random);
    const nights = random.pick([1, 1, 1, 2, 2, 3]);
    yield { code: place.code, row: { ...guest, ...bookingOf(place, day, nights, random, today) } };
    day = addDays(day, nights + random.int(14, Math.round(900 / visits) + 60));
  }
}

function guestOf(programme: DemoProgramme, number: number, random: Random): Row {
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

function bookingOf(
  place: DemoFacility,
  checkIn: CalendarDate,
  nights: number,
  random: Random,
  today: CalendarDate,
): Row {
  const checkOut = addDays(checkIn, nights);
  const adults = random.pick([1, 2, 2, 2, 2, 3, 4]);
  const children = adults >= 2 && random.chance(0.18) ? random.int(1, 2) : 0;
  const season = [1, 0.95, 1.05, 1.1, 1.15, 0.9, 1, 1.3, 1, 1.15, 1.2, 1.1][monthOf(checkIn) - 1] ?? 1;
  const price =
    Math.round((place.nightly * season * (adults + children * 0.5) * nights * (0.85 + random.next() * 0.4)) / 100) *
    100;
  const walkIn = random.chance(0.03);
  const reserved = walkIn ? checkIn : addDays(checkIn, -random.int(1, 90));
  const base: Row = {
    reservation_status: walkIn ? "ウォークイン" : "予約",
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
  if (reserved > today) return { ...base, reserved_date: today, state: "予約" };
  if (!walkIn && random.chance(0.08)) {
    const cancelled = addDays(checkIn, -random.int(0, 20));
    return {
      ...base,
      state: "キャンセル",
      cancel_date: cancelled < reserved ? reserved : cancelled > today ? today : cancelled,
    };
  }
  if (checkOut > today) return { ...base, state: "予約" };
  if (random.chance(0.007)) return { ...base, state: "ノーショー" };
  const used = price + (random.chance(0.5) ? random.int(5, 120) * 100 : 0);
  return { ...base, state: "滞在済", use_price: used, payment_price: used, confirmed_date: checkOut };
}

function weighted(facilities: readonly DemoFacility[], random: Random): DemoFacility {
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
