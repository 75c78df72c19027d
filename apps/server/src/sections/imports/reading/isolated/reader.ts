// Reads one file after another in a process of its own (a sandbox, docs/adr/0355): a hostile file may cost this process its memory or its
// life, and nobody else. It gets the file's bytes in pieces from its parent process, and has no database, no key and no setting.
import { limitCpu } from "../../../../files/cpu-limit.ts";
import type { ByteSource } from "../byte-source.ts";
import { UnreadableFileError } from "../problems.ts";
import { rowsOfFile, sniffFile } from "../sniff-file.ts";
import {
  AHEAD,
  type FromReader,
  LOOK_MS,
  READER_MEMORY_MB,
  type ReadEnd,
  type ReadJob,
  STUCK_CPU_MS,
  STUCK_LOOKS,
  type ToReader,
} from "./messages.ts";

/** Pieces that are kept: a packed file is read to and fro. */
const MAX_PIECES = 4;

const waitingPieces = new Map<number, (piece: Uint8Array | null) => void>();
let pieces = new Map<number, Promise<Uint8Array | null>>();
let wanted = 0;
let goOn = () => {};
/** The parent process could tell a reader that hangs from one that waits for a core by nothing, so the reader watches itself. */
const stuck = limitCpu(STUCK_CPU_MS);
let isReading = false;
let looks = 0;

function progress(): void {
  looks = 0;
  stuck.begin();
}

setInterval(() => {
  const waits = waitingPieces.size > 0 || wanted === 0;
  looks = isReading && !waits ? looks + 1 : 0;
  if (looks > STUCK_LOOKS) process.exit(1);
}, LOOK_MS).unref();

function send(message: FromReader): void {
  progress();
  process.send?.(message);
}

process.on("message", (message: ToReader) => {
  if ("work" in message) void answer(message.work);
  else if ("more" in message) {
    wanted++;
    goOn();
  } else {
    waitingPieces.get(message.seq)?.(message.piece);
    waitingPieces.delete(message.seq);
  }
});
process.on("disconnect", () => process.exit());
// The parent process decides when it ends: a running batch is written first.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

const megabytes = () => process.memoryUsage.rss() / 1_048_576;

async function answer(work: ReadJob): Promise<void> {
  isReading = true;
  progress();
  const end = await read(work);
  isReading = false;
  send({ ...end, mb: megabytes() });
  stuck.end();
}

async function read(work: ReadJob): Promise<ReadEnd> {
  pieces = new Map();
  waitingPieces.clear();
  wanted = AHEAD;
  const source = sourceOf(work);
  try {
    if ("sniff" in work) return { found: await sniffFile(source, work.sniff.sheet) };
    for await (const batch of rowsOfFile(source, work.rows)) {
      while (wanted === 0) await new Promise<void>((resolve) => (goOn = resolve));
      wanted--;
      send({ batch });
    }
    return { end: true };
  } catch (error) {
    if (error instanceof UnreadableFileError) return { refused: error.problem };
    return { failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function sourceOf({ size, pieceBytes, cpuMs }: ReadJob): ByteSource {
  const began = process.cpuUsage();
  const strain = () => {
    const { user, system } = process.cpuUsage(began);
    // Of its own time, so that a busy machine refuses no file.
    if ((user + system) / 1_000 > cpuMs || megabytes() > READER_MEMORY_MB)
      throw new UnreadableFileError("reading_stopped");
    progress();
  };
  return {
    size,
    strain,
    async *read(start, end) {
      for (let at = start; at < end; ) {
        strain();
        const seq = Math.floor(at / pieceBytes);
        const piece = await pieceOf(seq);
        const from = at - seq * pieceBytes;
        const part = piece?.subarray(from, from + end - at);
        if (part === undefined || part.length === 0) return;
        yield part;
        at += part.length;
      }
    },
  };
}

function pieceOf(seq: number): Promise<Uint8Array | null> {
  const known = pieces.get(seq);
  if (known) return known;
  const coming = new Promise<Uint8Array | null>((resolve) => waitingPieces.set(seq, resolve));
  pieces.set(seq, coming);
  for (const old of pieces.keys()) if (pieces.size > MAX_PIECES) pieces.delete(old);
  send({ ask: seq });
  return coming;
}
