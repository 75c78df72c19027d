import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CPU_LIMIT_SIGNAL } from "./cpu-limit.ts";

/** Runs a script that limits itself to 100 ms of processor time, and does `work`. */
async function ended(work: string): Promise<unknown[]> {
  const module = join(import.meta.dirname, "cpu-limit.ts");
  const script = `import(${JSON.stringify(module)}).then(async ({ limitCpu }) => { const cpu = limitCpu(100); cpu.begin(); ${work} })`;
  const child = fork("-e", [script], { execArgv: [], stdio: "ignore", execPath: process.execPath });
  return once(child, "exit");
}

test("work that uses more processor time than its limit ends its process; waiting uses none", async () => {
  const [busy, waiting] = await Promise.all([ended("for (;;);"), ended("setTimeout(() => process.exit(7), 400)")]);
  expect(busy).toEqual([null, CPU_LIMIT_SIGNAL]);
  expect(waiting).toEqual([7, null]);
});
