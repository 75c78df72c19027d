import type { ByteSource } from "./byte-source.ts";
import type { FileEncoding } from "./detect-encoding.ts";
import type { FileProblem } from "./problems.ts";
import { type RowBatch, readRows } from "./read-rows.ts";
import { sniffStream } from "./sniff.ts";
import { problemOfContainer, readWorkbookRows, sniffWorkbook } from "./xlsx/read-xlsx.ts";

export type FileFormat = { encoding: FileEncoding | "xlsx"; delimiter: string; sheet: string | null };

/** What a file is, with its headings and first rows; of a workbook also its sheets. */
export type SniffedFile =
  | ({ ok: true; header: string[]; rows: string[][]; sheets: string[] } & FileFormat)
  | { ok: false; problem: FileProblem };

/** Magic numbers of packed and of old workbooks. */
const PACKED = "504b0304";
const OLD = "d0cf11e0a1b11ae1";
/** So much of an old container is looked through for the name of what is locked in it. */
const MAX_CONTAINER = 33_554_432;

export async function sniffFile(source: ByteSource, sheet: string | null): Promise<SniffedFile> {
  const start = (await collected(source.read(0, Math.min(8, source.size)))).toString("hex");
  if (start.startsWith(PACKED)) {
    const found = await sniffWorkbook(source, sheet);
    return found.ok ? { ...found, encoding: "xlsx", delimiter: "," } : found;
  }
  if (start === OLD) {
    const sample = await collected(source.read(0, Math.min(source.size, MAX_CONTAINER)));
    return { ok: false, problem: problemOfContainer(sample) };
  }
  const found = await sniffStream(source.read(0, source.size));
  if (!found.ok) return found;
  const { encoding, delimiter, header, rows } = found;
  return { ok: true, encoding, delimiter, header, rows, sheets: [], sheet: null };
}

/** The rows of a file below its headings, whatever kind of file it is. @throws UnreadableFileError */
export function rowsOfFile(source: ByteSource, { encoding, delimiter, sheet }: FileFormat): AsyncGenerator<RowBatch> {
  if (encoding === "xlsx") return readWorkbookRows(source, sheet ?? "");
  return readRows(source.read(0, source.size), { encoding, delimiter });
}

async function collected(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = [];
  for await (const piece of pieces) found.push(piece);
  return Buffer.concat(found);
}
