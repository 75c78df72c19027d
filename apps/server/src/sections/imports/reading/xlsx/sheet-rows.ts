import { MAX_COLUMNS } from "@okaeri/contract/import-limits";
import { unmarkedText } from "@okaeri/domain/csv";
import { findHeader, HEADER_ROWS } from "../find-header.ts";
import { MAX_RAW_LENGTH, MAX_RECORD_SIZE, storableRaw, UnreadableFileError } from "../problems.ts";
import type { ReadRow } from "../record-scanner.ts";
import { dateText, numberText, plainText, shownText } from "./cell-text.ts";
import type { Workbook } from "./workbook.ts";
import { type Attributes, MAX_TEXT, parseXml } from "./xml.ts";

/** A row of a sheet with its number there; `faulty`: a formula without a value, or whose value is an error. */
type SheetRow = { lineNo: number; cells: string[]; faulty: boolean };
/** Cells below another one that belong to it. */
type Merge = { column: number; from: number; to: number };

const MAX_MERGES = 100_000;
/** Merges that reach one row, and what stands behind the rows of a sheet, in UTF-16 units. */
const MAX_REACHING = 1_024;
const MAX_BEHIND = 16_777_216;
/** Where Excel ends. */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;
/** A million rows of thirty cells with a text in each have a hundred million. */
const MAX_ELEMENTS = 150_000_000;

/**
 * The rows of a sheet: first the header, which is looked for among the first rows (what stands above is a title), then those below it,
 * empty ones left out. Cells that are merged downwards all have the value. `share`: about how much of the sheet is read.
 */
export async function* sheetRows(
  workbook: Workbook,
  path: string,
): AsyncGenerator<{ header: string[] | null; rows: ReadRow[]; share: number }> {
  const merges = await mergesOf(workbook, path);
  const parser = new SheetParser(workbook, merges);
  const size = workbook.zip.sizeOf(path);
  let header: string[] | null = null;
  let first: SheetRow[] = [];
  let read = 0;
  for await (const length of parseXml(workbook.zip.text(path), MAX_ELEMENTS, parser.handlers)) {
    read += length;
    let found = parser.take();
    if (header === null) {
      first.push(
        ...found.filter(
          ({ cells, faulty }) => faulty || cells.some((cell) => cell !== undefined && cell.trim() !== ""),
        ),
      );
      if (first.length < HEADER_ROWS) continue;
      [header, found, first] = [...withoutHeader(first), []];
    }
    if (header === null) continue;
    const columns = header.length;
    yield { header, rows: found.flatMap((row) => readRow(row, columns)), share: Math.min(1, read / size) };
  }
  if (header !== null) return;
  const [found, rest] = withoutHeader(first);
  yield { header: found, rows: rest.flatMap((row) => readRow(row, found?.length ?? 0)), share: 1 };
}

/** The header, and the rows below it; null and all rows where none of them is a header. */
function withoutHeader(first: readonly SheetRow[]): [header: string[] | null, rest: SheetRow[]] {
  // Many rows may have come at once: the decision is made on the same ones as in a text file.
  const { at } = findHeader(
    first.slice(0, HEADER_ROWS).map(({ cells }) => cells),
    2,
  );
  if (at < 0) return [null, [...first]];
  const header = withoutBlanksBehind(first[at]?.cells ?? []);
  if (header.length > MAX_COLUMNS) throw new UnreadableFileError("too_many_columns");
  if (textLengthOf(header) > MAX_RECORD_SIZE) throw new UnreadableFileError("header_unreadable");
  return [header, first.slice(at + 1)];
}

function readRow({ lineNo, cells, faulty }: SheetRow, columns: number): ReadRow[] {
  const filled = withoutBlanksBehind(cells);
  if (filled.length === 0 && !faulty) return [];
  const raw = () => storableRaw(filled.map((cell) => cell.slice(0, MAX_RAW_LENGTH)).join(","));
  if (faulty) return [{ lineNo, error: "cell_error", raw: raw() }];
  if (filled.length > columns) return [{ lineNo, error: "wrong_column_count", raw: raw() }];
  if (textLengthOf(filled) > MAX_RECORD_SIZE) return [{ lineNo, error: "cell_too_long", raw: raw() }];
  return [{ lineNo, cells: Array.from({ length: columns }, (_, column) => filled[column] ?? "") }];
}

export function textLengthOf(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.length, 0);
}

function withoutBlanksBehind(cells: readonly (string | undefined)[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== undefined && cell.trim() !== "");
  return Array.from({ length: last + 1 }, (_, column) => cells[column] ?? "");
}

class SheetParser {
  readonly handlers = {
    open: (name: string, attributes: Attributes) => this.#open(name, attributes),
    text: (text: string) => {
      if (!this.#isValue) return;
      this.#value += text;
      if (this.#value.length > MAX_TEXT) throw new UnreadableFileError("xlsx_too_large");
    },
    close: (name: string) => this.#close(name),
  };
  readonly #workbook: Workbook;
  readonly #merges: ReadonlyMap<number, Merge[]>;
  /** Merged cells that reach this row, with the value at their top. */
  #reaching: { merge: Merge; value: string }[] = [];
  #rows: SheetRow[] = [];
  #row: SheetRow = { lineNo: 0, cells: [], faulty: false };
  #column = -1;
  #type = "n";
  #style = 0;
  #value = "";
  #isValue = false;
  #isFormula = false;
  #isReading = false;

  constructor(workbook: Workbook, merges: readonly Merge[]) {
    this.#workbook = workbook;
    this.#merges = Map.groupBy(merges, (merge) => merge.from);
  }

  /** The rows that are complete. */
  take(): SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #open(name: string, { r, t, s }: Attributes): void {
    if (name === "row") {
      this.#row = { lineNo: rowOf(r ?? this.#row.lineNo + 1), cells: [], faulty: false };
      this.#column = -1;
    } else if (name === "c") {
      this.#column = r === undefined ? this.#column + 1 : columnOf(r);
      if (this.#column >= MAX_COLUMN) throw new UnreadableFileError("xlsx_broken");
      [this.#type, this.#style, this.#value] = [t ?? "n", Number(s ?? 0), ""];
      this.#isFormula = false;
    } else if (name === "f") this.#isFormula = true;
    else if (name === "rPh") this.#isReading = true;
    this.#isValue = name === "v" || (name === "t" && !this.#isReading);
  }

  #close(name: string): void {
    this.#isValue = false;
    if (name === "rPh") this.#isReading = false;
    else if (name === "c") this.#put(this.#text());
    else if (name === "row") {
      this.#fillMerged();
      this.#rows.push(this.#row);
    }
  }

  /** What stands beyond the most columns makes the row too wide, wherever it stands; an empty cell there is none, for a row has 16,384. */
  #put(text: string): void {
    const { cells } = this.#row;
    if (this.#column < MAX_COLUMNS) cells[this.#column] = text;
    else if (text.trim() !== "") cells[MAX_COLUMNS] = text;
  }

  #text(): string {
    const value = this.#value;
    if (this.#type === "e" || (this.#isFormula && value === "" && this.#type !== "str")) {
      this.#row.faulty = true;
      return value;
    }
    if (value === "") return "";
    if (this.#type === "s") return unmarkedText(this.#workbook.strings[Number(value)] ?? "");
    if (this.#type === "str" || this.#type === "inlineStr") return unmarkedText(plainText(value));
    if (this.#type === "b") return value === "1" ? "TRUE" : "FALSE";
    if (this.#type === "d") return value.replace(/T00:00:00(\.0+)?Z?$/, "");
    const { dateStyles, codeStyles, is1904 } = this.#workbook;
    if (dateStyles.has(this.#style)) return dateText(Number(value), is1904);
    const format = codeStyles.get(this.#style);
    return format === undefined ? numberText(value) : shownText(value, format);
  }

  #fillMerged(): void {
    const { lineNo, cells } = this.#row;
    this.#reaching = this.#reaching.filter(({ merge }) => merge.to >= lineNo);
    // A row with nothing of its own stays empty: the cells that reach it are those of the rows above.
    if (cells.some((cell) => cell !== undefined && cell !== ""))
      for (const { merge, value } of this.#reaching) if (value !== "") cells[merge.column] ||= value;
    for (const merge of this.#merges.get(lineNo) ?? [])
      this.#reaching.push({ merge, value: cells[merge.column] ?? "" });
    if (this.#reaching.length > MAX_REACHING) throw new UnreadableFileError("xlsx_too_large");
  }
}

/** A1 → 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const value = character.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
    if (column > MAX_COLUMN) break;
  }
  if (column < 1 || column > MAX_COLUMN) throw new UnreadableFileError("xlsx_broken");
  return column - 1;
}

function rowOf(number: string | number): number {
  const row = Number(number);
  if (!Number.isInteger(row) || row < 1 || row > MAX_ROW) throw new UnreadableFileError("xlsx_broken");
  return row;
}

/** Merged ranges stand behind the rows that they are about, so the end of the sheet is looked at first. */
async function mergesOf({ zip }: Workbook, path: string): Promise<Merge[]> {
  let [text, isBehind] = ["", false];
  for await (const piece of zip.text(path)) {
    text += piece;
    if (isBehind && text.length > MAX_BEHIND) throw new UnreadableFileError("xlsx_too_large");
    if (isBehind) continue;
    const end = text.search(/<\/(\w+:)?sheetData>|<(\w+:)?sheetData\s*\/>/);
    isBehind = end >= 0;
    text = isBehind ? text.slice(end) : text.slice(-40);
  }
  const merges: Merge[] = [];
  // Tag by tag: a look for the reference that may run over other tags takes the square of what stands there.
  for (const [tag] of text.matchAll(/<(?:\w{1,32}:)?mergeCell\s[^<>]{1,200}>/g)) {
    const [, from = "", top = "", , bottom = ""] = /\sref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/.exec(tag) ?? [];
    if (top === bottom) continue;
    merges.push({ column: columnOf(from), from: rowOf(top), to: rowOf(bottom) });
    if (merges.length > MAX_MERGES) throw new UnreadableFileError("xlsx_too_large");
  }
  return merges;
}
