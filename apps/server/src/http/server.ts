import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import type { pino } from "pino";
import type { App } from "../app.ts";
import type { CsvFile } from "../files/csv-file.ts";
import { outageLines } from "../outage-lines.ts";
import { answerErrors } from "./answer-errors.ts";
import { bindCalls, type CallRouter } from "./calls.ts";
import { answerClientError, refuseOddRequests } from "./client-errors.ts";
import { csvFiles } from "./csv-files.ts";
import { guardWrites } from "./guard-writes.ts";
import { headAsGet } from "./head-requests.ts";
import { health } from "./health.ts";
import { acceptedBodies, LIMITS, refuseAddress, turnAwayWhenBusy } from "./limits.ts";
import { localeDetection } from "./locale-detection.ts";
import { type Metric, metrics } from "./metrics.ts";
import { openApiPages } from "./openapi/document.ts";
import { contextOf } from "./request-context.ts";
import { REQUEST_IDS, requestLines } from "./request-lines.ts";
import { securityHeaders } from "./security-headers.ts";
import { cutStalledReaders } from "./stalled-readers.ts";
import { webApp } from "./web-app.ts";

/** What a server answers beside its own health, figures and the built web app. */
export type ServerParts = {
  router: CallRouter;
  files: readonly CsvFile[];
  /** Pages outside the web app and its calls. */
  pages: (server: FastifyInstance, app: App) => void;
  /** Figures of the product beside those of the process. */
  figures: readonly Metric[];
  /** Milliseconds: a process whose work waits longer than this turns callers away for a moment (503). */
  busyAfterMs: number;
  /** Aborted when the process is about to stop. */
  stopping: AbortSignal;
};

/** The web part of one process, in the order in which a request meets it. It listens when the caller says so. */
export async function createServer(
  app: App,
  log: pino.Logger,
  { router, files, pages, figures, busyAfterMs, stopping }: ServerParts,
): Promise<FastifyInstance> {
  const server = newServer(app, log);
  const secure = app.origin.startsWith("https:");
  const outage = outageLines(log, "database");

  // Of every request: its line in the log, what is refused unseen, cookies, headers of the answer.
  cutStalledReaders(server.server, log);
  requestLines(server, app.config.accessLog);
  refuseOddRequests(server);
  await server.register(cookie);
  await securityHeaders(server, secure);
  await server.register(compress, { global: true, threshold: 1024 });
  await turnAwayWhenBusy(server, busyAfterMs);
  acceptedBodies(server);
  guardWrites(server, app);
  answerErrors(server, log, outage);

  // Who answers, by address; what nobody knows is a page of the web app.
  health(server, app, stopping);
  metrics(server, app, figures);
  bindCalls(server, app, { router, secure, log, outage });
  csvFiles(server, app, files, (request, reply) => contextOf(request, reply, app, secure));
  pages(server, app);
  await openApiPages(server);
  localeDetection(server, secure);
  await webApp(server);
  return server;
}

function newServer(app: App, log: pino.Logger): FastifyInstance {
  return Fastify({
    ...LIMITS,
    ...REQUEST_IDS,
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // What has come in over a connection that is still open is answered, not turned away, while the process closes.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    // Only what a proxy on this machine, or one that was named, says of the client's address is believed.
    trustProxy: ["loopback", ...app.config.trustedProxies],
    rewriteUrl: headAsGet,
    frameworkErrors: (error, request, reply) => refuseAddress(error.code, request, reply as unknown as FastifyReply),
  });
}
