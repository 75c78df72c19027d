import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { App } from "../app.ts";
import { isFromThisMachine } from "./from-this-machine.ts";
import { routeOf } from "./request-lines.ts";

/** A figure of the product that is asked for when somebody looks. */
export type Metric = {
  name: `okaeri_${string}`;
  help: string;
  labels: readonly string[];
  values(): Promise<readonly { labels: Record<string, string>; value: number }[]>;
};

/** A frozen database answers nothing; a scraper waits ten seconds at most. */
const PATIENCE_MS = 5_000;

/** What the figure gives within the time; nothing when it is late or fails. */
async function inTime(figure: Metric, patienceMs: number): ReturnType<Metric["values"]> {
  const answered = new AbortController();
  const late = sleep(patienceMs, [], { signal: answered.signal, ref: false }).catch(() => []);
  const values = figure.values().catch(() => []);
  return Promise.race([values, late]).finally(() => answered.abort());
}

/** Figures of this process for Prometheus, for this machine and for who brings METRICS_TOKEN. One that cannot be had now is left out; the others are answered. */
export function metrics(server: FastifyInstance, app: App, figures: readonly Metric[], patienceMs = PATIENCE_MS): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: "okaeri_" });
  const requests = new Histogram({
    name: "okaeri_http_request_seconds",
    help: "Time of answered requests by route, method and status",
    labelNames: ["route", "method", "status"],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  new Gauge({
    name: "okaeri_database_connections",
    help: "Connections of this process's pool",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      this.set({ state: "open" }, app.database.pool.totalCount);
      this.set({ state: "idle" }, app.database.pool.idleCount);
      this.set({ state: "waiting" }, app.database.pool.waitingCount);
    },
  });
  for (const figure of figures)
    new Gauge({
      name: figure.name,
      help: figure.help,
      labelNames: [...figure.labels],
      registers: [registry],
      async collect() {
        this.reset();
        // Reset, a figure without labels would stand at 0, which is an answer too.
        this.remove({});
        for (const { labels: of, value } of await inTime(figure, patienceMs)) this.set(of, value);
      },
    });
  server.addHook("onResponse", async (request, reply) => {
    const labels = { route: routeOf(request), method: request.method, status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  server.get("/metrics", async (request, reply) => {
    if (!isFromThisMachine(request) && !brings(request.headers.authorization, app.config.metricsToken))
      return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Constant-time comparison of the token, over hashes of equal length. */
function brings(authorization: string | undefined, token: string | null): boolean {
  if (token === null || authorization === undefined) return false;
  const sumOf = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(sumOf(authorization), sumOf(`Bearer ${token}`));
}
