import type { contract } from "@okaeri/contract/contract";
import { ERRORS } from "@okaeri/contract/errors";
import { OpenAPIHandler } from "@orpc/openapi/fastify";
import { ORPCError, onError, type Router } from "@orpc/server";
import type { FastifyInstance } from "fastify";
import type { pino } from "pino";
import type { App } from "../app.ts";
import { errorFacts } from "../log.ts";
import type { OutageLines } from "../outage-lines.ts";
import type { RequestContext } from "./binder.ts";
import { CallError, errorBody, retryAfterOf } from "./errors.ts";
import { contextOf } from "./request-context.ts";

export type CallRouter = Router<typeof contract, RequestContext>;

/** Every call of the contract stands below /api; what it throws is worded here, in the language of who asked. */
export function bindCalls(
  server: FastifyInstance,
  app: App,
  { router, secure, log, outage }: { router: CallRouter; secure: boolean; log: pino.Logger; outage: OutageLines },
): void {
  const handler = new OpenAPIHandler(router, {
    interceptors: [
      onError((error) => {
        // What a call threw has its line already, below.
        if (!(error instanceof CallError) && !(error instanceof ORPCError))
          log.error({ event: "call.error", ...errorFacts(error) }, "call failed");
      }),
    ],
    clientInterceptors: [
      async ({ next, context, procedure }) => {
        const { requestId, nameCall, askAgainAfter, language } = context as RequestContext;
        nameCall(`/api${procedure["~orpc"].route.path ?? ""}`);
        try {
          return await next();
        } catch (error) {
          const { method, path = "" } = procedure["~orpc"].route;
          const parameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
          const { message, status, ...data } = errorBody(error, language, parameters);
          const seconds = retryAfterOf(error);
          if (seconds !== undefined) askAgainAfter(seconds);
          if (status === 503) outage.failed({ method, path: `/api${path}`, ...errorFacts(error) });
          else if (status >= 500)
            log.error(
              { event: "call.error", request_id: requestId, method, path: `/api${path}`, ...errorFacts(error) },
              "call failed",
            );
          throw new ORPCError<string, unknown>("CALL", { status, message, data });
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) => ({
      status: error.status,
      message: error.code === "CALL" ? error.message : ERRORS[error.status < 500 ? "BAD_REQUEST" : "INTERNAL"].ja,
      ...(error.code === "CALL" ? (error.data as object) : {}),
    }),
  });
  server.all("/api/*", async (request, reply) => {
    const { matched } = await handler.handle(request, reply, {
      prefix: "/api",
      context: contextOf(request, reply, app, secure),
    });
    if (!matched) throw new CallError("NOT_FOUND");
    return reply;
  });
}
