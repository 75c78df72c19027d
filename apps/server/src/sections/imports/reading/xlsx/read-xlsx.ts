import type { FileProblem } from "../problems.ts";
import type { RowBatch } from "../read-rows.ts";
import type { ReadRow } from "../record-scanner.ts";
import { PREVIEW_ROWS } from "../sniff.ts";
import { sheetRows } from "./sheet-rows.ts";
import { openWorkbook } from "./workbook.ts";
import { type ByteSource, UnreadableWorkbookError } from "./zip.ts";

export type SniffedWorkbook =
  | { ok: true; header: string[]; rows: string[][]; sheets: string[]; sheet: string }
  | { ok: false; problem: FileProblem };

const BATCH_ROWS = 1_000;

/** The sheets of a workbook, and headings and first rows of one; without a name, of the first. */
export async function sniffWorkbook(source: ByteSource, wanted: string | null): Promise<SniffedWorkbook> {
  try {
    const workbook = await openWorkbook(source);
    const sheets = workbook.sheets.map(({ name }) => name);
    const chosen = workbook.sheets.find(({ name }) => name === wanted) ?? workbook.sheets[0];
    if (chosen === undefined) return { ok: false, problem: "no_sheet" };
    const rows: string[][] = [];
    let header: string[] | null = null;
    for await (const part of sheetRows(workbook, chosen.path)) {
      header = part.header;
      rows.push(...part.rows.flatMap((row) => ("cells" in row ? [row.cells] : [])));
      if (rows.length >= PREVIEW_ROWS) break;
    }
    if (header === null) return { ok: false, problem: sheets.length > 1 ? "sheet_empty" : "empty" };
    if (rows.length === 0) return { ok: false, problem: "header_only" };
    return { ok: true, header, rows: rows.slice(0, PREVIEW_ROWS), sheets, sheet: chosen.name };
  } catch (error) {
    if (error instanceof UnreadableWorkbookError) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** The rows below the header in batches, as `readRows` gives those of a text file. */
export async function* readWorkbookRows(source: ByteSource, sheet: string): AsyncGenerator<RowBatch> {
  const workbook = await openWorkbook(source);
  const chosen = workbook.sheets.find(({ name }) => name === sheet);
  if (chosen === undefined) throw new UnreadableWorkbookError("no_sheet");
  let rows: ReadRow[] = [];
  for await (const part of sheetRows(workbook, chosen.path)) {
    rows.push(...part.rows);
    if (rows.length < BATCH_ROWS) continue;
    yield { rows, bytesRead: Math.floor(part.share * source.size) };
    rows = [];
  }
  yield { rows, bytesRead: source.size };
}

/** Old workbooks and those with a password share a container; the latter name what is locked in it. */
export function problemOfContainer(sample: Uint8Array): FileProblem {
  return Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength).includes(
    Buffer.from("EncryptedPackage", "utf16le"),
  )
    ? "xlsx_encrypted"
    : "xls_old";
}
