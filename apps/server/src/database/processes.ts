import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

// Processes by their number. A number is taken over by another program after a while, so that one from a file proves nothing by itself.

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process started, in the system's own words (Linux: clock ticks since boot); empty where it does not say (Windows). */
export function startedAt(pid: number, platform = process.platform): string {
  if (platform !== "linux") return outputOfPs("lstart", pid, platform);
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** Whether the process is a PostgreSQL on this folder, and no stranger's. Where the system does not say (Windows): no. */
export function isPostgresOn(pgdata: string, pid: number, platform = process.platform): boolean {
  if (!isAlive(pid)) return false;
  const command = platform === "linux" ? commandLine(pid) : outputOfPs("command", pid, platform);
  // The folder itself, and none whose name begins like it.
  return command.includes("postgres") && `${command} `.replaceAll("\0", " ").includes(` ${pgdata} `);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** macOS and the BSDs have no /proc. */
function outputOfPs(column: "lstart" | "command", pid: number, platform: NodeJS.Platform): string {
  if (platform === "win32") return "";
  const ps = spawnSync("ps", ["-ww", "-o", `${column}=`, "-p", String(pid)], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, LC_ALL: "C" },
  });
  return ps.status === 0 ? ps.stdout.trim() : "";
}
