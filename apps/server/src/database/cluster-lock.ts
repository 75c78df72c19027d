import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isAlive, startedAt } from "./processes.ts";

/**
 * One Okaeri per data folder. The file names the process and when that process started, so that a number taken over by
 * another program after a kill -9 is not mistaken for a running Okaeri.
 * @throws Error with one line when another one runs on the folder.
 */
export function lockFolder(dataDir: string): () => void {
  const file = join(dataDir, "okaeri.pid");
  const mine = `${process.pid} ${startedAt(process.pid)}`;
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, mine, { flag: "wx" });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 2) throw error;
      const pid = holder(file);
      if (pid !== null) {
        throw new Error(
          `このデータフォルダーでは Okaeri がすでに動いています (pid ${pid})。先に止めるか、DATA_DIR を変えてください: ${dataDir}`,
        );
      }
      rmSync(file, { force: true });
    }
  }
  return () => {
    if (existsSync(file) && readFileSync(file, "utf8") === mine) rmSync(file, { force: true });
  };
}

/** Whether an Okaeri runs on the folder. */
export function isFolderLocked(dataDir: string): boolean {
  return holder(join(dataDir, "okaeri.pid")) !== null;
}

function holder(file: string): number | null {
  if (!existsSync(file)) return null;
  const [pid = "", started = ""] = readFileSync(file, "utf8").split(" ");
  return isAlive(Number(pid)) && startedAt(Number(pid)) === started ? Number(pid) : null;
}
