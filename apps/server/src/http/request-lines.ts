import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** The call that answered, as its description writes it; null for everything that is no call. */
    callRoute: string | null;
  }
}

/** Fastify's own: every request gets an id of ours; what a caller sends is not believed. */
export const REQUEST_IDS = { genReqId: () => randomUUID(), requestIdHeader: false as const };

/** Every answer carries its request's id, which the log line of its error has too; with `accessLog` each request is a line of its own. */
export function requestLines(server: FastifyInstance, accessLog: boolean): void {
  server.decorateRequest("callRoute", null);
  server.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  if (!accessLog) return;
  server.addHook("onResponse", async (request, reply) => {
    const facts = { method: request.method, route: routeOf(request), status: reply.statusCode };
    server.log.info(
      { event: "http.request", request_id: request.id, ...facts, ms: Math.round(reply.elapsedTime) },
      "request",
    );
  });
}

/** The pattern of the address, never the address itself: it may hold names. */
export function routeOf(request: FastifyRequest): string {
  return request.callRoute ?? request.routeOptions.url ?? "none";
}
