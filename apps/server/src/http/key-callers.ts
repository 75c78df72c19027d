import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import { clientAddress } from "./client-address.ts";
import { CallError } from "./errors.ts";
import { refuseUnknownQuery } from "./unknown-query.ts";

/** Rate limit: requests of one key in a window, in one process. */
const REQUESTS = 200;
const WINDOW_MS = 2_000;

/** Rate limiting: counts requests per key in fixed windows of two seconds. Gives the seconds to wait, or null. */
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

/** Why a call was refused: a code, and the field it is about. */
export type CallReason = { field: string | null; code: string };
/** What is kept of a call: nothing that its body or its query said. */
export type KeyedCall = {
  at: Date;
  method: string;
  path: string;
  status: number;
  /** Of a batch that was stored. */
  batchId: number | null;
  reasons: readonly CallReason[];
  ip: string;
  /** What it asked about guests; null where that is not what it is for, or where nothing was asked. */
  lookups: GuestLookups | null;
  /** What it did stands in the audit log already. */
  hasLine: boolean;
};
/** Guests that were found, and how many asks found nobody; `newlyFound`: those that were not asked about just before. */
export type GuestLookups = { found: readonly number[]; misses: number; newlyFound: number };
/** A call that no key proved: from where, and what it said it was. */
export type WrongKey = { at: Date; ip: string; authorization: string };
type CallFacts = Pick<KeyedCall, "batchId" | "reasons" | "lookups" | "hasLine">;
const NO_FACTS: CallFacts = { batchId: null, reasons: [], lookups: null, hasLine: false };
type CallLog<Key> = { note(key: Key, call: KeyedCall): void; noteWrong(key: WrongKey): void; written(): Promise<void> };

type Prove<Key> = (authorization: string | undefined) => Promise<Key>;
type Guard<Key> = {
  prove: Prove<Key>;
  /** What the key may do. @throws CallError */
  allow?: (key: Key) => void;
  /** What the address may ask; a key in the address would end up in logs. */
  query?: readonly string[];
};

/** Calls whose caller is a facility's key: it is proven before a byte of the body is read, and its calls are kept for its page. */
export function keyCallers<Key extends { id: number }>(server: FastifyInstance, clock: Clock, log: CallLog<Key>) {
  const count = requestCounter(clock);
  const keys = new WeakMap<FastifyRequest, Key>();
  const facts = new WeakMap<FastifyRequest, CallFacts>();
  const addFacts = (request: FastifyRequest, more: Partial<CallFacts>) =>
    facts.set(request, { ...NO_FACTS, ...facts.get(request), ...more });
  server.addHook("onClose", () => log.written());
  return {
    /** The hooks of one route. */
    guard: ({ prove, allow, query = [] }: Guard<Key>) => ({
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header("cache-control", "no-store");
        const key = await prove(request.headers.authorization);
        keys.set(request, key);
        const wait = count(key.id);
        if (wait !== null) throw new CallError("TOO_MANY_REQUESTS", { retryAfter: wait });
        allow?.(key);
        const requested = Object.keys(request.query as object);
        refuseUnknownQuery(requested, query);
        if (request.method === "POST" && !/^application\/json\b/.test(request.headers["content-type"] ?? ""))
          throw new CallError("UNSUPPORTED_TYPE");
      },
      onError: async (request: FastifyRequest, _reply: FastifyReply, error: Error) => {
        if (error instanceof CallError) addFacts(request, { reasons: reasonsOf(error) });
      },
      onResponse: async (request: FastifyRequest, reply: FastifyReply) => {
        const key = keys.get(request);
        const seen = { at: clock.now(), ip: clientAddress(request) };
        if (key === undefined) {
          const { authorization = "" } = request.headers;
          if (reply.statusCode === 401) log.noteWrong({ ...seen, authorization });
          return;
        }
        const { reasons, ...rest } = facts.get(request) ?? NO_FACTS;
        const call = { ...seen, method: request.method, path: pathOf(request), status: reply.statusCode };
        log.note(key, { ...call, ...rest, reasons: reasons.slice(0, MOST_REASONS) });
      },
    }),
    keyOf(request: FastifyRequest): Key {
      const key = keys.get(request);
      if (!key) throw new CallError("INVALID_KEY");
      return key;
    },
    addFacts,
  };
}

const MOST_REASONS = 5;
/** Names of fields, and places in lists; whatever else somebody may write for a name is left out. */
const FIELD = /^[\w.-]{1,100}$/;

function reasonsOf({ fields = {}, because, reasons = [] }: CallError): CallReason[] {
  const named = Object.entries(fields).flatMap(([field, problems]) =>
    [problems].flat().map(({ code }) => ({ field: FIELD.test(field) ? field : null, code })),
  );
  const others = [...(because ? [because] : []), ...reasons].map(({ code }) => ({ field: null, code }));
  return [...named, ...others];
}

/** The route's own path; of its parameters only numbers. */
function pathOf(request: FastifyRequest): string {
  const parameters = request.params as Record<string, string>;
  return (request.routeOptions.url ?? "").replace(/:(\w+)/g, (name, parameter: string) => {
    const value = parameters[parameter] ?? "";
    return /^\d{1,15}$/.test(value) ? value : name;
  });
}
