import { join } from "node:path";
import { endedFromOutside, forkIsolated } from "../../../../files/fork-isolated.ts";
import { CallError } from "../../../../http/errors.ts";
import { UnreadableFileError } from "../problems.ts";
import { type FromReader, READER_HEAP_MB, type ReaderResponse, type ReadJob, type ToReader } from "./messages.ts";

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
