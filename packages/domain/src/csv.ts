/** A cell of a file for spreadsheets. Numbers stay numbers; everything else is text. */
export type CsvCell = string | number;

/**
 * What a file's text is marked with so that a spreadsheet takes it for text: an apostrophe before what begins like a formula (those signs,
 * the full-width forms that some turn into them, and the minus that Shift_JIS makes full-width), and before a number. A text that begins
 * with such a mark of its own gets one more, so that every text comes back as it was.
 */
const MARKED = /^'+(?:[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212]|\d[\d ()./-]*$)/;
const NEEDS_MARK = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20\u2212]|^'+\d[\d ()./-]*$/;
/** Excel's own way: ="000123". */
const FORMULA_TEXT = /^="((?:[^"]|"")*)"$/;

/** The cell as text for spreadsheets: a leading formula sign gets an apostrophe before it. */
export function neutraliseFormula(cell: string): string {
  return NEEDS_MARK.test(cell) ? `'${cell}` : cell;
}

/** The text of a cell of a file, without what marks it as text for a spreadsheet: the inverse of neutraliseFormula. */
export function unmarkedText(cell: string): string {
  const first = cell.charCodeAt(0);
  if (first === 0x27) return MARKED.test(cell) ? cell.slice(1) : cell;
  if (first !== 0x3d) return cell;
  const text = FORMULA_TEXT.exec(cell)?.[1];
  return text === undefined ? cell : text.replaceAll('""', '"');
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
