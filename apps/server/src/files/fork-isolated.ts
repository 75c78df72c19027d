import { type ChildProcess, fork } from "node:child_process";

/** Sent by people and by the system; every other end of such a process is its work's doing. */
const FROM_OUTSIDE = new Set<string | null>(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"]);

/** Whether somebody else ended a process: its work can be tried again. */
export const endedFromOutside = (signal: string | null) => FROM_OUTSIDE.has(signal);

/** Starts a script in a process of its own (a sandbox, docs/adr/0355): it gets messages, and no setting, no key and no output. */
export function forkIsolated(script: string, heapMb: number, args: readonly string[] = []): ChildProcess {
  const { NODE_COMPILE_CACHE } = process.env;
  return fork(script, [...args], {
    serialization: "advanced",
    // What V8 writes about its end is hundreds of lines of addresses.
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning", `--max-old-space-size=${heapMb}`, "--max-semi-space-size=8"],
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
  });
}
