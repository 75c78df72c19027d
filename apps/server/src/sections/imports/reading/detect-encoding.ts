import { isAscii, isUtf8 } from "node:buffer";
import type { ENCODINGS } from "@okaeri/contract/imports";
import iconv from "iconv-lite";

export type FileEncoding = (typeof ENCODINGS)[number];

const LF = 0x0a;
const CR = 0x0d;
// iconv-lite writes U+FFFD for bytes that are no character; CP932 itself has no such character. 0x80 comes out as the
// control character U+0080, which no Japanese system writes.
const NOT_CP932 = /[\ufffd\u0080]/;

/** A view on the same bytes with Buffer's methods; nothing is copied. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Whether the bytes start with the UTF-8 byte order mark. */
export function hasUtf8Bom(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** The text, or null where the bytes are not valid in the encoding. Shift_JIS means CP932, as Windows writes it. */
export function decodeStrict(bytes: Buffer, encoding: FileEncoding): string | null {
  if (isAscii(bytes)) return bytes.toString("latin1");
  if (encoding !== "shift_jis") return isUtf8(bytes) ? bytes.toString("utf8") : null;
  const text = iconv.decode(bytes, "cp932");
  return NOT_CP932.test(text) ? null : text;
}

/** A readable text for bytes that are not valid in the file's encoding: the other encoding where it fits, else with U+FFFD. */
export function decodeForDisplay(bytes: Buffer, encoding: FileEncoding): string {
  const other: FileEncoding = encoding === "shift_jis" ? "utf-8" : "shift_jis";
  const text = decodeStrict(bytes, other);
  if (text !== null) return text;
  return encoding === "shift_jis" ? iconv.decode(bytes, "cp932") : bytes.toString("utf8");
}

/** The physical lines with their line breaks (CR LF, LF or CR). Neither encoding uses these bytes inside a character. */
export function* physicalLines(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte !== LF && byte !== CR) continue;
    if (byte === CR && bytes[index + 1] === LF) index++;
    yield bytes.subarray(start, index + 1);
    start = index + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}

export interface EncodingGuess {
  encoding: FileEncoding;
  /** Lines with non-ASCII bytes that neither encoding can read. */
  unreadableLines: number;
  /** Lines with non-ASCII bytes that one of them can read. */
  readableLines: number;
}

/** "José" as UTF-8 is also two half-width kana as CP932; beside a Latin letter it is an accent. */
function looksLatin(text: string): boolean {
  return /[A-Za-z][\u0080-\u07ff]|[\u0080-\u07ff][A-Za-z]/.test(text);
}

/**
 * The encoding most lines of the sample are written in; UTF-8 where nothing decides. The last line of a cut sample is
 * left out, because it may end inside a character.
 */
export function detectEncoding(sample: Uint8Array, complete: boolean): EncodingGuess {
  const bytes = asBuffer(sample);
  if (hasUtf8Bom(bytes)) return { encoding: "utf-8-bom", unreadableLines: 0, readableLines: 1 };
  const votes = { utf8: 0, cp932: 0, either: 0, neither: 0 };
  let eitherLatin = false;
  const lines = [...physicalLines(bytes)];
  if (!complete && lines.length > 1) lines.pop();
  for (const line of lines) {
    if (isAscii(line)) continue;
    const utf8 = decodeStrict(line, "utf-8");
    if (utf8 !== null && /[\u0800-\uffff]/.test(utf8)) {
      votes.utf8++; // three bytes and more that fit by chance are rare
      continue;
    }
    const cp932 = decodeStrict(line, "shift_jis");
    if (utf8 !== null && cp932 !== null) {
      votes.either++;
      eitherLatin ||= looksLatin(utf8);
    } else if (utf8 !== null) votes.utf8++;
    else if (cp932 !== null) votes.cp932++;
    else votes.neither++;
  }
  const onlyKana = votes.utf8 === 0 && votes.cp932 === 0 && votes.either > 0 && !eitherLatin;
  const encoding = votes.cp932 > votes.utf8 || onlyKana ? "shift_jis" : "utf-8";
  return {
    encoding,
    unreadableLines: votes.neither,
    readableLines: votes.utf8 + votes.cp932 + votes.either,
  };
}
