import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { App } from "../app.ts";
import { isFromThisMachine } from "./from-this-machine.ts";

/** Figures of this process for Prometheus, for this machine only. */
export function metrics(server: FastifyInstance, app: App): void {
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
  new Gauge({
    name: "okaeri_failed_jobs",
    help: "Jobs that were given up after their last try and wait for an operator, by queue",
    labelNames: ["queue"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { queue } of await app.jobs.failed()) this.inc({ queue });
    },
  });
  new Gauge({
    name: "okaeri_broken_ledgers",
    help: "Guests and campaigns whose points did not add up when they were proven last, by programme",
    labelNames: ["account"],
    registers: [registry],
    async collect() {
      this.reset();
      const proofs = await app.database.asSystem(
        (tx) =>
          tx.all<{ account_id: number; broken_count: number }>`select account_id, broken_count from ledger_proofs`,
      );
      for (const { account_id, broken_count } of proofs) this.set({ account: String(account_id) }, broken_count);
    },
  });
  server.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    requests.observe({ route, method: request.method, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  server.get("/metrics", async (request, reply) => {
    if (!isFromThisMachine(request)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
