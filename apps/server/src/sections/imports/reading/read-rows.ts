import { BlockDecoder, type DecodedLines } from "./block-decoder.ts";
import type { FileEncoding } from "./detect-encoding.ts";
import { UnreadableFileError } from "./problems.ts";
import { type ReadRow, RecordScanner } from "./record-scanner.ts";

export type { ReadRow } from "./record-scanner.ts";

export interface ReadOptions {
  encoding: FileEncoding;
  delimiter: string;
  /** Rows a batch waits for before it is given out; it may hold those of one more block of the source. */
  batchRows?: number;
}

export interface RowBatch {
  rows: ReadRow[];
  /** Bytes of the source read so far, for progress; the size of the file with the last batch. */
  bytesRead: number;
}

// Rows with large cells leave earlier, so that a batch stays small however wide the file is.
const BATCH_BYTES = 4_194_304;

/**
 * The rows below the header in batches, refused ones among them, in the order of the file. Memory is bounded by the batch
 * and the longest record, not by the file. Cells may share memory with their block: copy what is kept for long.
 */
export async function* readRows(source: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncGenerator<RowBatch> {
  const batchRows = options.batchRows ?? 1_000;
  const decoder = new BlockDecoder(options.encoding);
  const scanner = new RecordScanner(options.delimiter, null);
  let bytesRead = 0;
  let bytesGiven = 0;
  for await (const chunk of source) {
    bytesRead += chunk.byteLength;
    feed(scanner, decoder.push(chunk));
    assertHeader(scanner);
    const full = scanner.waitingRows >= batchRows || bytesRead - bytesGiven >= BATCH_BYTES;
    if (!full || scanner.waitingRows === 0) continue;
    bytesGiven = bytesRead;
    yield { rows: scanner.takeRows(), bytesRead };
  }
  feed(scanner, decoder.end());
  scanner.end();
  assertHeader(scanner);
  if (scanner.waitingRows > 0) yield { rows: scanner.takeRows(), bytesRead };
}

function assertHeader(scanner: RecordScanner): void {
  if (scanner.headerProblem !== null) throw new UnreadableFileError("header_unreadable");
}

/** Hands decoded pieces to the scanner, in order. */
export function feed(scanner: RecordScanner, pieces: DecodedLines[]): void {
  for (const piece of pieces) {
    if ("text" in piece) scanner.text(piece.text);
    else scanner.unreadableLine(piece.problem, piece.raw);
  }
}
