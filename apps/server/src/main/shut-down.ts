import { setTimeout as sleep } from "node:timers/promises";
import type { pino } from "pino";
import { errorFacts } from "../log.ts";
import { closeServer, type Listening } from "./close-server.ts";
import type { OpenApp } from "./open-app.ts";

export type Running = {
  opening?: Promise<OpenApp>;
  /** What listens: the web part, the worker's own address. */
  servers: Listening[];
  /** Takes reports about mails. */
  bounces?: { close(): Promise<void> };
  /** Aborted at the beginning of a stop: new work is refused from then on. */
  stopping: AbortController;
  ended?: Promise<void>;
};

/** After so long calls that are still being answered are cut off, so that the rest is closed within ten seconds. */
const CUT_OFF_MS = 7_000;
const GIVE_UP_MS = 9_500;

/**
 * Graceful shutdown: takes no new work, jobs come to their next safe point, and calls are still answered for `drainMs`; then connections
 * are closed, those in the middle of an answer last, and what was opened is closed in reverse order. What still hangs then is left: jobs
 * are taken over, and PostgreSQL rolls back what was not committed.
 */
export async function shutDown(
  state: Running,
  log: pino.Logger,
  drainMs: number,
  giveUpMs = GIVE_UP_MS,
): Promise<void> {
  log.info({ event: "stopping", drain_ms: drainMs }, "stopping");
  state.stopping.abort();
  const late = setTimeout(() => void giveUp(state, log), giveUpMs);
  const open = await state.opening?.catch(() => undefined);
  const resting = open?.rest();
  if (state.servers.length > 0) await sleep(drainMs);
  await Promise.all([
    ...state.servers.map((server) => closeServer(server, CUT_OFF_MS - drainMs)),
    state.bounces?.close(),
  ]);
  await resting;
  await open?.close();
  clearTimeout(late);
  log.info({ event: "stopped" }, "stopped");
  process.exit(process.exitCode ?? 0);
}

async function giveUp(state: Running, log: pino.Logger): Promise<void> {
  log.error({ event: "stop.late" }, "not everything could be closed in time");
  // What still runs loses its database now. Nobody waits for its failures any more, and they must not end the process in another way.
  process.on("uncaughtException", (error) => log.warn({ event: "stop.late_failure", ...errorFacts(error) }, "failed"));
  process.on("unhandledRejection", (error) => log.warn({ event: "stop.late_failure", ...errorFacts(error) }, "failed"));
  try {
    const open = await state.opening?.catch(() => undefined);
    await open?.leave();
  } catch (error) {
    log.error({ event: "stop.left_open", ...errorFacts(error) }, "the database could not be stopped");
  } finally {
    process.exit(1);
  }
}
