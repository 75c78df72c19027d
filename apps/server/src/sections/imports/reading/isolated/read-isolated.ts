import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import { fairSlots } from "../../../../files/fair-turns.ts";
import type { Logger } from "../../../../log.ts";
import { UnreadableFileError } from "../problems.ts";
import type { RowBatch } from "../read-rows.ts";
import type { FileFormat, SniffedFile } from "../sniff-file.ts";
import type { ReadJob } from "./messages.ts";
import { type Pieces, type ReaderProcess, startReader } from "./reader-process.ts";

/** Of whose file lines of the log tell. */
type Why = { log: Logger; about: { account_id: number; import_batch_id: number } };

/** Processor time that a look may take, and that all rows may: a part for the file, and a part for each of its bytes. */
const SNIFF_CPU_MS = 30_000;
const ROWS_CPU_MS = 60_000;
const BYTES_PER_MS = 256;

/** Concurrency limit: files that are read at once in this process; later ones wait. Jobs read two at most. */
const AT_ONCE = 4;
/** Of these, one account's: an account that uploads slow files delays nobody else. */
const OF_ONE = 3;
const turn = fairSlots(AT_ONCE, OF_ONE);

/** A reader that has nothing to do is kept for the next file for so long, unless it has grown. */
const KEEP_MS = 30_000;
const KEEP_MB = 160;
let spare: { reader: ReaderProcess; end: NodeJS.Timeout } | null = null;

/** What a file is, with its first rows. @throws CallError UNAVAILABLE when somebody ended the reading process. */
export async function sniffIsolated(file: Pieces, sheet: string | null, why: Why): Promise<SniffedFile> {
  const work = { size: file.size, pieceBytes: CHUNK_BYTES, cpuMs: SNIFF_CPU_MS, sniff: { sheet } };
  try {
    for await (const answer of answers(work, file, why)) if ("found" in answer) return answer.found;
    throw new Error("the reader found nothing");
  } catch (error) {
    if (error instanceof UnreadableFileError) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** The rows below the headings. @throws UnreadableFileError; CallError UNAVAILABLE when somebody ended the reading process. */
export async function* rowsIsolated(file: Pieces, format: FileFormat, why: Why): AsyncGenerator<RowBatch> {
  const cpuMs = ROWS_CPU_MS + file.size / BYTES_PER_MS;
  const work = { size: file.size, pieceBytes: CHUNK_BYTES, cpuMs, rows: format };
  for await (const answer of answers(work, file, why)) if ("batch" in answer) yield answer.batch;
}

async function* answers(work: ReadJob, file: Pieces, { log, about }: Why) {
  const { account_id: accountId } = about;
  const endTurn = await turn(accountId);
  const reader = takeSpare() ?? startReader();
  let mb: number | null = null;
  try {
    reader.begin(work, file);
    while (mb === null) {
      const answer = await reader.next();
      if ("mb" in answer) mb = answer.mb;
      if ("failed" in answer) log.error({ ...about, error: answer.failed }, "the reading of a file failed");
      if ("failed" in answer) throw new UnreadableFileError("reading_stopped");
      if ("refused" in answer) throw new UnreadableFileError(answer.refused);
      yield answer;
    }
  } catch (error) {
    if (error instanceof UnreadableFileError && error.problem === "reading_stopped")
      log.warn({ ...about, ended: reader.ended }, "the reading of a file was stopped: too much memory or time");
    throw error;
  } finally {
    if (mb !== null && mb < KEEP_MB) keep(reader);
    else reader.stop();
    endTurn();
  }
}

function takeSpare(): ReaderProcess | null {
  if (spare === null) return null;
  const { reader, end } = spare;
  clearTimeout(end);
  spare = null;
  return reader.ended === null ? reader : null;
}

function keep(reader: ReaderProcess): void {
  reader.rest();
  if (spare !== null || reader.ended !== null) reader.stop();
  else spare = { reader, end: setTimeout(() => takeSpare()?.stop(), KEEP_MS).unref() };
}
