import { MAX_COLUMNS } from "@okaeri/contract/import-limits";
import { BlockDecoder } from "./block-decoder.ts";
import { asBuffer, detectEncoding, type FileEncoding, hasUtf8Bom } from "./detect-encoding.ts";
import { unreadJapanese } from "./japanese-encodings.ts";
import type { FileProblem } from "./problems.ts";
import { feed } from "./read-rows.ts";
import { type ReadRow, RecordScanner } from "./record-scanner.ts";

/** Bytes of the file's beginning that a decision is made on: the longest record and something over. */
export const SNIFF_BYTES = 1_310_720;
export const PREVIEW_ROWS = 20;

export type Sniffed =
  | {
      ok: true;
      encoding: FileEncoding;
      delimiter: string;
      header: string[];
      columnCount: number;
      /** The first rows that can be read, at most PREVIEW_ROWS. */
      rows: string[][];
      /** Rows among the first ones that cannot be read. */
      refused: Extract<ReadRow, { error: string }>[];
    }
  | { ok: false; problem: FileProblem };

const DELIMITERS = [",", "\t", ";"] as const;

const SIGNATURES: readonly [hex: string, problem: FileProblem][] = [
  ["fffe", "utf16"],
  ["feff", "utf16"],
  ["0000feff", "utf16"],
  ["504b0304", "spreadsheet"],
  ["504b0506", "spreadsheet"],
  ["d0cf11e0a1b11ae1", "spreadsheet"],
  ["255044462d", "binary"],
  ["89504e47", "binary"],
  ["ffd8ff", "binary"],
  ["474946383", "binary"],
  ["1f8b", "binary"],
  ["7f454c46", "binary"],
];

/**
 * What the beginning of an uploaded file tells: encoding, delimiter, header and first rows, or why the file as a whole
 * cannot be taken. `complete`: the sample is the whole file.
 */
export function sniff(sample: Uint8Array, complete: boolean, chosen: { encoding?: FileEncoding } = {}): Sniffed {
  const bytes = asBuffer(sample);
  const problem = (bytes.includes(0) ? null : unreadJapanese(bytes, complete)) ?? problemOfBytes(bytes, complete);
  if (problem !== null) return { ok: false, problem };
  const guess = detectEncoding(bytes, complete);
  if (guess.unreadableLines > 10 && guess.unreadableLines > guess.readableLines)
    return { ok: false, problem: "binary" };
  const encoding = chosen.encoding ?? guess.encoding;
  const delimiter = detectDelimiter(bytes, complete, encoding);
  const { header, headerProblem, rows } = scan(bytes, complete, encoding, delimiter);
  if (headerProblem === "wrong_column_count" || (header?.length ?? 0) > MAX_COLUMNS) {
    return { ok: false, problem: "too_many_columns" };
  }
  if (headerProblem !== null) {
    return { ok: false, problem: headerProblem === "bad_character" ? "binary" : "header_unreadable" };
  }
  if (header === null) return { ok: false, problem: complete ? "empty" : "header_unreadable" };
  if (complete && rows.length === 0) return { ok: false, problem: "header_only" };
  const readable = rows.filter((row) => "cells" in row).slice(0, PREVIEW_ROWS);
  const lastLine = readable.at(-1)?.lineNo ?? Number.POSITIVE_INFINITY;
  const refused = rows.filter((row) => "error" in row).filter((row) => row.lineNo <= lastLine);
  return {
    ok: true,
    encoding,
    delimiter,
    header,
    columnCount: header.length,
    rows: readable.map((row) => row.cells),
    refused: refused.slice(0, PREVIEW_ROWS),
  };
}

/** Reads no more of the source than the decision needs. */
export async function sniffStream(
  source: AsyncIterable<Uint8Array>,
  chosen: { encoding?: FileEncoding } = {},
): Promise<Sniffed> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let complete = true;
  for await (const chunk of source) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size <= SNIFF_BYTES) continue;
    complete = false;
    break;
  }
  return sniff(Buffer.concat(chunks), complete, chosen);
}

function problemOfBytes(bytes: Buffer, complete: boolean): FileProblem | null {
  const text = hasUtf8Bom(bytes) ? bytes.subarray(3) : bytes;
  if (complete && text.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))) return "empty";
  const start = bytes.subarray(0, 16).toString("hex");
  const signature = SIGNATURES.find(([hex]) => start.startsWith(hex));
  if (signature !== undefined) return signature[1];
  let [even, odd, control] = [0, 0, 0];
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte === 0) index % 2 === 0 ? even++ : odd++;
    else if (byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1a)) control++;
  }
  const nul = even + odd;
  // UTF-16 without a byte order mark: the digits and commas of a CSV leave their NUL on the same side; characters such as 一 (U+4E00)
  // have one on the other.
  if (nul >= 4 && nul > bytes.length / 20 && Math.min(even, odd) <= nul / 4) return "utf16";
  // A stray NUL refuses its row only; a file full of them is no text.
  return (nul >= 4 && nul > bytes.length / 100) || control > bytes.length / 20 ? "binary" : null;
}

function detectDelimiter(bytes: Buffer, complete: boolean, encoding: FileEncoding): string {
  let best: { delimiter: string; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const { header, rows } = scan(bytes.subarray(0, 65_536), complete && bytes.length <= 65_536, encoding, delimiter);
    if (header === null || header.length < 2) continue;
    const fitting = rows.length === 0 ? 1 : rows.filter((row) => "cells" in row).length / rows.length;
    const score = header.length * (0.1 + fitting);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

function scan(bytes: Buffer, complete: boolean, encoding: FileEncoding, delimiter: string) {
  const decoder = new BlockDecoder(encoding);
  const scanner = new RecordScanner(delimiter, null);
  feed(scanner, decoder.push(bytes));
  if (complete) feed(scanner, decoder.end());
  if (complete || scanner.header === null) scanner.end();
  return { header: scanner.header, headerProblem: scanner.headerProblem, rows: scanner.takeRows() };
}
