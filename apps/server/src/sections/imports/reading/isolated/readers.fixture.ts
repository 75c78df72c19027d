import { execFileSync } from "node:child_process";

/** The processes that read files for another one, the youngest last. */
export function readersOf(parent: number): number[] {
  return execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 67_108_864 })
    .split("\n")
    .flatMap((line) => {
      const [, pid, of, args = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return Number(of) === parent && args.includes("isolated/reader.ts") ? [Number(pid)] : [];
    })
    .toSorted((a, b) => a - b);
}
