import { join } from "node:path";
import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import { fairSlots } from "../../../../files/fair-turns.ts";
import { endedFromOutside, forkIsolated } from "../../../../files/fork-isolated.ts";
import { CallError } from "../../../../http/errors.ts";
import type { Logger } from "../../../../log.ts";
import { UnreadableFileError } from "../problems.ts";
import type { RowBatch } from "../read-rows.ts";
import type { FileFormat, SniffedFile } from "../sniff-file.ts";
import { type FromReader, READER_HEAP_MB, type ReaderResponse, type ReadJob, type ToReader } from "./messages.ts";

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

/** The stored pieces of a file, each of CHUNK_BYTES but the last. */
export type Pieces = { size: number; piece(seq: number): Promise<Uint8Array | null> };

/**
 * A process that reads files, as seen from the one that started it. The process itself ends when it uses too much or makes no progress
 * (reader.ts): from here, one that hangs looks like one that waits for a core.
 */
export type ReaderProcess = {
  begin(work: ReadJob, file: Pieces): void;
  /** @throws UnreadableFileError where the file took the process down; UNAVAILABLE where somebody else did: it can be tried again. */
  next(): Promise<ReaderResponse>;
  /** Has nothing to do, and keeps nobody from ending. */
  rest(): void;
  stop(): void;
  /** How it ended; null while it runs. */
  readonly ended: string | null;
};

export function startReader(heapMb: number = READER_HEAP_MB): ReaderProcess {
  const child = forkIsolated(join(import.meta.dirname, "reader.ts"), heapMb);
  const answered: ReaderResponse[] = [];
  let failure: Error | null = null;
  let ended: string | null = null;
  let file: Pieces | null = null;
  let wake = () => {};

  const send = (message: ToReader) => child.send(message, () => {});
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  const serve = async (seq: number) => {
    const of = file;
    try {
      const piece = (await of?.piece(seq)) ?? null;
      // A reading that has its rows may have asked ahead: what comes late for it is nothing to the next one, whose file is another.
      if (of === file) send({ seq, piece });
    } catch (error) {
      if (of === file) fail(error as Error);
    }
  };
  child.on("message", (message: FromReader) => {
    if ("ask" in message) void serve(message.ask);
    else {
      answered.push(message);
      wake();
    }
  });
  child.on("error", fail);
  child.on("exit", (code, signal) => {
    ended = signal ?? String(code);
    const byFile = !endedFromOutside(signal);
    fail(byFile ? new UnreadableFileError("reading_stopped") : new CallError("UNAVAILABLE"));
  });
  return {
    get ended() {
      return ended;
    },
    begin(work, of) {
      file = of;
      child.ref();
      child.channel?.ref();
      send({ work });
    },
    async next() {
      for (;;) {
        const answer = answered.shift();
        if (answer !== undefined) {
          if ("batch" in answer) send({ more: true });
          return answer;
        }
        if (failure) throw failure;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    rest() {
      file = null;
      child.unref();
      child.channel?.unref();
    },
    stop() {
      child.kill("SIGKILL");
    },
  };
}
