import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, startProcess } from "../apps/server/src/main/start.fixture.ts";
import { type BenchDatabase, query } from "./cluster.ts";

/** A process of the product as a service manager starts it. */
export type Process = { pid: number; address: string; kill(): Promise<void> };
export type Processes = { add(role: "web" | "worker"): Promise<Process>; close(): Promise<void> };

/** Real processes on one database; they may not touch its schema. */
export function openProcesses(data: BenchDatabase): Processes {
  const folder = mkdtempSync(join(tmpdir(), "okaeri-scale-"));
  const all: Process[] = [];
  return {
    async add(role) {
      const port = await freePort();
      const { child, output, ended } = startProcess({ appUrl: data.app, ownerUrl: "" }, folder, {
        SECRET_KEY: "only for measuring",
        ROLES: role,
        PORT: String(port),
      });
      while (!output.out.includes("準備ができました")) {
        if (child.exitCode !== null) throw new Error(`a ${role} process did not start: ${output.err.trim()}`);
        await sleep(20);
      }
      const kill = async () => {
        child.kill("SIGKILL");
        await ended;
      };
      all.push({ pid: child.pid ?? 0, address: `http://127.0.0.1:${port}`, kill });
      return all.at(-1) as Process;
    },
    async close() {
      await Promise.all(all.map((one) => one.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Processor seconds of a process so far, with those of its children that have ended; 0 where there is no /proc. */
function secondsOf(pid: number): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  // The name, in brackets, may hold blanks.
  const fields = readFileSync(path, "utf8").split(") ")[1]?.split(" ") ?? [];
  // Hundredths, as Linux tells them.
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
}

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, "utf8").split(" ").filter(Boolean).map(Number) : [];
}

/** Runs `work` and tells how many cores the database, the product and this load generator kept busy meanwhile. */
export async function withCores<T>(data: BenchDatabase, processes: readonly Process[], work: () => Promise<T>) {
  const { rows } = await query(data.superuser, "select pg_read_file('postmaster.pid') as file");
  const postmaster = Number(String(rows[0]?.file).split("\n")[0]);
  const groups = {
    cores_database: () => [postmaster, ...childrenOf(postmaster)],
    cores_product: () => processes.map((one) => one.pid),
    cores_load: () => [process.pid],
  };
  const used = () => Object.values(groups).map((pids) => pids().reduce((sum, pid) => sum + secondsOf(pid), 0));
  const before = used();
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  const cores = used().map((now, at) => Math.max(0, (now - (before[at] ?? 0)) / seconds));
  return { result, cores: Object.fromEntries(Object.keys(groups).map((name, at) => [name, cores[at] ?? 0])) };
}
