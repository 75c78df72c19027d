import { format as formatNumber } from "numfmt";

/** Formats that show a number as a day or time by their number alone (ECMA-376, 18.8.30; 27 to 36 and 50 to 58 are the Japanese ones). */
const DATE_FORMATS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Longest code that Excel writes. */
const MAX_CODE = 255;

export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code !== undefined && code.length > MAX_CODE) return false;
  if (code === undefined) return DATE_FORMATS.some(([from, to]) => id >= from && id <= to);
  const pattern = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  return /[ymdhsg]/i.test(pattern.replace(/general/gi, "")) && !/[#0]/.test(pattern.split(".")[0] ?? "");
}

const DAY = 86_400;
/** Days before 1970 at which Excel's count begins; it counts a 29 February 1900 that never was. */
const EPOCH_1900 = 25_569;
const EPOCH_1904 = 24_107;

/** The day and time that a number of Excel stands for, as text. */
export function dateText(serial: number, is1904: boolean): string {
  const seconds = Math.round(serial * DAY);
  if (!Number.isFinite(serial) || serial < 0) return String(serial);
  if (seconds < DAY) return timeText(seconds);
  const days = Math.floor(seconds / DAY) + (!is1904 && serial < 60 ? 1 : 0);
  const moment = new Date((days - (is1904 ? EPOCH_1904 : EPOCH_1900)) * DAY * 1000);
  if (Number.isNaN(moment.getTime())) return String(serial);
  const day = moment.toISOString().slice(0, 10);
  return seconds % DAY === 0 ? day : `${day} ${timeText(seconds % DAY)}`;
}

const timeText = (seconds: number) => new Date((seconds % DAY) * 1000).toISOString().slice(11, 19);

/** Excel keeps 15 digits of a number. */
const MAX_DIGITS = 15;

/** A number without the trace of its binary form; of one whose last digits Excel has lost, 1.23456789012346E+17. */
export function numberText(value: string): string {
  if (/^-?\d{1,15}$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const rounded = Number(number.toPrecision(MAX_DIGITS));
  if (Math.abs(rounded) < 10 ** MAX_DIGITS) return String(rounded);
  const [digits = "", power = ""] = rounded.toExponential().split("e");
  // With a point, it can be told from a code such as 1E15.
  return `${digits.includes(".") ? digits : `${digits}.0`}E${power}`;
}

/** Formats whose text is not the digits of the number: thousands left out, percent, fractions, powers and numerals of kanji. */
const CALCULATES = /[,.%?/]|E[-+]|\[DBNum|@/i;

/**
 * Whether a format writes a whole number as a code: zeros before it, hyphens in it, words around it (000000, 000-0000, 0"号室", 〒000-0000,
 * [<=999]000;[<=9999]000-00;000-0000). Amounts keep the number itself, whatever stands around it.
 */
export function isCodeFormat(code: string): boolean {
  if (code.length > MAX_CODE) return false;
  const positive = code.replace(/"[^"]*"|\\.|_.|\*./g, "\u0000");
  const hasMore = positive.includes("\u0000") || /0.*0|[-() 〒]/.test(positive.replace(/\[[^\]]*\]/g, ""));
  return hasMore && /[0#]|general/i.test(positive) && !CALCULATES.test(positive.replace(/\[(?!DBNum)[^\]]*\]/gi, ""));
}

/** The whole number as Excel shows it in a format of codes; any other number as it is. */
export function shownText(value: string, format: string): string {
  const plain = numberText(value);
  if (!/^\d+$/.test(plain)) return plain;
  try {
    const shown = formatNumber(format, Number(plain)).trim();
    return /\d/.test(shown) ? shown : plain;
  } catch {
    return plain;
  }
}

/** Characters that XML cannot hold are written _x000D_. */
export function plainText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
