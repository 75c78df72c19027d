import type { FastifyInstance } from "fastify";
import type { pino } from "pino";
import { errorFacts } from "../log.ts";
import type { OutageLines } from "../outage-lines.ts";
import { isCallAddress } from "./addresses.ts";
import { CallError, errorBody, retryAfterOf } from "./errors.ts";
import { languageOf } from "./language.ts";
import { routeOf } from "./request-lines.ts";

/** Answers what no handler answered: a refusal, a body that is too large, a database that is away, a fault of ours. */
export function answerErrors(server: FastifyInstance, log: pino.Logger, outage: OutageLines): void {
  server.addHook("onResponse", async (request, reply) => {
    if (isCallAddress(request.url) && reply.statusCode < 400) outage.fine();
  });
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const byStatus: Record<number, CallError> = {
      400: new CallError("BAD_REQUEST"),
      404: new CallError("NOT_FOUND"),
      413: new CallError("TOO_LARGE"),
      415: new CallError("UNSUPPORTED_TYPE"),
      503: new CallError("UNAVAILABLE"),
    };
    const known = error instanceof CallError ? error : error.statusCode ? byStatus[error.statusCode] : undefined;
    const body = errorBody(known ?? error, languageOf(request));
    const seconds = retryAfterOf(known ?? error);
    if (seconds !== undefined) void reply.header("retry-after", seconds);
    // A process that is too busy says so by its figures.
    if (body.status === 503) {
      if (known === undefined) outage.failed({ path: routeOf(request), ...errorFacts(error) });
    } else if (body.status >= 500)
      log.error(
        {
          event: "http.error",
          request_id: request.id,
          method: request.method,
          path: routeOf(request),
          ...errorFacts(error),
        },
        "request failed",
      );
    return reply.status(body.status).send(body);
  });
}
