import { saysNothing } from "@okaeri/domain/stays/cell-reader";
import { codeWords } from "@okaeri/domain/stays/code-synonyms";
import type { ImportField } from "@okaeri/domain/stays/import-fields";
import { type DateOrder, ordersOf } from "@okaeri/domain/stays/read-date";
import { type FieldValues, normaliseWord } from "./field-values.ts";
import type { ColumnByField } from "./prepare-line.ts";
import type { RowBatch } from "./reading/read-rows.ts";

const DATE_FIELDS = [
  "reserved_date",
  "check_in_date",
  "check_out_date",
  "birthday",
  "cancel_date",
  "confirmed_date",
  "source_updated_at",
] as const satisfies readonly ImportField[];

/** Fields whose words the product has to know. */
export const WORD_FIELDS = [
  "state",
  "reservation_status",
  "group_type",
  "guest_type",
  "language_code",
  "gender",
  "email_consent",
  "is_online_check_in",
  "is_online_check_out",
  "booking_channel",
  "customer_type",
] as const satisfies readonly ImportField[];
type WordField = (typeof WORD_FIELDS)[number];

/** Names that a house gives itself; two systems of one house often differ in them. */
const HOUSE_WORD_FIELDS = ["room_type", "plan_code"] as const satisfies readonly ImportField[];
type HouseWordField = (typeof HOUSE_WORD_FIELDS)[number];

/** A column with more different cells is no list of names. */
const MAX_HOUSE_WORDS = 60;

/** Most different words of one column that are shown. */
const MAX_WORDS = 200;

export type FileScan = {
  /** `open`: the file leaves it open; null: it has no such dates. */
  dateOrder: DateOrder | "open" | null;
  unknown: Partial<Record<WordField, string[]>>;
  /** Words of the file that were given a meaning, by field. */
  answered: Partial<Record<WordField, string[]>>;
  /** Every name of the house that the file uses, by field; a column with too many is left out. */
  house: Partial<Record<HouseWordField, string[]>>;
};

/** Words of the account itself: its channels and types of customers, in lower case. */
export type KnownWords = Partial<Record<WordField, ReadonlyMap<string, unknown>>>;

/** Goes through the whole file for what has to be known before its first row: the order of its dates and the words nobody knows. */
export async function scanFile(
  batches: AsyncIterable<RowBatch>,
  reading: { columns: ColumnByField; values: FieldValues },
  known: KnownWords,
): Promise<FileScan> {
  const { columns, values } = reading;
  const dates = DATE_FIELDS.flatMap((field) => columns[field] ?? []);
  const worded = seenWords(WORD_FIELDS, columns);
  const housed = seenWords(HOUSE_WORD_FIELDS, columns);
  const orders = { mdy: false, dmy: false, open: false };
  for await (const { rows } of batches) {
    for (const row of rows) {
      if (!("cells" in row)) continue;
      for (const column of dates) note(orders, row.cells[column] ?? "");
      for (const { column, seen } of worded) if (seen.size < MAX_WORDS * 10) seen.add(row.cells[column] ?? "");
      for (const { column, seen } of housed) if (seen.size <= MAX_HOUSE_WORDS * 2) seen.add(row.cells[column] ?? "");
    }
  }
  const unknown: FileScan["unknown"] = {};
  const answered: FileScan["answered"] = {};
  for (const { field, seen } of worded) {
    const isAnswered = (word: string) => Object.hasOwn(values[field] ?? {}, word);
    const all = spellings(seen);
    const open = all.filter((word) => !isAnswered(word) && !isKnown(field, word, known));
    if (open.length > 0) unknown[field] = open.slice(0, MAX_WORDS);
    const reported = all.filter(isAnswered);
    if (reported.length > 0) answered[field] = reported.slice(0, MAX_WORDS);
  }
  const house: FileScan["house"] = {};
  for (const { field, seen } of housed) {
    const words = spellings(seen);
    if (words.length > 0 && words.length <= MAX_HOUSE_WORDS) house[field] = words;
  }
  return { dateOrder: orderOf(orders), unknown, answered, house };
}

/** The mapped ones of these fields, each with the different cells of its column. */
function seenWords<Field extends ImportField>(fields: readonly Field[], columns: ColumnByField) {
  return fields.flatMap((field) => {
    const column = columns[field];
    return column === undefined ? [] : [{ field, column, seen: new Set<string>() }];
  });
}

/** Each word once, in order, without the empty cell. */
const spellings = (cells: ReadonlySet<string>): string[] =>
  [...new Set([...cells].map(normaliseWord))].filter((word) => word !== "").sort();

function isKnown(field: WordField, word: string, known: KnownWords): boolean {
  const own = known[field];
  const plain = word.toLowerCase().replaceAll(" ", "");
  if (saysNothing(field, plain)) return true;
  return own ? own.has(word.toLowerCase()) : (codeWords(field)?.has(plain) ?? true);
}

type Orders = { mdy: boolean; dmy: boolean; open: boolean };

function note(orders: Orders, cell: string): void {
  // Years first need no second look, and nearly all dates are such.
  if (cell.length < 8 || cell.length > 40 || (cell.charCodeAt(4) | 2) === 47) return;
  const found = ordersOf(cell);
  if (found.length === 2) orders.open = true;
  else if (found[0] !== undefined) orders[found[0]] = true;
}

function orderOf({ mdy, dmy, open }: Orders): FileScan["dateOrder"] {
  if (mdy !== dmy) return mdy ? "mdy" : "dmy";
  return mdy || open ? "open" : null;
}
