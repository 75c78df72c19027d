import { setTimeout as sleep } from "node:timers/promises";
import type { pino } from "pino";
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
export async function shutDown(state: Running, log: pino.Logger, drainMs: number): Promise<void> {
  log.info({ event: "stopping", drain_ms: drainMs }, "stopping");
  state.stopping.abort();
  const late = setTimeout(() => void giveUp(state, log), GIVE_UP_MS);
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
  const open = await state.opening?.catch(() => undefined);
  await open?.leave();
  process.exit(1);
}
