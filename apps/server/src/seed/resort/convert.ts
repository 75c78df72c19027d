import { Readable } from "node:stream";
import type { ImportField } from "@okaeri/domain/stays/import-fields";
import { parse } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { type Booking, type BookingState, isoDate, toBooking } from "./booking.ts";
import { GuestBook, HOME_COUNTRY, type ResortGuest } from "./guest-book.ts";

// Rules, so that the result can be checked by hand:
// * one reservation per row; its code is the row number; no rows are merged;
// * check-in = arrival; check-out = + weekend + week nights; reserved on = check-in − lead time;
// * price = adr × nights at 130 yen per euro, rounded once; a stay of no night (day use) costs 0; the one negative adr
//   stays negative, so that the import refuses that row;
// * what was used and paid is the price, for stays only: the file knows no other amount;
// * cancelled on = status date of a cancelled row; a no-show is a reservation without a stay;
// * only customer type Group is a group: a Transient-Party is a guest of his own who travels with others;
// * a stay booked directly on the day of arrival is a walk-in;
// * plan code = meal (no meal for "Undefined", as the file's description says); room type = the room given, else the one booked;
// * a reservation's source time is its last status date, midnight in Tokyo;
// * about seven in ten of the guests with a mail address agreed to campaign mail, the others said no;
// * the hotel's own country becomes Japan; an unknown one stays empty.

const STATE_TEXTS: Record<BookingState, string> = { stayed: "滞在済", cancelled: "キャンセル", no_show: "ノーショー" };

const GENDER_TEXTS = { male: "男性", female: "女性", unknown: "" } as const;
const LANGUAGE_TEXTS = { ja: "日本語", en: "英語" } as const;

/** Field of the import, header in the file, value. */
type Column = readonly [
  field: ImportField,
  header: string,
  value: (booking: Booking, guest: ResortGuest) => string | number,
];

const forStays =
  (value: (booking: Booking) => string | number) =>
  (booking: Booking): string | number =>
    booking.state === "stayed" ? value(booking) : "";

const COLUMNS: readonly Column[] = [
  ["reservation_code", "予約番号", ({ rowNumber }) => `R-${String(rowNumber).padStart(6, "0")}`],
  ["state", "予約状態", ({ state }) => STATE_TEXTS[state]],
  ["reservation_status", "来館区分", (booking) => (isWalkIn(booking) ? "ウォークイン" : "予約")],
  ["reserved_date", "予約日", ({ reservedDay }) => isoDate(reservedDay)],
  ["check_in_date", "チェックイン日", ({ checkInDay }) => isoDate(checkInDay)],
  ["check_out_date", "チェックアウト日", ({ checkOutDay }) => isoDate(checkOutDay)],
  ["cancel_date", "キャンセル日", ({ state, statusDay }) => (state === "cancelled" ? isoDate(statusDay) : "")],
  ["reserved_price", "予約金額", ({ price }) => price],
  ["use_price", "利用金額", forStays(({ price }) => price)],
  ["payment_price", "支払金額", forStays(({ price }) => price)],
  ["plan_code", "プランコード", ({ meal }) => (meal === "Undefined" ? "SC" : meal)],
  ["room_type", "部屋タイプ", ({ roomType }) => roomType],
  ["adult_count", "大人人数", ({ adults }) => adults],
  ["child_count", "子供人数", ({ children }) => children],
  ["group_type", "団体区分", ({ customerType }) => (customerType === "Group" ? "団体" : "個人")],
  ["booking_channel", "予約経路", ({ channel }) => (channel === "Undefined" ? "" : channel)],
  ["transaction_code", "伝票番号", forStays(({ rowNumber }) => `S-${String(rowNumber).padStart(6, "0")}`)],
  ["confirmed_date", "精算日", forStays(({ checkOutDay }) => isoDate(checkOutDay))],
  ["member_number", "会員番号", (_, { memberNumber }) => memberNumber],
  ["guest_name", "氏名", (_, { person }) => person.name],
  ["guest_name_kana", "氏名カナ", (_, { person }) => person.kana],
  ["email", "メールアドレス", (_, { email }) => email],
  ["email_consent", "メール配信同意", (_, { emailConsent }) => emailConsent],
  ["tel", "電話番号", (_, { tel }) => tel],
  ["gender", "性別", (_, { gender }) => GENDER_TEXTS[gender]],
  ["birthday", "生年月日", (_, { birthday }) => birthday],
  ["nationality", "国籍", ({ country }) => nationalityOf(country)],
  ["language_code", "言語", (_, { language }) => LANGUAGE_TEXTS[language]],
  ["source_updated_at", "更新日時", ({ statusDay }) => `${isoDate(statusDay)}T00:00:00+09:00`],
];

/** The columns of the upload CSV in their order: the import's field and the header in the file. */
export const RESORT_COLUMNS = COLUMNS.map(([field, header]) => ({ field, header }));

const ROWS_PER_PIECE = 500;

/**
 * Turns the published bookings file into a CSV for the upload screen: UTF-8, LF, header first, in pieces of whole lines.
 * The same input gives the same bytes. Throws ResortFileError where the input is not the published file.
 */
export async function* convertResortBookings(input: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const guests = new GuestBook();
  const records: AsyncIterable<Record<string, string>> = Readable.from(input).compose(
    parse({ columns: true, bom: true, skip_empty_lines: true }),
  );
  let piece: (string | number)[][] = [COLUMNS.map(([, header]) => header)];
  let rowNumber = 0;
  for await (const record of records) {
    const booking = toBooking(record, ++rowNumber);
    const guest = guests.guestFor(booking);
    piece.push(COLUMNS.map(([, , value]) => value(booking, guest)));
    if (piece.length < ROWS_PER_PIECE) continue;
    yield stringify(piece);
    piece = [];
  }
  if (piece.length > 0) yield stringify(piece);
}

function isWalkIn({ state, reservedDay, checkInDay, segment }: Booking): boolean {
  return state === "stayed" && reservedDay === checkInDay && segment === "Direct";
}

function nationalityOf(country: string): string {
  if (country === HOME_COUNTRY) return "JPN";
  return country === "CN" ? "CHN" : country; // the file's one code of two letters
}
