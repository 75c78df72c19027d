import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "../log.ts";

/**
 * Backpressure without end: a client that reads nothing of its answer for this long is cut off. It holds memory, and a file holds a
 * snapshot.
 */
const STALL_MS = 30_000;

type Reader = { taken: number; since: number };

/**
 * Looks at every connection with unsent bytes, several times in `stallMs`. Node's own socket time-out only checks whether bytes were handed
 * over since the last check, and starts again: it cut after once or twice its time.
 */
export function cutStalledReaders(server: Server, log: Logger, stallMs = STALL_MS): void {
  const readers = new Map<Socket, Reader>();
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, reader] of readers) {
      const waiting = socket.writableLength + inFlight(socket);
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0 || taken !== reader.taken) Object.assign(reader, { taken, since: now });
      else if (now - reader.since >= stallMs) {
        log.info({ event: "answer.cut", reason: "not read", ms: Math.round(now - reader.since) }, "answer cut off");
        socket.destroy();
      }
    }
  }, stallMs / 30);
  look.unref();
  server.on("connection", (socket: Socket) => {
    readers.set(socket, { taken: 0, since: performance.now() });
    socket.once("close", () => readers.delete(socket));
  });
  server.once("close", () => clearInterval(look));
}

/** What the operating system has not taken of the piece under way; Node does not show it. */
function inFlight(socket: Socket): number {
  return (socket as unknown as { _handle: { writeQueueSize: number } | null })._handle?.writeQueueSize ?? 0;
}
