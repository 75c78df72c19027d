import { countFields } from "@okaeri/domain/stays/import-fields";

/** Rows in which the headings are looked for: titles, a period and the time of printing stand above them in lists of hotel systems. */
export const HEADER_ROWS = 20;
/** So many known headings make a row the headings, wherever it stands. */
const SURE = 3;

const filled = (cells: readonly (string | undefined)[]) =>
  cells.reduce((count, cell) => (cell !== undefined && cell.trim() !== "" ? count + 1 : count), 0);

/**
 * Which of the first rows holds the headings: the one with the most headings that the product knows; where none has enough of them, the
 * first that is more than half as wide as most, because a title is narrow. -1 without rows. `least`: cells that a heading row has.
 */
export function findHeader(
  rows: readonly (readonly (string | undefined)[])[],
  least = 1,
): { at: number; isSure: boolean } {
  const known = rows.map(countFields);
  const most = Math.max(0, ...known);
  if (most >= SURE) return { at: known.indexOf(most), isSure: true };
  const widths = rows.map(filled);
  const usual = widths.toSorted((a, b) => a - b)[Math.floor((widths.length - 1) / 2)] ?? 0;
  return { at: widths.findIndex((width) => width >= least && width > usual / 2), isSure: false };
}
