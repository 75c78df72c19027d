/** A cell of a file for spreadsheets. Numbers stay numbers; everything else is text. */
export type CsvCell = string | number;

// What a spreadsheet takes for a formula, the full-width forms that some turn into it, and the minus that Shift_JIS makes full-width.
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212]/;

/** The cell as text for spreadsheets: a leading formula sign gets an apostrophe before it. */
export function neutraliseFormula(cell: string): string {
  return FORMULA_START.test(cell) ? `'${cell}` : cell;
}

/** One CSV record without its line break (RFC 4180), quoted where needed. */
export function csvRecord(cells: readonly string[], delimiter = ","): string {
  return cells.map((cell) => (needsQuotes(cell, delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter);
}

function needsQuotes(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || /["\r\n]|^[ \t]|[ \t]$/.test(cell);
}

/** One line of a file for spreadsheets: no cell is run as a formula, and numbers can be added up. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${csvRecord(cells.map((cell) => (typeof cell === "number" ? String(cell) : neutraliseFormula(cell))))}\r\n`;
}
