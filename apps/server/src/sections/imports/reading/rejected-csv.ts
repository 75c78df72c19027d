import { RecordScanner } from "./record-scanner.ts";

export interface RejectedRow {
  lineNo: number;
  /** Sentences in Japanese. */
  reasons: readonly string[];
  /** The cells as they were in the file; one cell with the whole line where it could not be split. */
  cells: readonly string[];
}

const PIECE_CHARACTERS = 32_768;

// What a spreadsheet takes for a formula, and the full-width forms that some turn into it.
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;

/** The cell as text for spreadsheets: a leading formula sign gets an apostrophe before it. */
export function neutraliseFormula(cell: string): string {
  return FORMULA_START.test(cell) ? `'${cell}` : cell;
}

/** One CSV record without its line break, quoted where needed. */
export function csvRecord(cells: readonly string[], delimiter = ","): string {
  return cells.map((cell) => (needsQuotes(cell, delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);
}

function needsQuotes(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || /["\r\n]|^[ \t]|[ \t]$/.test(cell);
}

/** The cells of one kept source record; the whole text as one cell where its quotes are broken. */
export function cellsOfRecord(raw: string, delimiter: string): string[] {
  const scanner = new RecordScanner(delimiter, null);
  scanner.text(raw);
  scanner.end();
  return scanner.header !== null && scanner.waitingRows === 0 ? scanner.header : [raw];
}

/**
 * The list of refused rows as a CSV file: line number, reasons, original cells below the original header. UTF-8 with byte
 * order mark and CR LF, as spreadsheets in Japan open it without asking.
 */
export async function* rejectedCsv(
  header: readonly string[],
  rows: AsyncIterable<RejectedRow> | Iterable<RejectedRow>,
): AsyncGenerator<string> {
  let piece = `\ufeff${line(["行番号", "理由", ...header])}`;
  for await (const row of rows) {
    piece += line([String(row.lineNo), row.reasons.join("、"), ...row.cells]);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function line(cells: readonly string[]): string {
  return `${csvRecord(cells.map(neutraliseFormula))}\r\n`;
}
