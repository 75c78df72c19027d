import type { Diagnostic } from "./problem.ts";

// What numerals and strings mean in Lua 5.4. The parser reads 5.3 and lets some pass that Lua refuses, so their text is read here anew.

export type Numeral = { type: "int"; value: bigint } | { type: "float"; value: number };
export type LiteralResult<T> = { ok: true; value: T } | { ok: false; diagnostic: Diagnostic };

const DECIMAL = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const HEXADECIMAL = /^0x(?:([0-9a-f]+)\.?([0-9a-f]*)|\.([0-9a-f]+))(?:p([+-]?\d+))?$/i;
export const MAX_INT = 2n ** 63n - 1n;
export const MIN_INT = -(2n ** 63n);

const refused = (code: string, params?: Record<string, string | number>): { ok: false; diagnostic: Diagnostic } => ({
  ok: false,
  diagnostic: params === undefined ? { code } : { code, params },
});

/** A number as it is written. Lua would wrap or round what leaves 64 bits; that is refused. */
export function readNumeral(raw: string): LiteralResult<Numeral> {
  if (/^0x/i.test(raw)) return readHexadecimal(raw);
  if (!DECIMAL.test(raw)) return refused("lua_number", { text: raw });
  if (/^\d+$/.test(raw)) {
    const value = BigInt(raw);
    return value > MAX_INT ? refused("lua_number_size") : { ok: true, value: { type: "int", value } };
  }
  const value = Number(raw);
  return Number.isFinite(value) ? { ok: true, value: { type: "float", value } } : refused("lua_number_size");
}

function readHexadecimal(raw: string): LiteralResult<Numeral> {
  const match = HEXADECIMAL.exec(raw);
  if (!match) return refused("lua_number", { text: raw });
  const [, whole = "", behind = "", only = "", exponent] = match;
  const digits = BigInt(`0x${whole}${behind}${only}`);
  if (!raw.includes(".") && exponent === undefined) {
    return digits > MAX_INT ? refused("lua_number_size") : { ok: true, value: { type: "int", value: digits } };
  }
  const shift = Number(exponent ?? 0) - 4 * (behind + only).length;
  // Beyond these it could not be told without rounding.
  if (digits >= 2n ** 53n || Math.abs(shift) > 900) return refused("lua_number_size");
  return { ok: true, value: { type: "float", value: Number(digits) * 2 ** shift } };
}

const SIMPLE: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  "\\": 92,
  '"': 34,
  "'": 39,
};
const ESCAPE =
  /\\(?:z[ \t\n\v\f\r]*|x([0-9a-fA-F]{2})|(\d{1,3})|u\{([0-9a-fA-F]+)\}|(\r\n|\n\r|[\r\n])|([abtnvfr\\"']))/y;

/** The text of a string, as bytes and back: Lua's strings are bytes, PostgreSQL's are text without a NUL. */
export function readString(raw: string): LiteralResult<string> {
  const bytes = raw.startsWith("[") ? longBytes(raw) : quotedBytes(raw.slice(1, -1));
  if (bytes === undefined) return refused("lua_escape");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(new Uint8Array(bytes));
  } catch {
    return refused("lua_text_bytes");
  }
  return text.includes("\0") ? refused("lua_text_bytes") : { ok: true, value: text };
}

const encoder = new TextEncoder();

function longBytes(raw: string): readonly number[] {
  const bracket = raw.indexOf("[", 1) + 1;
  const inside = raw.slice(bracket, -bracket).replace(/\r\n|\n\r|\r/g, "\n");
  return [...encoder.encode(inside.startsWith("\n") ? inside.slice(1) : inside)];
}

function quotedBytes(inside: string): readonly number[] | undefined {
  const bytes: number[] = [];
  let at = 0;
  while (at < inside.length) {
    const next = inside.indexOf("\\", at);
    for (const byte of encoder.encode(inside.slice(at, next === -1 ? undefined : next))) bytes.push(byte);
    if (next === -1) break;
    ESCAPE.lastIndex = next;
    const match = ESCAPE.exec(inside);
    const escapedBytes = match && escaped(match);
    if (!match || !escapedBytes) return undefined;
    bytes.push(...escapedBytes);
    at = ESCAPE.lastIndex;
  }
  return bytes;
}

function escaped([, hex, decimal, unicode, newline, escapeCharacter]: RegExpExecArray): readonly number[] | undefined {
  if (hex !== undefined) return [Number.parseInt(hex, 16)];
  if (decimal !== undefined) return Number(decimal) > 255 ? undefined : [Number(decimal)];
  if (newline !== undefined) return [10];
  if (escapeCharacter !== undefined) return [SIMPLE[escapeCharacter] ?? 0];
  if (unicode === undefined) return [];
  const point = Number.parseInt(unicode, 16);
  // What is no character has no place in a text: half a pair, and what lies beyond Unicode, become a byte that no text has.
  const character = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  return character ? [...encoder.encode(String.fromCodePoint(point))] : [0xff];
}
