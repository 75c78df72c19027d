import { calendarDate } from "@okaeri/domain/calendar-date";
import { PLACEHOLDERS, type Placeholder, placeholderValues } from "@okaeri/domain/messaging/placeholders";

/** What stands between braces on one line, as the domain reads it. */
export const MARK = /\{\{([^{}\r\n\v\f\u0085\u2028\u2029]*)\}\}/g;

export type Mark = { name: string; fallback: string };

/** `{{ name | words }}`: the fact, and what stands for it where it is missing. */
export function readMark(inner: string): Mark {
  const [name = "", ...rest] = inner.split("|");
  return { name: name.trim(), fallback: rest.join("|").trim() };
}

export function markOf(name: Placeholder, fallback = ""): string {
  // What would end the mark cannot be in it.
  const words = fallback.replaceAll(/[{}|\r\n]/g, "");
  return words.trim() === "" ? `{{ ${name} }}` : `{{ ${name} | ${words} }}`;
}

export const isKnown = (name: string): name is Placeholder => (PLACEHOLDERS as readonly string[]).includes(name);

/** A text as it is, and what is put in. */
export function mailTextPieces(text: string): (string | Mark)[] {
  const pieces: (string | Mark)[] = [];
  let done = 0;
  for (const { 0: whole, 1: inner = "", index } of text.matchAll(MARK)) {
    if (index > done) pieces.push(text.slice(done, index));
    pieces.push(readMark(inner));
    done = index + whole.length;
  }
  if (done < text.length) pieces.push(text.slice(done));
  return pieces;
}

const A_DAY = calendarDate("2026-01-01");
const LITTLE_KNOWN = placeholderValues({
  name: null,
  name_kana: null,
  member_number: null,
  point_balance: 0,
  point_expires_on: null,
  rank: null,
  last_stay_on: null,
  stay_count: 0,
  facility_name: "",
  granted_points: 0,
  coupon: { name: "", description: "", code: null, until: null },
  reservation: {
    check_in_on: A_DAY,
    check_out_on: A_DAY,
    plan: "",
    room_type: null,
    reserved_price: null,
    facility_name: "",
  },
});

/** Facts that are not known of everybody and that nothing stands for by itself: a fallback is asked where they are put in. */
const CAN_BE_MISSING = PLACEHOLDERS.filter((name) => LITTLE_KNOWN[name] === null);

export const asksFallback = ({ name, fallback }: Mark): boolean =>
  isKnown(name) && (fallback !== "" || CAN_BE_MISSING.includes(name));
