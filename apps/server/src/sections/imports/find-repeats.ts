import { isCleanText, normaliseText } from "@okaeri/domain/normalise";
import type { PreparedReservation } from "../intake/prepare-row.ts";
import type { Repeats } from "../intake/save-rows.ts";
import type { ReadRow, RowBatch } from "./reading/read-rows.ts";

/**
 * Sees the whole file pass by before anything is written: the newest source time of a repeated reservation wins, without times or
 * between equal ones the last line. Known beforehand, because otherwise a second import of the same file would write the earlier
 * line and then the later one again. Only 8 bytes a row are kept; the second look is at the repeated codes alone.
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

  async repeats(
    read: () => AsyncIterable<RowBatch>,
    prepare: (row: ReadRow) => PreparedReservation | null,
  ): Promise<Repeats> {
    const repeated = this.#repeatedHashes();
    const winners = new Map<string, { lineNo: number; at: string | null }>();
    if (repeated.size === 0) return new Map();
    for await (const { rows } of read()) {
      for (const row of rows) {
        if (!("cells" in row) || !repeated.has(hashOf(codeOf(row.cells[this.#column])))) continue;
        const prepared = prepare(row);
        if (prepared === null || prepared.row.guest_type === "companion") continue;
        const { reservation_code: code, source_updated_at: at } = prepared.row;
        const before = winners.get(code);
        if (before?.at && at && at < before.at) continue;
        winners.set(code, { lineNo: row.lineNo, at });
      }
    }
    return new Map([...winners].map(([code, { lineNo }]) => [code, lineNo]));
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

function codeOf(cell: string | undefined): string {
  return cell === undefined || isCleanText(cell) ? (cell ?? "") : normaliseText(cell);
}

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
