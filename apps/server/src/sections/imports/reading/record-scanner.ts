import { MAX_COLUMNS } from "@okaeri/contract/import-limits";
import { MAX_RECORD_SIZE, type RowProblem, storableRaw } from "./problems.ts";

export type ReadRow = { lineNo: number; cells: string[] } | { lineNo: number; error: RowProblem; raw: string };

const LF = 10;
const CR = 13;
const QUOTE = 34;

type Quoted = { kind: "record"; cells: string[]; end: number; next: number } | { kind: "open" } | { kind: "broken" };

/**
 * Splits text into records after RFC 4180, strictly: a quote is allowed only around a whole cell, doubled inside. Written by
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

  /** `columns` null: the first record is the header, is not given out, and sets the number of cells of every row. */
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

  end(): void {
    this.#scan(this.#carry, true);
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
        for (; at < length; at++) {
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
    if (this.#columns === null) {
      this.#columns = cells.length;
      this.#header = cells;
      return;
    }
    this.#rows.push({ lineNo: this.#lineNo, cells });
  }

  #problemOf(cells: string[], size: number, nul: boolean): RowProblem | null {
    if (size > MAX_RECORD_SIZE) return "cell_too_long";
    if (nul) return "bad_character";
    const expected = this.#columns ?? cells.length;
    cells.length = withoutTrailing(cells, expected);
    if (cells.length > MAX_COLUMNS) return "wrong_column_count";
    return cells.length === expected || cells.every((cell) => cell === "") ? null : "wrong_column_count";
  }

  #refuse(error: RowProblem, raw: string): void {
    if (this.#columns === null) {
      // Without a header no column can be mapped; the first problem is the one to report.
      this.#headerProblem ??= error;
      this.#columns = 0;
    }
    this.#rows.push({ lineNo: this.#lineNo, error, raw: storableRaw(raw) });
  }
}

/** Number of cells without the empty ones beyond `expected`: delimiters at the end of a line hold no data. */
function withoutTrailing(cells: string[], expected: number): number {
  let count = cells.length;
  while (count > expected && cells[count - 1] === "") count--;
  return count;
}

function lineBreaks(source: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const code = source.charCodeAt(index);
    if (code === LF || (code === CR && source.charCodeAt(index + 1) !== LF)) count++;
  }
  return count;
}
