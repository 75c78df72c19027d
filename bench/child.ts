import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** A process of one side; it ends when told, and with this process in any case. */
export type Child = {
  ask<Answer>(name: string, input?: unknown): Promise<Answer>;
  stop(): Promise<void>;
};

type Reply = { id: number; answer?: unknown; error?: string };

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** What a process that imports is started with, and one that only answers is not (scripts/run.mjs). */
const FRUGAL = /^--(max-semi-space-size|heap-growing-percent)=/;

/** Starts a file of this folder as a process of its own: as one that only answers, or as one that works as well. */
export function startChild(file: string, role: "web" | "worker" = "worker"): Child {
  const child = fork(join(import.meta.dirname, file), [], {
    // The flags of this process, which are the product's.
    execArgv: process.execArgv.filter((flag) => role === "worker" || !FRUGAL.test(flag)),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  running.add(child);
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const ended = new Promise<void>((resolve) => {
    child.once("exit", (code) => {
      running.delete(child);
      for (const { reject } of waiting.values()) reject(new Error(`${file} ended with ${code}`));
      resolve();
    });
  });
  child.on("message", (reply: Reply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error !== undefined) asked?.reject(new Error(`${file}: ${reply.error}`));
    else asked?.resolve(reply.answer);
  });
  let last = 0;
  return {
    ask<Answer>(name: string, input?: unknown) {
      const id = ++last;
      return new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ id, name, input });
      });
    },
    async stop() {
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The other end: answers by name until the parent goes away, then closes what it has opened. */
export function answer(
  handlers: Record<string, (input: never) => Promise<unknown>>,
  close: () => Promise<void> = async () => {},
): void {
  process.on("message", ({ id, name, input }: { id: number; name: string; input: unknown }) => {
    const handler = handlers[name];
    Promise.resolve()
      .then(() => {
        if (!handler) throw new Error(`no answer to ${name}`);
        return handler(input as never);
      })
      .then((value) => process.send?.({ id, answer: value ?? null }))
      .catch((error: Error) => process.send?.({ id, error: error.stack ?? error.message }));
  });
  // Ctrl-C reaches the whole group; the parent decides the order of closing.
  process.on("SIGINT", () => {});
  process.on("disconnect", () => {
    close()
      .catch(() => {})
      .finally(() => process.exit(0));
  });
}
