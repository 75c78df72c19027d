import type { FileProblem } from "../problems.ts";
import type { RowBatch } from "../read-rows.ts";
import type { FileFormat, SniffedFile } from "../sniff-file.ts";

// Messages between the process that reads a file and the one that wants it read.

/** One file to be read: what kind it is and its first rows, or all rows of one whose format is known. */
export type ReadJob = { size: number; pieceBytes: number; cpuMs: number } & (
  | { sniff: { sheet: string | null } }
  | { rows: FileFormat }
);

/** `null`: there is no such piece. */
export type ToReader = { work: ReadJob } | { seq: number; piece: Uint8Array | null } | { more: true };

/** How a reading ends; `failed`: by an error of its own, in its words. */
export type ReadEnd = { found: SniffedFile } | { end: true } | { refused: FileProblem } | { failed: string };
/** `mb`: what the process has grown to. */
export type ReaderResponse = { batch: RowBatch } | (ReadEnd & { mb: number });
export type FromReader = { ask: number } | ReaderResponse;

/** Backpressure: so many batches wait to be taken, so that the next ones are read while these are written. */
export const AHEAD = 2;

/** Most memory of the objects of one reading, and of its process as a whole with the bytes that lie outside of them. */
export const READER_HEAP_MB = 256;
export const READER_MEMORY_MB = 512;

/** Most processor time without a step of progress: a library that has lost its way comes past no check of ours. */
export const STUCK_CPU_MS = 30_000;
/** So many looks of the reader itself, a second apart, without progress while it waits for nobody: a promise that is never kept. */
export const STUCK_LOOKS = 30;
export const LOOK_MS = 1_000;
