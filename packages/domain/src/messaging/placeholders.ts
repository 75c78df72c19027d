import type { CalendarDate } from "../calendar-date.ts";
import { daysBetween, formatJa } from "../calendar-date.ts";
import type { LanguageCode } from "../enumerations.ts";
import { findBadCharacter } from "../normalise.ts";

// A message may use exactly these, as {{ name }} or, with what is said where the fact is missing, {{ name | text }}. Anything else
// between braces is an error when the text is saved, never a surprise when it is sent. A fact that is not known becomes its fallback;
// where there is none, its line is left out (missing-facts.ts): never "null", a dash or nothing at all.

export const PLACEHOLDERS = [
  "name",
  "name_kana",
  "member_number",
  "point_balance",
  "point_expires_on",
  "rank",
  "last_stay_on",
  "stay_count",
  "facility_name",
  "granted_points",
  "coupon_name",
  "coupon_description",
  "coupon_code",
  "coupon_until",
  "check_in_on",
  "check_out_on",
  "nights",
  "plan",
  "room_type",
  "reserved_price",
] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Words about the guest's coupon; a mail with any of them goes only to guests who have one. */
export const COUPON_PLACEHOLDERS = [
  "coupon_name",
  "coupon_description",
  "coupon_code",
  "coupon_until",
] as const satisfies readonly Placeholder[];

/** Words about the reservation for whose sake a message goes out. */
export const RESERVATION_WORDS = [
  "check_in_on",
  "check_out_on",
  "nights",
  "plan",
  "room_type",
  "reserved_price",
] as const satisfies readonly Placeholder[];

/** The reservation that a message tells of. */
export interface ReportedReservation {
  check_in_on: CalendarDate;
  check_out_on: CalendarDate;
  /** As the hotel calls them; empty = not known, the room's of the first. */
  plan: string;
  room_type: string | null;
  /** Yen; null = not known. */
  reserved_price: number | null;
  facility_name: string;
}

/** The coupon that a message tells a guest of. */
export interface MentionedCoupon {
  name: string;
  /** Several lines; empty: it has none. */
  description: string;
  /** The guest's own, or everybody's; null = it has none. */
  code: string | null;
  /** Last day to book with it or to stay, whichever is first; null = it has no end. */
  until: CalendarDate | null;
}

/** What is known of the recipient; null = not known. */
export interface MessageFacts {
  name: string | null;
  name_kana: string | null;
  member_number: string | null;
  point_balance: number;
  /** Last valid day of the points that expire first. */
  point_expires_on: CalendarDate | null;
  rank: string | null;
  last_stay_on: CalendarDate | null;
  stay_count: number;
  /** Where the guest stayed last; of a reservation, its own. */
  facility_name: string;
  /** Points this campaign grants the recipient. */
  granted_points: number | null;
  coupon: MentionedCoupon | null;
  /** Null: the message goes out for no reservation's sake. */
  reservation: ReportedReservation | null;
}

const FALLBACKS: Record<LanguageCode, { name: string; rank: string; noEnd: string; coupon: string }> = {
  ja: { name: "お客様", rank: "一般", noEnd: "期限なし", coupon: "クーポン" },
  en: { name: "Guest", rank: "Standard", noEnd: "no expiry", coupon: "Coupon" },
};

/** What stands for each placeholder; null: neither a fact nor a fallback. */
export type PlaceholderValues = Record<Placeholder, string | null>;

const known = (text: string | null): string | null => (text === null || text.trim() === "" ? null : text);

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** The text of every placeholder for one recipient. Points have no end and a coupon none only where there are any. */
export function placeholderValues(facts: MessageFacts, language: LanguageCode = "ja"): PlaceholderValues {
  const fallback = FALLBACKS[language];
  const day = (date: CalendarDate) => (language === "ja" ? formatJa(date) : date);
  const {
    coupon,
    reservation: stay,
    point_expires_on: expiry,
    last_stay_on: lastStay,
    granted_points: granted,
  } = facts;
  const name = known(facts.name) ?? known(facts.name_kana) ?? fallback.name;
  return {
    name,
    name_kana: known(facts.name_kana) ?? name,
    member_number: known(facts.member_number),
    point_balance: grouped(facts.point_balance),
    point_expires_on: expiry !== null ? day(expiry) : facts.point_balance === 0 ? null : fallback.noEnd,
    rank: known(facts.rank) ?? fallback.rank,
    last_stay_on: lastStay && day(lastStay),
    stay_count: grouped(facts.stay_count),
    facility_name: stay?.facility_name ?? facts.facility_name,
    granted_points: granted === null ? null : grouped(granted),
    coupon_name: coupon && (known(coupon.name) ?? fallback.coupon),
    coupon_description: coupon && known(coupon.description),
    coupon_code: coupon && known(coupon.code),
    coupon_until: coupon && (coupon.until === null ? fallback.noEnd : day(coupon.until)),
    check_in_on: stay && day(stay.check_in_on),
    check_out_on: stay && day(stay.check_out_on),
    nights: stay && grouped(daysBetween(stay.check_in_on, stay.check_out_on)),
    plan: stay && known(stay.plan),
    room_type: stay && known(stay.room_type),
    reserved_price: stay === null || stay.reserved_price === null ? null : grouped(stay.reserved_price),
  };
}

export type TemplateErrorCode =
  | "unknown_placeholder"
  | "broken_placeholder"
  | "empty_fallback"
  | "unclosed"
  | "unopened"
  | "tag_not_allowed"
  | "bad_character"
  | "line_break"
  | "too_long";
export interface TemplateError {
  code: TemplateErrorCode;
  /** UTF-16 position in the text. */
  index: number;
  /** What stands between the braces, for unknown_placeholder. */
  name?: string;
}

/** Longest subject and longest body or signature, UTF-16 units. */
export const MAX_SUBJECT_LENGTH = 200;
export const MAX_TEMPLATE_LENGTH = 50_000;

/** A text as it is, or the name of what is put in there, with what is said where that is missing. */
export type TemplatePart = { text: string } | Filled;
type Filled = { placeholder: Placeholder; fallback?: string };
export type ParsedTemplate = { ok: true; parts: TemplatePart[] } | { ok: false; errors: TemplateError[] };

const BRACES = /\{\{|\}\}|\{%|%\}/g;
const LINE_BREAK = /[\r\n\v\f\u0085\u2028\u2029]/;

function isPlaceholder(name: string): name is Placeholder {
  return (PLACEHOLDERS as readonly string[]).includes(name);
}

function braced(inner: string, index: number): Filled | TemplateError {
  if (LINE_BREAK.test(inner)) return { code: "broken_placeholder", index };
  const [, namePart = "", fallback] = /^([^|]*)(?:\|(.*))?$/.exec(inner) ?? [];
  const name = namePart.trim();
  if (!isPlaceholder(name)) return { code: "unknown_placeholder", index, name: name.slice(0, 50) };
  if (fallback === undefined) return { placeholder: name };
  return fallback.trim() === "" ? { code: "empty_fallback", index } : { placeholder: name, fallback: fallback.trim() };
}

function readBraces(text: string): { parts: TemplatePart[]; errors: TemplateError[] } {
  const parts: TemplatePart[] = [];
  const errors: TemplateError[] = [];
  let open: number | undefined;
  let done = 0;
  const upTo = (end: number) => {
    if (end > done) parts.push({ text: text.slice(done, end) });
  };
  for (const { 0: mark, index } of text.matchAll(BRACES)) {
    if (mark === "{%" || mark === "%}") errors.push({ code: "tag_not_allowed", index });
    else if (mark === "{{") {
      if (open !== undefined) errors.push({ code: "unclosed", index: open });
      open = index;
    } else if (open === undefined) errors.push({ code: "unopened", index });
    else {
      const found = braced(text.slice(open + 2, index), open);
      if ("placeholder" in found) {
        upTo(open);
        parts.push(found);
      } else errors.push(found);
      done = index + 2;
      open = undefined;
    }
  }
  if (open !== undefined) errors.push({ code: "unclosed", index: open });
  upTo(text.length);
  return { parts, errors };
}

/**
 * Reads a text with placeholders of any length, or names every fault of it. The check when saving, the preview and the send all
 * read texts here and nowhere else: what this accepts can be sent to anybody.
 */
export function parseTemplate(text: string): ParsedTemplate {
  const bad = findBadCharacter(text, { allowNewlines: true });
  const { parts, errors } = readBraces(text);
  if (bad) errors.unshift({ code: "bad_character", index: bad.index });
  return errors.length > 0 ? { ok: false, errors } : { ok: true, parts };
}

/** Every fault of a text with placeholders; empty = it can be sent to anybody. */
export function templateErrors(text: string): TemplateError[] {
  if (text.length > MAX_TEMPLATE_LENGTH) return [{ code: "too_long", index: MAX_TEMPLATE_LENGTH }];
  const parsed = parseTemplate(text);
  return parsed.ok ? [] : parsed.errors;
}

/** As templateErrors for what is one short line, like a subject: a line break in it could forge mail headers. */
export function lineErrors(text: string, most: number): TemplateError[] {
  if (text.length > most) return [{ code: "too_long", index: most }];
  const lineBreak = LINE_BREAK.exec(text);
  return lineBreak ? [{ code: "line_break", index: lineBreak.index }] : templateErrors(text);
}

/** Where a person finds a position: line and character of the line, both from 1. */
export function placeInText(text: string, index: number): { line: number; character: number } {
  const lines = text.slice(0, index).split(/\r\n|[\r\n]/);
  return { line: lines.length, character: [...(lines.at(-1) ?? "")].length + 1 };
}

/** The placeholders a text uses, each once, in order of appearance. */
export function usedPlaceholders(text: string): Placeholder[] {
  const names = readBraces(text).parts.flatMap((part) => ("placeholder" in part ? [part.placeholder] : []));
  return [...new Set(names)];
}

/** Those of which nothing is said in their place where the fact is missing: without it their line is not said. */
export function neededPlaceholders(text: string): Placeholder[] {
  const needed = readBraces(text).parts.flatMap((part) =>
    "placeholder" in part && part.fallback === undefined ? [part.placeholder] : [],
  );
  return [...new Set(needed)];
}

/**
 * Puts the values in, of a text without the lines whose facts are missing. For plain text; `encode` makes each value safe where the text
 * is HTML. Values are put in once: braces inside a guest's name stay as they are. What says 様 already, as the fallback for a name does,
 * gets no second one.
 */
export function fillTemplate(
  parts: readonly TemplatePart[],
  values: PlaceholderValues,
  encode: (value: string) => string = (value) => value,
): string {
  const filledIn = (part: TemplatePart | undefined) =>
    part !== undefined && "placeholder" in part ? (values[part.placeholder] ?? part.fallback ?? "") : "";
  return parts
    .map((part, at) => {
      if ("placeholder" in part) return encode(filledIn(part));
      return filledIn(parts[at - 1]).endsWith("様") ? part.text.replace(/^[ \u3000]?様/, "") : part.text;
    })
    .join("");
}
