import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { Logger } from "../log.ts";

export type StreamGuard = {
  /** Throws as soon as the person may no longer have the rest. */
  prove(): Promise<unknown>;
  log: Logger;
  /** How often the person is asked for between two pieces. */
  watchMs?: number;
};

const WATCH_MS = 500;

/**
 * Streams a file to a signed-in person. Before every piece, and twice a second while one is being sent, the person is proven again. When
 * the person was removed, the connection is cut, so that a part cannot pass for the whole file (also when the client stops reading,
 * stalled-readers.ts). However it ends, `pieces` is told to finish (its `finally` runs).
 */
export function guardedStream<Piece extends string | Buffer>(
  reply: FastifyReply,
  pieces: AsyncIterable<Piece>,
  { prove, log, watchMs = WATCH_MS }: StreamGuard,
): Readable {
  const response = reply.raw;
  const body = Readable.from(proven(pieces, prove));
  const cut = () => {
    log.info({ event: "download.cut", reason: "no longer allowed" }, "download cut off");
    body.destroy();
    response.destroy();
  };
  let asking = false;
  const watch = setInterval(async () => {
    if (asking) return;
    asking = true;
    await prove().catch(cut);
    asking = false;
  }, watchMs);
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
