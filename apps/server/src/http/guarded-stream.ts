import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Logger } from "../log.ts";

export type StreamGuard = {
  /** Throws as soon as the person may no longer have the rest. */
  prove(): Promise<unknown>;
  log: Logger;
  /** How often the person is asked for between two pieces. */
  watchMs?: number;
  /** A reader who takes nothing for this long is cut off. */
  stallMs?: number;
};

const WATCH_MS = 500;
const STALL_MS = 20_000;

/**
 * A file sent piece by piece to a signed-in person. Before every piece, and twice a second while one is on its way, the person is
 * proven again; whoever was removed, or stops reading, finds the connection cut, so that no part passes for the whole file.
 * However it ends, `pieces` is told to finish (its `finally` runs).
 */
export function guardedStream<Piece extends string | Buffer>(
  reply: FastifyReply,
  pieces: AsyncIterable<Piece>,
  { prove, log, watchMs = WATCH_MS, stallMs = STALL_MS }: StreamGuard,
): Readable {
  const response = reply.raw;
  const body = Readable.from(proven(pieces, prove));
  const cut = (reason: string) => {
    log.info({ event: "download.cut", reason }, "download cut off");
    body.destroy();
    response.destroy();
  };
  let asking = false;
  const watch = setInterval(async () => {
    if (asking) return;
    asking = true;
    await prove().catch(() => cut("no longer allowed"));
    asking = false;
  }, watchMs);
  // Node asks here only when nothing has left the socket for that long, however much is waiting.
  response.setTimeout(stallMs, () => cut("not read"));
  body.once("error", () => response.destroy());
  response.once("close", () => {
    clearInterval(watch);
    body.destroy();
  });
  return body;
}

async function* proven<Piece>(pieces: AsyncIterable<Piece>, prove: () => Promise<unknown>): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    await prove();
    yield piece;
  }
}
