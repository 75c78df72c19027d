import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { pino } from "pino";
import type { App } from "../app.ts";
import { answerClientError } from "../http/client-errors.ts";
import { health } from "../http/health.ts";
import { metrics } from "../http/metrics.ts";
import { REQUEST_IDS, requestLines } from "../http/request-lines.ts";
import { figures } from "./figures.ts";

/** What a worker answers: its health and its figures, and nothing else. */
export function buildWorkerServer(app: App, log: pino.Logger, stopping: AbortSignal): FastifyInstance {
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 15_000,
    clientErrorHandler: answerClientError,
    ...REQUEST_IDS,
  });
  server.setErrorHandler((_error, _request, reply) => reply.status(500).send({ status: "error" }));
  requestLines(server, app.config.accessLog);
  health(server, app, stopping);
  metrics(server, app, figures(app));
  return server;
}
