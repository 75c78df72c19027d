import type { ByteSource } from "../byte-source.ts";
import { type FileProblem, UnreadableFileError } from "../problems.ts";
import type { RowBatch } from "../read-rows.ts";
import type { ReadRow } from "../record-scanner.ts";
import { PREVIEW_ROWS, SNIFF_BYTES } from "../sniff.ts";
import { sheetRows, textLengthOf } from "./sheet-rows.ts";
import { openWorkbook, type Workbook } from "./workbook.ts";

export type SniffedWorkbook =
  | { ok: true; header: string[]; rows: string[][]; sheets: string[]; sheet: string }
  | { ok: false; problem: FileProblem };

const BATCH_ROWS = 1_000;
/** A batch of wide rows is closed earlier, in UTF-16 units: many cells may name one long text. */
const BATCH_TEXT = 4_194_304;

/** Sheets that are looked through for a table. */
const MAX_TRIED = 20;

/** The sheets of a workbook, and headings and first rows of one; without a name, of the first that has a table. */
export async function sniffWorkbook(source: ByteSource, wanted: string | null): Promise<SniffedWorkbook> {
  try {
    const workbook = await openWorkbook(source);
    const sheets = workbook.sheets.map(({ name }) => name);
    const named = workbook.sheets.filter(({ name }) => name === wanted);
    let problem: FileProblem = sheets.length > 1 ? "sheet_empty" : "empty";
    for (const { name: sheet, path } of named.length > 0 ? named : workbook.sheets.slice(0, MAX_TRIED)) {
      const { header, rows } = await beginningOf(workbook, path);
      if (header !== null && rows.length > 0) return { ok: true, header, rows, sheets, sheet };
      if (header !== null && sheets.length === 1) problem = "header_only";
    }
    return { ok: false, problem };
  } catch (error) {
    if (error instanceof UnreadableFileError) return { ok: false, problem: error.problem };
    throw error;
  }
}

async function beginningOf(workbook: Workbook, path: string): Promise<{ header: string[] | null; rows: string[][] }> {
  const rows: string[][] = [];
  let [header, text]: [string[] | null, number] = [null, 0];
  for await (const part of sheetRows(workbook, path)) {
    header = part.header;
    for (const row of part.rows) {
      if (!("cells" in row)) continue;
      text += textLengthOf(row.cells);
      if (rows.push(row.cells) >= PREVIEW_ROWS || text >= SNIFF_BYTES) return { header, rows };
    }
  }
  return { header, rows };
}

/** The rows below the header in batches, as `readRows` gives those of a text file. */
export async function* readWorkbookRows(source: ByteSource, sheet: string): AsyncGenerator<RowBatch> {
  const workbook = await openWorkbook(source);
  const chosen = workbook.sheets.find(({ name }) => name === sheet);
  if (chosen === undefined) throw new UnreadableFileError("no_sheet");
  let rows: ReadRow[] = [];
  let text = 0;
  for await (const part of sheetRows(workbook, chosen.path)) {
    for (const row of part.rows) {
      rows.push(row);
      text += "cells" in row ? textLengthOf(row.cells) : row.raw.length;
      if (rows.length < BATCH_ROWS && text < BATCH_TEXT) continue;
      yield { rows, bytesRead: Math.floor(part.share * source.size) };
      [rows, text] = [[], 0];
    }
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
