import { existsSync } from "node:fs";
import { join } from "node:path";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import underPressure from "@fastify/under-pressure";
import type { contract } from "@okaeri/contract/contract";
import { ERRORS } from "@okaeri/contract/errors";
import { CHUNK_BYTES } from "@okaeri/contract/import-limits";
import { ID_TEXT } from "@okaeri/contract/paging";
import { OpenAPIHandler } from "@orpc/openapi/fastify";
import { ORPCError, onError, type Router } from "@orpc/server";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { pino } from "pino";
import type { App } from "../app.ts";
import type { CsvFile } from "../files/csv-file.ts";
import { errorFacts } from "../log.ts";
import { type OutageLines, outageLines } from "../outage-lines.ts";
import { isKnownTo, readDevice, rememberDevice } from "../session/device-cookie.ts";
import { lookUpSession, type SessionLookup } from "../session/session-store.ts";
import { isCallAddress, isDisguised, isNoPage } from "./addresses.ts";
import type { RequestContext } from "./binder.ts";
import { clientAddress } from "./client-address.ts";
import { answerClientError, refuseOddRequests } from "./client-errors.ts";
import { csvFiles } from "./csv-files.ts";
import { CallError, errorBody } from "./errors.ts";
import { isFromThisMachine } from "./from-this-machine.ts";
import { headAsGet } from "./head-requests.ts";
import { health } from "./health.ts";
import { languageOf } from "./language.ts";
import { localeDetection } from "./locale-detection.ts";
import { type Figure, metrics } from "./metrics.ts";
import { openApiPages } from "./openapi/document.ts";
import { REQUEST_IDS, requestLines, routeOf } from "./request-lines.ts";
import { isSameOrigin } from "./same-origin.ts";
import { cutStalledReaders } from "./stalled-readers.ts";
import { strictJson } from "./strict-json.ts";

export const WEB_DIST = join(import.meta.dirname, "../../../web/dist");
const BODY_LIMIT = 1_048_576;
/** A request that is not there after this time is cut off (408). */
const REQUEST_MS = 15_000;
/** The longest that browsers keep a cookie. */
const DEVICE_DAYS = 400;

/** What a server answers beside its own health, figures and the built web app. */
export type ServerParts = {
  router: Router<typeof contract, RequestContext>;
  files: readonly CsvFile[];
  /** Pages outside the web app and its calls. */
  pages: (server: FastifyInstance, app: App) => void;
  /** Figures of the product beside those of the process. */
  figures: readonly Figure[];
  /** Milliseconds: a process whose work waits longer than this turns callers away for a moment (503). */
  busyAfterMs: number;
  /** Aborted when the process is about to stop. */
  stopping: AbortSignal;
};

/** The web part of one process. It listens when the caller says so. */
export async function createServer(
  app: App,
  log: pino.Logger,
  { router, files, pages, figures, busyAfterMs, stopping }: ServerParts,
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    connectionTimeout: 60_000,
    // What has come in over a connection that is still open is answered, not turned away, while the process closes.
    return503OnClosing: false,
    // Node looks for late requests every half minute, and by the later of its two times: a body sent byte by byte would hold its
    // connection for 90 seconds.
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    clientErrorHandler: answerClientError,
    // Only what a proxy on this machine, or one that was named, says of the client's address is believed.
    trustProxy: ["loopback", ...app.config.trustedProxies],
    routerOptions: { maxParamLength: 200 },
    ...REQUEST_IDS,
    rewriteUrl: headAsGet,
    frameworkErrors: (error, request, reply) => refuseAddress(error.code, request, reply as unknown as FastifyReply),
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
  });
  const secure = app.origin.startsWith("https:");
  cutStalledReaders(server.server, log);
  requestLines(server, app.config.accessLog);
  refuseOddRequests(server);
  await server.register(cookie);
  await server.register(helmet, helmetOptions(secure));
  await server.register(compress, { global: true, threshold: 1024 });
  await server.register(underPressure, {
    maxEventLoopDelay: busyAfterMs,
    retryAfter: 5,
    exposeStatusRoute: false,
    pressureHandler: turnAwayWhenMeasured,
  });
  server.addContentTypeParser(
    "application/octet-stream",
    { parseAs: "buffer", bodyLimit: CHUNK_BYTES + 1024 },
    (_request, body, done) => done(null, new Blob([body as Buffer<ArrayBuffer>])),
  );
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
    server.removeContentTypeParser(type);
  strictJson(server);
  guardWrites(server, app);
  const outage = outageLines(log, "database");
  answerErrors(server, log, outage);
  health(server, app, stopping);
  metrics(server, app, figures);
  bindCalls(server, app, log, outage, { router, secure });
  csvFiles(server, app, files, (request, reply) => contextOf(request, reply, app, secure));
  pages(server, app);
  await openApiPages(server);
  localeDetection(server, secure);
  await webApp(server);
  return server;
}

/**
 * A process that stood still for a second (while it started, or the machine gave it no time) has measured nothing in it, and the plugin
 * takes that for an endless delay. It is not busy: whoever comes now is answered.
 */
async function turnAwayWhenMeasured(
  _request: FastifyRequest,
  reply: FastifyReply,
  _type: string,
  milliseconds?: number,
): Promise<void> {
  if (milliseconds === undefined || !Number.isFinite(milliseconds)) return;
  reply.header("retry-after", "5");
  throw new CallError("UNAVAILABLE");
}

/** Before any route is found: an address that cannot be decoded, or with a part longer than any of ours. No hook runs then. */
function refuseAddress(problem: string, request: FastifyRequest, reply: FastifyReply): void {
  const code = problem === "FST_ERR_MAX_PARAM_LENGTH" ? "NOT_FOUND" : "BAD_REQUEST";
  const body = errorBody(new CallError(code), languageOf(request));
  void reply
    .status(body.status)
    .headers({ "cache-control": "no-store", "x-content-type-options": "nosniff", "x-request-id": request.id })
    .send(body);
}

function helmetOptions(secure: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Mantine and the charts set style attributes; no script may be inline.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "https:"],
        fontSrc: ["'self'", "data:"],
        frameSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" as const },
    crossOriginEmbedderPolicy: false,
  };
}

/** quality S09, S10: a write comes from our own pages and carries JSON (or the bytes of an upload), else nothing runs. */
function guardWrites(server: FastifyInstance, app: App): void {
  server.addHook("onRequest", async (request) => {
    if (isDisguised(request.url)) throw new CallError("NOT_FOUND");
    if (!isCallAddress(request.url)) return;
    if (request.method === "GET") return;
    const address = server.server.address();
    const port = typeof address === "object" && address ? address.port : app.config.port;
    if (!isSameOrigin(request, app.config.appOrigin, port)) throw new CallError("FORBIDDEN");
    const type = request.headers["content-type"];
    if (type !== undefined && !/^application\/(json|octet-stream)\b/.test(type))
      throw new CallError("UNSUPPORTED_TYPE");
  });
  server.addHook("onSend", async (request, reply) => {
    if (isCallAddress(request.url) || isDisguised(request.url)) reply.header("cache-control", "no-store");
  });
}

function answerErrors(server: FastifyInstance, log: pino.Logger, outage: OutageLines): void {
  server.addHook("onResponse", async (request, reply) => {
    if (isCallAddress(request.url) && reply.statusCode < 400) outage.fine();
  });
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const byStatus: Record<number, CallError> = {
      400: new CallError("BAD_REQUEST"),
      404: new CallError("NOT_FOUND"),
      413: new CallError("TOO_LARGE"),
      415: new CallError("UNSUPPORTED_TYPE"),
      429: new CallError("TOO_MANY_REQUESTS"),
      503: new CallError("UNAVAILABLE"),
    };
    const known = error instanceof CallError ? error : error.statusCode ? byStatus[error.statusCode] : undefined;
    const body = errorBody(known ?? error, languageOf(request));
    if (known?.retryAfter !== undefined) void reply.header("retry-after", known.retryAfter);
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

/** What a request brings with it; the session is looked up at most once, and only when a call needs it. */
export function contextOf(request: FastifyRequest, reply: FastifyReply, app: App, secure: boolean): RequestContext {
  const prefix = secure ? "__Host-" : "";
  const cookieName = `${prefix}okaeri`;
  const deviceName = `${prefix}okaeri_device`;
  const options = { path: "/", httpOnly: true, sameSite: "lax" as const, secure };
  const setCookie = (name: string, value: string | null) => {
    if (value === null) reply.clearCookie(name, options);
    else reply.setCookie(name, value, options);
  };
  let lookup: Promise<SessionLookup> | undefined;
  const query = (request.query ?? {}) as Record<string, unknown>;
  const asked = query.account_id;
  return {
    app,
    language: languageOf(request),
    ip: clientAddress(request),
    userAgent: request.headers["user-agent"] ?? "",
    demo: app.config.demo && isFromThisMachine(request),
    // A broken link must not quietly work in another account than the one it names.
    askedAccountId: asked === undefined || asked === "" ? null : accountIdOf(asked),
    idempotencyKey: request.headers["idempotency-key"],
    queryNames: Object.keys(query),
    requestId: request.id,
    nameCall(route) {
      request.callRoute = route;
    },
    session() {
      const token = request.cookies[cookieName];
      lookup ??= token ? lookUpSession(app.database, app.clock, token) : Promise.resolve({ state: "none" });
      return lookup;
    },
    again: () => contextOf(request, reply, app, secure),
    setSessionCookie: (token) => setCookie(cookieName, token),
    knownBrowser(user) {
      const device = readDevice(app.cipher, request.cookies[deviceName]);
      return user && device && isKnownTo(device, user.id, user.devices_known_from) ? { deviceId: device.id } : null;
    },
    rememberBrowser(userId) {
      const device = readDevice(app.cipher, request.cookies[deviceName]);
      const sealed = rememberDevice(app.cipher, device, userId, app.clock.now());
      reply.setCookie(deviceName, sealed, { ...options, maxAge: DEVICE_DAYS * 86_400 });
    },
    stepToken: (step) => request.cookies[`${prefix}okaeri_${step}`] ?? null,
    setStepToken: (step, token) => setCookie(`${prefix}okaeri_${step}`, token),
  };
}

function accountIdOf(asked: unknown): number {
  return typeof asked === "string" && ID_TEXT.test(asked) ? Number(asked) : Number.NaN;
}

function bindCalls(
  server: FastifyInstance,
  app: App,
  log: pino.Logger,
  outage: OutageLines,
  { router, secure }: Pick<ServerParts, "router"> & { secure: boolean },
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
        const { requestId, nameCall } = context as RequestContext;
        nameCall(`/api${procedure["~orpc"].route.path ?? ""}`);
        try {
          return await next();
        } catch (error) {
          const { method, path = "" } = procedure["~orpc"].route;
          const parameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
          const { message, status, ...data } = errorBody(error, (context as RequestContext).language, parameters);
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

/** The built web app; an address that is no file is a page of the app, which shows its own page-not-found. */
async function webApp(server: FastifyInstance): Promise<void> {
  const built = existsSync(join(WEB_DIST, "index.html"));
  server.setNotFoundHandler((request, reply) => {
    const page = request.method === "GET" && !isNoPage(request.url);
    if (built && page) return reply.header("cache-control", "no-cache").sendFile("index.html");
    const body = errorBody(new CallError("NOT_FOUND"), languageOf(request));
    return reply.status(404).send(body);
  });
  if (!built) return;
  await server.register(fastifyStatic, {
    root: WEB_DIST,
    wildcard: false,
    index: false,
    setHeaders: (reply, path) =>
      void reply.header(
        "cache-control",
        path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
      ),
  });
}
