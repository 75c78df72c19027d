import { countFields } from "@okaeri/domain/stays/import-fields";

/** Rows in which the headings are looked for: titles, a period and the time of printing stand above them in lists of hotel systems. */
export const HEADER_ROWS = 20;
/** Known headings that make a row the header, wherever it is. */
const CERTAIN = 3;

const filled = (cells: readonly (string | undefined)[]) =>
  cells.reduce((count, cell) => (cell !== undefined && cell.trim() !== "" ? count + 1 : count), 0);

/**
 * Finds the header among the first rows: the row with the most known headings. Without enough of them, the first row that is more than half
 * as wide as the median row, because a title is narrow. `at` is -1 without rows. `least`: fewest cells of a header.
 */
export function findHeader(
  rows: readonly (readonly (string | undefined)[])[],
  least = 1,
): { at: number; isCertain: boolean } {
  const known = rows.map(countFields);
  const most = Math.max(0, ...known);
  if (most >= CERTAIN) return { at: known.indexOf(most), isCertain: true };
  const widths = rows.map(filled);
  const usual = widths.toSorted((a, b) => a - b)[Math.floor((widths.length - 1) / 2)] ?? 0;
  return { at: widths.findIndex((width) => width >= least && width > usual / 2), isCertain: false };
}
