import { csvLine, csvRecord, unmarkedText } from "@okaeri/domain/csv";
import { RecordScanner } from "./record-scanner.ts";

export interface RejectedRow {
  lineNo: number;
  /** Sentences in the reader's language. */
  reasons: readonly string[];
  /** The cells as they were in the file; one cell with the whole line where it could not be split. */
  cells: readonly string[];
}

const PIECE_CHARACTERS = 32_768;

/** The cells of one kept source record; the whole text as one cell where its quotes are broken. */
export function cellsOfRecord(raw: string, delimiter: string): string[] {
  const scanner = new RecordScanner(delimiter, null);
  scanner.text(raw);
  scanner.end();
  return scanner.header !== null && scanner.waitingRows === 0 ? scanner.header : [unmarkedText(raw)];
}

/** A kept record for people to look at: without what marks its texts for spreadsheets. */
export function shownRecord(raw: string, delimiter: string): string {
  const cells = cellsOfRecord(raw, delimiter);
  return cells.length === 1 ? (cells[0] ?? "") : csvRecord(cells, delimiter);
}

const HEADER = { ja: ["行番号", "理由"], en: ["Line", "Reason"] } as const;

/**
 * The list of refused rows as the lines of a CSV file: line number, reasons, original cells below the original header.
 */
export async function* rejectedCsv(
  header: readonly string[],
  rows: AsyncIterable<RejectedRow> | Iterable<RejectedRow>,
  language: "ja" | "en" = "ja",
): AsyncGenerator<string> {
  let piece = csvLine([...HEADER[language], ...header]);
  for await (const row of rows) {
    piece += csvLine([row.lineNo, row.reasons.join(language === "ja" ? "、" : "; "), ...row.cells]);
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}
