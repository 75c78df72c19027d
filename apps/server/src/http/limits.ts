import underPressure from "@fastify/under-pressure";
import { IMAGE_TYPES, MAX_IMAGE_BYTES } from "@okaeri/contract/image-limits";
import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from "fastify";
import { CallError, errorBody } from "./errors.ts";
import { languageOf } from "./language.ts";
import { strictJson } from "./strict-json.ts";
import { UnreadBody } from "./unread-body.ts";

const BODY_LIMIT = 1_048_576;
/** A request that is not there after this time is cut off (408). */
const REQUEST_MS = 15_000;

/** How large a request may be and how long it may take to come. */
export const LIMITS = {
  bodyLimit: BODY_LIMIT,
  requestTimeout: REQUEST_MS,
  connectionTimeout: 60_000,
  // Node looks for late requests every half minute, and by the later of its two times: a body sent byte by byte would hold its
  // connection for 90 seconds.
  http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: 1_000, requireHostHeader: false },
  routerOptions: { maxParamLength: 200 },
  onProtoPoisoning: "error",
  onConstructorPoisoning: "error",
} as const satisfies FastifyServerOptions & { http: object };

/** Before any route is found: an address that cannot be decoded, or with a part longer than any of ours. No hook runs then. */
export function refuseAddress(problem: string, request: FastifyRequest, reply: FastifyReply): void {
  const code = problem === "FST_ERR_MAX_PARAM_LENGTH" ? "NOT_FOUND" : "BAD_REQUEST";
  const body = errorBody(new CallError(code), languageOf(request));
  void reply
    .status(body.status)
    .headers({ "cache-control": "no-store", "x-content-type-options": "nosniff", "x-request-id": request.id })
    .send(body);
}

/** Load shedding: while the process is too busy, callers get 503 with Retry-After. */
export async function turnAwayWhenBusy(server: FastifyInstance, busyAfterMs: number): Promise<void> {
  await server.register(underPressure, {
    maxEventLoopDelay: busyAfterMs,
    retryAfter: 5,
    exposeStatusRoute: false,
    pressureHandler: turnAwayWhenMeasured,
  });
}

/**
 * A process that stood still for a second (at its start, or because the machine gave it no time) has measured no event-loop delay in it,
 * and the plugin takes that for an endless one. It is not busy, so its callers are answered.
 */
async function turnAwayWhenMeasured(
  _request: FastifyRequest,
  _reply: FastifyReply,
  _type: string,
  milliseconds?: number,
): Promise<void> {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return;
  throw new CallError("UNAVAILABLE");
}

/** JSON, the bytes of an upload, and pictures: no other body is read. */
export function acceptedBodies(server: FastifyInstance): void {
  server.addContentTypeParser(
    "application/octet-stream",
    { parseAs: "buffer", bodyLimit: CHUNK_BYTES + 1024 },
    (_request, body, done) => done(null, new Blob([body as Buffer<ArrayBuffer>])),
  );
  server.addContentTypeParser([...IMAGE_TYPES], (request, body, done) => {
    const { "content-type": type = "", "content-length": length } = request.headers;
    if (Number(length) > MAX_IMAGE_BYTES) done(new CallError("TOO_LARGE"));
    else done(null, new UnreadBody(body, type, MAX_IMAGE_BYTES));
  });
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
    server.removeContentTypeParser(type);
  strictJson(server);
}
