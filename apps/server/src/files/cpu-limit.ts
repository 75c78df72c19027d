import { Worker } from "node:worker_threads";

/** How a process ends that used too much processor time. */
export const CPU_LIMIT_SIGNAL = "SIGXCPU";

const LOOK_MS = 50;
/** Looks from a thread of its own, because the work may not come to an end. -1: no work is being done. */
const WATCH = `
const { workerData: { began, mostMs, lookMs, signal } } = require("node:worker_threads");
setInterval(() => {
  const since = Atomics.load(began, 0);
  const { user, system } = process.cpuUsage();
  if (since >= 0 && (user + system) / 1000 - since > mostMs) process.kill(process.pid, signal);
}, lookMs);
`;

/**
 * Ends this process once a piece of work has used more than `mostMs` of processor time. Waiting for a core counts nothing, so a busy machine
 * ends no honest work. For processes that were started for such work (fork-isolated.ts).
 */
export function limitCpu(mostMs: number): { begin(): void; end(): void } {
  const began = new Int32Array(new SharedArrayBuffer(4)).fill(-1);
  new Worker(WATCH, {
    eval: true,
    workerData: { began, mostMs, lookMs: LOOK_MS, signal: CPU_LIMIT_SIGNAL },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  }).unref();
  const used = () => {
    const { user, system } = process.cpuUsage();
    return Math.floor((user + system) / 1_000);
  };
  return { begin: () => Atomics.store(began, 0, used()), end: () => Atomics.store(began, 0, -1) };
}
