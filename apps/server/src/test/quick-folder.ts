import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../database/processes.ts";

/** Linux's folder in memory, where it has room for the databases of a whole run. */
const MEMORY = "/dev/shm";
const ROOM = 4 * 1024 ** 3;
const NAME = "okaeri-test-";

/**
 * A new folder for a database that only a test needs: in memory, where writing costs a third of the processor's time less, else beside
 * other temporary files. Open to the account that runs PostgreSQL when we are root; else the cluster would move to where nobody cleans up.
 */
export function openQuickFolder(): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `${NAME}${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

function hasRoom(): boolean {
  if (process.platform !== "linux") return false;
  try {
    takeAwayLeftOnes();
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** A run that was killed cleans nothing up, and memory is dearer than a disk. */
function takeAwayLeftOnes(): void {
  for (const name of readdirSync(MEMORY)) {
    const owner = new RegExp(`^${NAME}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
