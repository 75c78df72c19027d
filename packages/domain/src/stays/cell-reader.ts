import type { CalendarDate } from "../calendar-date.ts";
import { isShortenedNumber, normaliseCode, withoutZeroFraction } from "../codes.ts";
import { MAX_STAY_YEN, parseYen } from "../money.ts";
import { codePointLength, findBadCharacter, isCleanText, normaliseText } from "../normalise.ts";
import { IMPORT_FIELDS, type ImportField, type ImportKind, REQUIRED_FIELDS } from "./import-fields.ts";
import { type DateOrder, readDate } from "./read-date.ts";
import { readTimestamp } from "./read-timestamp.ts";
import type { RejectionCode } from "./rejection-codes.ts";
import type { RawReservation, Rejection } from "./reservation-row.ts";

const SHOWN_LENGTH = 100;
/** Most guests of one kind, and rooms, in a reservation; groups book as one. */
export const MAX_BOOKING_COUNT = 999;
/** What systems write for no day: zeros, the first day of .NET, Excel's day 0, a day that never comes, and words. */
const NO_DATE =
  /^(?:(?:0{4}([-/.]?)00\1?00|0001([-/.]?)01\2?01|1900[-/.]0?1[-/.]0?0|1899[-/.]12[-/.]30|9999([-/.]?)12\3?31)(?:[ T]0?0:00(?::00)?)?|[-ー‐-―−─━]+|なし|無し|不明|未定|null|n\/a)$/i;
/** What a spreadsheet shows in the place of a value that it cannot calculate, or that does not fit its column. */
const SPREADSHEET_ERROR = /^#(?:N\/A|(?:REF|VALUE|NUM|NULL|DIV\/0|SPILL|CALC)!|NAME\?|#{2,})$/i;
/** What systems write into a contact field they have nothing for. */
const NOTHING = new Set([
  "-",
  "--",
  "なし",
  "無し",
  "無",
  "不明",
  "null",
  "n/a",
  "na",
  "none",
  "ー",
  "0",
  "同上",
  "〃",
  "―",
  "—",
  "–",
  "−",
  "─",
]);

/** Whether a contact field holds a word that stands for nothing. */
export const isNothing = (text: string): boolean => holdsNothing(normaliseText(text));
const holdsNothing = (text: string) => NOTHING.has(text.toLowerCase()) || SPREADSHEET_ERROR.test(text);

/** Codes that systems number. A room or a plan may be called 1.0. */
const NUMBERED: ReadonlySet<ImportField> = new Set(["reservation_code", "transaction_code", "member_number"]);

/** What people write over two lines of one cell. A code never is. */
const ONE_LINE: ReadonlySet<ImportField> = new Set(["guest_name", "guest_name_kana"]);

/** Whether a word of a column of codes stands for nothing, in lower case without spaces. What became of a reservation has to be said. */
export const saysNothing = (field: ImportField, word: string): boolean => field !== "state" && NOTHING.has(word);

/** A found value for the list of refused rows: short, and without characters that a database or screen cannot hold. */
export function printable(value: string): string {
  let text = value.length > SHOWN_LENGTH * 2 ? value.slice(0, SHOWN_LENGTH * 2).toWellFormed() : value.toWellFormed();
  text = [...text].slice(0, SHOWN_LENGTH).join("");
  for (let bad = findBadCharacter(text); bad !== undefined; bad = findBadCharacter(text)) {
    text = text.replaceAll(String.fromCodePoint(bad.codePoint), "\ufffd");
  }
  return text;
}

/** Reads the cells of one line into typed values and gathers every fault on the way. */
export class CellReader {
  readonly rejections: Rejection[] = [];
  private readonly raw: RawReservation;
  private readonly dateOrder: DateOrder | null;
  private readonly required: ReadonlySet<ImportField>;

  constructor(raw: RawReservation, dateOrder: DateOrder | null = null, kind: ImportKind = "reservations") {
    this.raw = raw;
    this.dateOrder = dateOrder;
    this.required = REQUIRED_FIELDS[kind];
  }

  /** `other`: what the value contradicts. */
  reject(field: ImportField, code: RejectionCode, other?: string): null {
    const value = printable(this.raw[field] ?? "");
    this.rejections.push({ field, code, value, ...(other && { other: printable(other) }) });
    return null;
  }

  /** The cell as it stands. */
  rawText(field: ImportField): string {
    return this.raw[field] ?? "";
  }

  /** NFKC text, or null for an empty cell; faults are gathered. */
  text(field: ImportField): string | null {
    const reported = this.raw[field];
    const cell = ONE_LINE.has(field) ? reported?.replace(/[\t\r\n\v\f\u2028\u2029]+/g, " ") : reported;
    const rule = IMPORT_FIELDS[field];
    if (cell === undefined || cell === null || cell === "")
      return this.required.has(field) ? this.reject(field, "required") : null;
    // Most cells need neither normalising nor a character check; they hold no surrogate pairs either.
    if (cell.length <= rule.maxLength * 2 && isCleanText(cell))
      return cell.length <= rule.maxLength ? cell : this.reject(field, "too_long");
    // A code point takes at most two units: an overlong cell need not be walked to be refused.
    if (cell.length > rule.maxLength * 2 || codePointLength(cell) > rule.maxLength)
      return this.reject(field, "too_long");
    // Numbers copied from address books carry invisible direction marks; normaliseTelText removes them.
    const bad = field === "tel" ? undefined : findBadCharacter(cell, { allowNewlines: field === "address" });
    if (bad !== undefined) return this.reject(field, "bad_character");
    const text = normaliseText(cell);
    if (text !== "") return text;
    return this.required.has(field) ? this.reject(field, "required") : null;
  }

  /** As text, and words that stand for "nothing" are nothing: a fault where the field is required. */
  contact(field: ImportField): string | null {
    const text = this.text(field);
    if (text === null || !holdsNothing(text)) return text;
    if (!this.required.has(field)) return null;
    // A system may number its bookings from 0.
    return text === "0" ? text : this.reject(field, "required");
  }

  /** A code in its one form; a number that a spreadsheet has shortened is refused, because nobody can say which code it was. */
  codeText(field: ImportField): string | null {
    const text = this.text(field);
    return text === null ? null : this.inCodeForm(field, text);
  }

  /** A plan's code, or its name: hyphens are one kind in a code alone. */
  planCode(): string | null {
    const text = this.text("plan_code");
    const code = text === null ? null : this.inCodeForm("plan_code", text);
    return code === null || /^[ -~]*$/.test(code) ? code : text;
  }

  /** As codeText, and words that stand for "nothing" are nothing. */
  contactCode(field: ImportField): string | null {
    const text = this.contact(field);
    return text === null ? null : this.inCodeForm(field, text);
  }

  private inCodeForm(field: ImportField, text: string): string | null {
    if (isShortenedNumber(text)) return this.reject(field, "shortened_number");
    const code = normaliseCode(text);
    // A code that ends in .0 was a number on its way here, and others of the same file may have lost more.
    if (NUMBERED.has(field) && withoutZeroFraction(code) !== code) return this.reject(field, "shortened_number");
    if (code !== "") return code;
    return this.required.has(field) ? this.reject(field, "required") : null;
  }

  /** As contact, but what a field cannot hold is nothing as well: it costs no row. */
  contactOrNothing(field: ImportField): string | null {
    const before = this.rejections.length;
    const text = this.contact(field);
    this.rejections.length = before;
    return text;
  }

  date(field: ImportField): CalendarDate | null {
    const text = this.text(field);
    if (text === null || (!this.required.has(field) && NO_DATE.test(text))) return null;
    const date = readDate(text, this.dateOrder);
    if (date === "order_open") return this.reject(field, "date_order_open");
    return date ?? this.reject(field, "not_a_date");
  }

  timestamp(field: ImportField): string | null {
    const text = this.text(field);
    if (text === null) return null;
    const time = readTimestamp(text, this.dateOrder);
    if (time === "order_open") return this.reject(field, "date_order_open");
    return time ?? this.reject(field, "not_a_timestamp");
  }

  /** Whole yen ≥ 0. */
  price(field: ImportField): number | null {
    const text = this.text(field);
    if (text === null) return null;
    const parsed = parseYen(text);
    // A negative price is named as that, also when it has decimals.
    if (/^[¥\\(]?[-−▲△]/.test(text) && /[1-9]/.test(text)) return this.reject(field, "negative");
    if (parsed.ok && parsed.yen < 0) return this.reject(field, "negative");
    if (isShortenedNumber(text)) return this.reject(field, "shortened_number");
    if (!parsed.ok) return this.reject(field, parsed.code);
    return parsed.yen <= MAX_STAY_YEN ? parsed.yen : this.reject(field, "too_large");
  }

  /** Whole number from 0 to `max`. */
  count(field: ImportField, max: number): number | null {
    const text = this.text(field);
    if (text === null) return null;
    const match = /^(\d{1,9})(?:\.0+)?(?:名様?|人|泊|nights?)?$/i.exec(text);
    if (!match)
      return this.reject(field, /^-\d/.test(text) ? "negative" : /^\d+\.\d+$/.test(text) ? "decimals" : "not_a_number");
    const count = Number(match[1]);
    return count <= max ? count : this.reject(field, "out_of_range");
  }

  /** A code by one of its words; undefined for an empty cell, a word for nothing, or a fault. */
  code<Code>(field: ImportField, table: ReadonlyMap<string, Code>): Code | undefined {
    const exact = table.get(this.raw[field] ?? "");
    if (exact !== undefined) return exact;
    const text = this.text(field);
    if (text === null) return undefined;
    const key = text.toLowerCase().replaceAll(" ", "");
    if (table.has(key)) return table.get(key);
    if (saysNothing(field, key)) return undefined;
    this.reject(field, "unknown_code");
    return undefined;
  }
}
