import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { CallError } from "./errors.ts";
import { refuseUnknownQuery } from "./unknown-query.ts";

/** Requests of one key in a window, on one process. */
const REQUESTS = 200;
const WINDOW_MS = 2_000;

/** Counts requests per key in windows of two seconds. Gives the seconds to wait, or null. */
function requestCounter(clock: Clock): (keyId: number) => number | null {
  let window = -1;
  let counts = new Map<number, number>();
  return (keyId) => {
    const now = clock.now().getTime();
    const current = Math.floor(now / WINDOW_MS);
    if (current !== window) [window, counts] = [current, new Map()];
    const count = (counts.get(keyId) ?? 0) + 1;
    counts.set(keyId, count);
    return count <= REQUESTS ? null : Math.max(1, Math.ceil(((current + 1) * WINDOW_MS - now) / 1_000));
  };
}

type Prove<Key> = (authorization: string | undefined) => Promise<Key>;

/** Calls whose caller is a facility's key: it is proven before a byte of the body is read. */
export function keyCallers<Key extends { id: number }>(clock: Clock) {
  const count = requestCounter(clock);
  const keys = new WeakMap<FastifyRequest, Key>();
  return {
    /** For `onRequest`. `query`: what the address may ask; a key in the address would end up in logs. */
    guard:
      (prove: Prove<Key>, query: readonly string[] = []) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header("cache-control", "no-store");
        const key = await prove(request.headers.authorization);
        const wait = count(key.id);
        if (wait !== null) {
          void reply.header("retry-after", wait);
          throw new CallError("TOO_MANY_REQUESTS");
        }
        const asked = Object.keys(request.query as object);
        refuseUnknownQuery(asked, query);
        if (request.method === "POST" && !/^application\/json\b/.test(request.headers["content-type"] ?? ""))
          throw new CallError("UNSUPPORTED_TYPE");
        keys.set(request, key);
      },
    keyOf(request: FastifyRequest): Key {
      const key = keys.get(request);
      if (!key) throw new CallError("INVALID_KEY");
      return key;
    },
  };
}
