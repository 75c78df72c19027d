import { MAX_COLUMNS } from "@okaeri/contract/import-limits";
import { unmarkedText } from "@okaeri/domain/csv";
import { findHeader, HEADER_ROWS } from "./find-header.ts";
import { MAX_RECORD_SIZE, type RowProblem, storableRaw } from "./problems.ts";

export type ReadRow = { lineNo: number; cells: string[] } | { lineNo: number; error: RowProblem; raw: string };

const LF = 10;
const CR = 13;
const QUOTE = 34;
const APOSTROPHE = 39;
const EQUALS = 61;

type Quoted = { kind: "record"; cells: string[]; end: number; next: number } | { kind: "open" } | { kind: "broken" };

/**
 * Splits text into records after RFC 4180, strictly: a quote is allowed only around a whole cell, doubled inside, or as ="000123", which
 * files write so that spreadsheets keep a text. What only marks a text is no part of it. Written by
 * hand because a parser that skips broken records cannot say where the next good one starts; here a broken record costs
 * its first physical line and reading goes on at the next one. Line numbers are those of a text editor, from 1.
 */
export class RecordScanner {
  readonly #delimiter: string;
  #columns: number | null;
  #rows: ReadRow[] = [];
  #carry = "";
  #lineNo = 1;
  #header: string[] | null = null;
  #headerProblem: RowProblem | null = null;
  /** The first rows, until it is known which of them is the header. */
  #first: { row: ReadRow; source: string }[] = [];

  /** `columns` null: the header is looked for among the first records. It is not given out, and sets the number of cells of every row. */
  constructor(delimiter: string, columns: number | null) {
    this.#delimiter = delimiter;
    this.#columns = columns;
  }

  get header(): string[] | null {
    return this.#header;
  }

  get headerProblem(): RowProblem | null {
    return this.#headerProblem;
  }

  /** The rows found since the last call. */
  takeRows(): ReadRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  get waitingRows(): number {
    return this.#rows.length;
  }

  /** Whole physical lines; only the last text of a file may end without a line break. */
  text(text: string): void {
    this.#scan(this.#carry + text, false);
  }

  /** One physical line that could not be read at all. An open quote before it cannot be closed any more. */
  unreadableLine(problem: RowProblem, raw: string): void {
    this.#scan(this.#carry, true);
    this.#refuse(problem, raw);
    this.#lineNo++;
  }

  /** No more text follows, or none is at hand for the decision which row is the header. */
  end(): void {
    this.#scan(this.#carry, true);
    this.#decideHeader();
  }

  /** Titles above the header are left out; the rows behind it are held against its number of cells. */
  #decideHeader(): void {
    const first = this.#first;
    if (this.#columns !== null || first.length === 0) return;
    this.#first = [];
    const cells = first.map(({ row }) => ("cells" in row ? row.cells : []));
    const { at: found, isCertain } = findHeader(cells);
    const at = Math.max(found, 0);
    const faulty = first.find(({ row }, index) => "error" in row && index <= at);
    if (faulty && !isCertain && "error" in faulty.row) {
      // Without a header no column can be mapped; the first problem is the one to report.
      this.#headerProblem = faulty.row.error;
      this.#columns = 0;
      this.#rows.push(...first.flatMap(({ row }) => ("error" in row ? [row] : [])));
      return;
    }
    const header = cells[at] ?? [];
    this.#header = header;
    this.#columns = header.length;
    const lineNo = this.#lineNo;
    for (const { row, source } of first.slice(at + 1)) {
      if ("error" in row || this.#countProblem(row.cells) === null) this.#rows.push(row);
      else {
        // Read once more now that the number of cells is known: an unclosed quote may have run into the next rows.
        this.#lineNo = row.lineNo;
        this.#scan(source, true);
      }
    }
    this.#lineNo = lineNo;
  }

  #hold(row: ReadRow, source: string): void {
    this.#first.push({ row, source });
    if (this.#first.length >= HEADER_ROWS) this.#decideHeader();
  }

  #scan(source: string, atEnd: boolean): void {
    const length = source.length;
    const find = (character: string, from: number): number => {
      const index = source.indexOf(character, from);
      return index < 0 ? length : index;
    };
    this.#carry = "";
    let [lf, cr, quote, nul] = [-1, -1, -1, -1];
    let start = 0;
    while (start < length) {
      // Each position is looked for again only once it lies behind, so every search passes over the text once.
      if (lf < start) lf = find("\n", start);
      if (cr < start) cr = find("\r", start);
      if (quote < start) quote = find('"', start);
      if (nul < start) nul = find("\0", start);
      const lineEnd = Math.min(lf, cr);
      const nextLine = lineEnd + (source.charCodeAt(lineEnd) === CR && source.charCodeAt(lineEnd + 1) === LF ? 2 : 1);
      if (quote > lineEnd) {
        if (lineEnd > start) {
          this.#record(source, start, lineEnd, source.slice(start, lineEnd).split(this.#delimiter), nul);
        }
        this.#lineNo++;
        start = nextLine;
        continue;
      }
      const quoted = this.#quotedRecord(source, start, length);
      if (quoted.kind === "open" && !atEnd && length - start <= MAX_RECORD_SIZE) {
        this.#carry = source.slice(start);
        return;
      }
      if (quoted.kind === "record" && !this.#swallowedLines(quoted, lineEnd)) {
        this.#record(source, start, quoted.end, quoted.cells, nul);
        this.#lineNo += quoted.end > lineEnd ? lineBreaks(source, start, quoted.end) + 1 : 1;
        start = quoted.next;
        continue;
      }
      const problem = lineEnd - start > MAX_RECORD_SIZE ? "cell_too_long" : "broken_quotes";
      this.#refuse(problem, source.slice(start, lineEnd));
      this.#lineNo++;
      start = nextLine;
    }
  }

  /** A record over several lines with the wrong number of cells is an unclosed quote that ran into the next rows. */
  #swallowedLines(quoted: { cells: string[]; end: number }, lineEnd: number): boolean {
    return (
      quoted.end > lineEnd && this.#columns !== null && withoutTrailing(quoted.cells, this.#columns) !== this.#columns
    );
  }

  #quotedRecord(source: string, start: number, length: number): Quoted {
    const delimiter = this.#delimiter.charCodeAt(0);
    const cells: string[] = [];
    let at = start;
    for (;;) {
      if (source.charCodeAt(at) === QUOTE) {
        let close = source.indexOf('"', at + 1);
        let doubled = false;
        while (close >= 0 && source.charCodeAt(close + 1) === QUOTE) {
          doubled = true;
          close = source.indexOf('"', close + 2);
        }
        if (close < 0) return { kind: "open" };
        const inner = source.slice(at + 1, close);
        cells.push(doubled ? inner.replaceAll('""', '"') : inner);
        at = close + 1;
      } else {
        const from = at;
        if (source.charCodeAt(at) === EQUALS && source.charCodeAt(at + 1) === QUOTE) at = endOfFormulaText(source, at);
        // Behind a formula's text the cell is over.
        const isOver = at > from;
        for (; !isOver && at < length; at++) {
          const code = source.charCodeAt(at);
          if (code === delimiter || code === LF || code === CR) break;
          if (code === QUOTE) return { kind: "broken" };
        }
        cells.push(source.slice(from, at));
      }
      if (at >= length) return { kind: "record", cells, end: at, next: at };
      const code = source.charCodeAt(at);
      if (code === LF) return { kind: "record", cells, end: at, next: at + 1 };
      if (code === CR)
        return { kind: "record", cells, end: at, next: source.charCodeAt(at + 1) === LF ? at + 2 : at + 1 };
      if (code !== delimiter) return { kind: "broken" };
      at++;
    }
  }

  #record(source: string, start: number, end: number, cells: string[], nul: number): void {
    const problem = this.#problemOf(cells, end - start, nul < end);
    if (problem !== null) {
      this.#refuse(problem, source.slice(start, end));
      return;
    }
    if (cells.every((cell) => cell === "")) return; // spreadsheets write rows of bare delimiters below the data
    for (let index = 0; index < cells.length; index++) {
      const cell = cells[index] as string;
      const first = cell.charCodeAt(0);
      if (first === APOSTROPHE || first === EQUALS) cells[index] = unmarkedText(cell);
    }
    const row = { lineNo: this.#lineNo, cells };
    if (this.#columns === null) this.#hold(row, source.slice(start, end));
    else this.#rows.push(row);
  }

  #problemOf(cells: string[], size: number, nul: boolean): RowProblem | null {
    if (size > MAX_RECORD_SIZE) return "cell_too_long";
    if (nul) return "bad_character";
    return this.#countProblem(cells);
  }

  #countProblem(cells: string[]): RowProblem | null {
    const expected = this.#columns ?? cells.length;
    cells.length = withoutTrailing(cells, expected);
    if (cells.length > MAX_COLUMNS) return "wrong_column_count";
    return cells.length === expected || cells.every((cell) => cell === "") ? null : "wrong_column_count";
  }

  #refuse(error: RowProblem, raw: string): void {
    const row = { lineNo: this.#lineNo, error, raw: storableRaw(raw) };
    if (this.#columns === null) this.#hold(row, raw);
    else this.#rows.push(row);
  }
}

/** Number of cells without the empty ones beyond `expected`: delimiters at the end of a line hold no data. */
function withoutTrailing(cells: string[], expected: number): number {
  let count = cells.length;
  while (count > expected && cells[count - 1] === "") count--;
  return count;
}

/** Behind the closing quote of ="…" at `at`; `at` itself where the line has none. */
function endOfFormulaText(source: string, at: number): number {
  FORMULA_TEXT.lastIndex = at;
  return FORMULA_TEXT.test(source) ? FORMULA_TEXT.lastIndex : at;
}
const FORMULA_TEXT = /="(?:[^"\r\n]|"")*"/y;

function lineBreaks(source: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const code = source.charCodeAt(index);
    if (code === LF || (code === CR && source.charCodeAt(index + 1) !== LF)) count++;
  }
  return count;
}
