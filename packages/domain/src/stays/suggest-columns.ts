import { isMailAddress } from "../mail-address.ts";
import { parseYen } from "../money.ts";
import { normaliseText } from "../normalise.ts";
import { isNothing } from "./cell-reader.ts";
import { codeWords, saysNotCancelled } from "./code-synonyms.ts";
import { fieldsByHeading, type ImportField, type ImportKind } from "./import-fields.ts";
import { readDate } from "./read-date.ts";

/** What the cells of a column look like; `words`: Japanese words without a digit; `text`: anything else, a mistyped value among it. */
type Look = "date" | "figure" | "mail" | "words" | "text";

const DATE_MARKS = /\d[-/.年]\d{1,2}[-/.月]\d|\d{1,2}[ -][A-Za-z]{3,9}[ -]\d/;

function lookOf(cell: string): Look {
  if (cell.includes("@")) return "mail";
  // Without a mark between its parts a number may be a day as well as a code.
  if (DATE_MARKS.test(cell) && readDate(cell, "mdy") !== undefined) return "date";
  if (parseYen(cell).ok || /^\d+\.\d+$/.test(cell)) return "figure";
  return /^[^\d!-~]+$/.test(cell) ? "words" : "text";
}

/** Looks that contradict a heading where most cells have one of them. A look that is not named may be a mistake of single rows. */
const NOT: Partial<Record<ImportField, readonly Look[]>> = {
  reservation_code: ["date", "mail"],
  transaction_code: ["date", "mail"],
  member_number: ["date", "mail"],
  guest_name: ["date", "figure", "mail"],
  guest_name_kana: ["date", "figure", "mail"],
  tel: ["date", "mail"],
  postcode: ["date", "mail"],
  address: ["date", "figure", "mail"],
  state: ["date", "mail"],
  reservation_status: ["date", "mail"],
  email: ["date", "figure", "words"],
  check_in_date: ["mail", "words"],
  check_out_date: ["mail", "words"],
  reserved_date: ["mail", "words"],
  cancel_date: ["mail", "words"],
  birthday: ["mail", "words"],
  reserved_price: ["date", "mail"],
  use_price: ["date", "mail"],
  payment_price: ["date", "mail"],
  nights: ["date", "mail"],
  adult_count: ["date", "mail"],
  child_count: ["date", "mail"],
};

/** The words of a column in the form in which words of codes are looked up. */
const wordsOf = (cells: readonly string[]) => [...new Set(cells.map((cell) => cell.toLowerCase().replaceAll(" ", "")))];
const knownShare = (words: readonly string[], field: ImportField) =>
  words.filter((word) => codeWords(field)?.has(word) || (field === "state" && saysNotCancelled(word))).length /
  Math.max(1, words.length);

/** Whether a column's words are states of bookings, and not ways of booking: every state of a file is one of few words. */
function holdsStates(words: readonly string[]): boolean {
  return (
    words.length > 0 &&
    words.length <= 8 &&
    knownShare(words, "state") > Math.max(0.5, knownShare(words, "reservation_status"))
  );
}

/**
 * Field → column (0-based) as headings and first rows tell: a heading counts unless its cells contradict it, and a column of states is
 * taken for one whatever its heading. A field's first matching column wins.
 */
export function suggestColumns(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  kind: ImportKind = "reservations",
): Partial<Record<ImportField, number>> {
  const columns = headers.map((_, column) =>
    rows.map((row) => normaliseText(row[column] ?? "")).filter((cell) => cell !== "" && !isNothing(cell)),
  );
  const fits = (field: ImportField, column: number) => {
    const cells = columns[column] ?? [];
    const looks = NOT[field];
    const against = looks === undefined ? 0 : cells.filter((cell) => looks.includes(lookOf(cell))).length;
    if (against * 2 > cells.length) return false;
    return field !== "reservation_status" || !holdsStates(wordsOf(cells));
  };
  const found: Partial<Record<ImportField, number>> = {};
  const named = fieldsByHeading(headers, kind);
  for (const [column, field] of named.entries())
    if (field !== undefined && found[field] === undefined && fits(field, column)) found[field] = column;
  const isFree = (column: number) => headers[column]?.trim() !== "" && !Object.values(found).includes(column);
  const firstOf = (isOne: (cells: readonly string[], column: number) => boolean) =>
    columns.findIndex((cells, column) => isFree(column) && cells.length > 0 && isOne(cells, column));
  const take = (field: ImportField, column: number) => {
    if (found[field] === undefined && column >= 0) found[field] = column;
  };
  if (kind === "reservations")
    take(
      "state",
      firstOf((cells) => holdsStates(wordsOf(cells))),
    );
  // Under a heading of no contact the addresses may be those of an agent, and all guests would be one.
  take(
    "email",
    firstOf((cells, column) => named[column] === "tel" && cells.every((cell) => isMailAddress(cell))),
  );
  return found;
}
