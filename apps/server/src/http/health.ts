import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { isMigrated } from "../database/migrate.ts";

/** Longer than this nobody waits to be told that the database does not answer. */
const DATABASE_MS = 2_000;

/**
 * health/live (liveness): the process runs. /health/ready (readiness): work may be sent here. From `stopping` on it says no while calls are
 * still answered, and each answer closes its connection, so that a load balancer and its callers go elsewhere.
 */
export function health(server: FastifyInstance, app: App, stopping: AbortSignal): void {
  server.addHook("onSend", async (_request, reply) => {
    if (stopping.aborted) reply.header("connection", "close");
  });
  server.get("/health/live", async () => ({ status: "ok" }));
  server.get("/health/ready", async (_request, reply) => {
    const ready = !stopping.aborted && (await answers(app));
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable" });
  });
}

async function answers(app: App): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_MS);
  });
  const migrated = isMigrated((text) => app.database.pool.query(text)).catch(() => false);
  return Promise.race([migrated, late]).finally(() => clearTimeout(timer));
}
