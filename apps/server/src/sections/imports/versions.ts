import { normaliseCode } from "@okaeri/domain/codes";
import type { PreparedReservation } from "../intake/prepare-row.ts";
import type { ReadRow, RowBatch } from "./reading/read-rows.ts";

/**
 * Reads the whole file before anything is written, and finds the reservations that have several lines. Keeps only 8 bytes (a hash) a row; a
 * second pass looks at the repeated codes alone.
 */
export class CodesSeen {
  readonly #column: number;
  #hashes = new Float64Array(65_536);
  #count = 0;

  constructor(column: number) {
    this.#column = column;
  }

  /** The same rows, for whoever else looks at them. */
  async *passing(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
    for await (const batch of batches) {
      for (const row of batch.rows) if ("cells" in row) this.#note(hashOf(codeOf(row.cells[this.#column])));
      yield batch;
    }
  }

  #note(hash: number): void {
    if (this.#count === this.#hashes.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[this.#count++] = hash;
  }

  async versions(
    read: () => AsyncIterable<RowBatch>,
    prepare: (row: ReadRow) => PreparedReservation | null,
  ): Promise<Versions> {
    const repeated = this.#repeatedHashes();
    const last = new Map<string, number>();
    if (repeated.size === 0) return new Versions(last);
    for await (const { rows } of read()) {
      for (const row of rows) {
        if (!("cells" in row) || !repeated.has(hashOf(codeOf(row.cells[this.#column])))) continue;
        const prepared = prepare(row);
        if (prepared?.row.guest_type === "representative") last.set(prepared.row.reservation_code, row.lineNo);
      }
    }
    return new Versions(last);
  }

  #repeatedHashes(): ReadonlySet<number> {
    const sorted = this.#hashes.subarray(0, this.#count).sort();
    const repeated = new Set<number>();
    for (let index = 1; index < sorted.length; index++) {
      const hash = sorted[index] ?? 0;
      if (hash === sorted[index - 1]) repeated.add(hash);
    }
    return repeated;
  }
}

/**
 * Brings the lines of one reservation together, wherever they are in a file: they go with the last of them, so that batch boundaries do not
 * matter, and the same file again changes nothing (idempotent).
 */
export class Versions {
  /** The last line of each reservation that has several. */
  readonly #last: ReadonlyMap<string, number>;
  readonly #held = new Map<string, Held[]>();

  constructor(last: ReadonlyMap<string, number>) {
    this.#last = last;
  }

  get areAny(): boolean {
    return this.#last.size > 0;
  }

  /** The lines that are taken with these, in their order; `rows` gains the rows of those that came earlier. */
  gather(lines: readonly PreparedReservation[], rows: ReadRow[]): PreparedReservation[] {
    if (!this.areAny) return [...lines];
    const rowOf = new Map(rows.map((row) => [row.lineNo, row]));
    const now = new Set<Held>();
    const taken = lines.flatMap((line) => {
      const code = line.row.reservation_code;
      const last = line.row.guest_type === "representative" ? this.#last.get(code) : undefined;
      if (last === undefined) return [line];
      const held = this.#held.get(code) ?? [];
      if (line.lineNo !== last) {
        const one = { line, row: rowOf.get(line.lineNo) };
        now.add(one);
        this.#held.set(code, [...held, one]);
        return [];
      }
      this.#held.delete(code);
      rows.push(...held.flatMap((one) => (now.has(one) || !one.row ? [] : [one.row])));
      for (const one of held) now.delete(one);
      return [...held.map((one) => one.line), line];
    });
    // Cells share memory with the block they were read from.
    for (const one of now) Object.assign(one, structuredClone(one));
    return taken;
  }
}
type Held = { line: PreparedReservation; row: ReadRow | undefined };

const codeOf = (cell: string | undefined): string => normaliseCode(cell ?? "");

/** 53 bits from two multiplicative hashes; a collision only costs a second look. */
function hashOf(text: string): number {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ unit, 0x5bd1e995) ^ (b >>> 15);
  }
  return (a >>> 0) * 0x20_0000 + (b >>> 11);
}
