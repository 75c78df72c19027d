import { spawn } from "node:child_process";
import type { RunAs } from "./postgres-binaries.ts";

/**
 * Reads from this process until the line that says that all is well. When the pipe ends without it, this process is gone, however it was
 * killed, and the PostgreSQL on the folder is stopped: fast, then the hard way.
 */
const WAIT = `read -r line && exit 0
mine() { [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ] && kill "$3" "$1" 2>/dev/null; }
mine "$1" "$2" -INT || exit 0
for second in 1 2 3 4 5 6 7 8 9 10; do
  sleep 1
  mine "$1" "$2" -0 || exit 0
done
mine "$1" "$2" -QUIT`;

/**
 * Ends a PostgreSQL when this process is killed (SIGKILL, out of memory), which gives it no moment to do so itself. A shell of PostgreSQL's
 * own user holds the other end of a pipe: that works on every system that has one (docs/adr/0001).
 * @returns what tells it that PostgreSQL has ended, or is ended in good order.
 */
export function watchParent(pid: number, pgdata: string, runAs: RunAs | null): () => void {
  if (process.platform === "win32") return () => {};
  const shell = spawn("/bin/sh", ["-c", WAIT, "okaeri-watchdog", String(pid), pgdata], {
    ...(runAs ?? {}),
    cwd: "/",
    // Its own group: Ctrl-C is for the application.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: process.env.PATH },
  });
  // Without it the next start finds what is left (embedded.ts).
  shell.on("error", () => {});
  shell.stdin.on("error", () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return () => shell.stdin.end("done\n");
}
