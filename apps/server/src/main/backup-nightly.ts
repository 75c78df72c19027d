import { setTimeout as sleep } from "node:timers/promises";
import { newestBackupIn } from "../database/backup/backup-folder.ts";
import { timesAround } from "../jobs/schedules.ts";

const LOOK_MS = 60_000;
/** After a backup that failed. */
const PAUSE_MS = 3_600_000;

/** Whether no backup of the folder is from last night or later: also after nights in which nothing ran. */
export function isBackupDue(folder: string, now: Date): boolean {
  const newest = newestBackupIn(folder, now);
  return newest === null || newest < timesAround("nightly-backup", now).last.getTime();
}

/** For installations without a timer, such as a container: makes each night's backup until the process is told to stop. */
export async function backUpEveryNight(folder: string, backUpOnce: () => Promise<void>): Promise<never> {
  // The first process of a container dies of no signal that it does not listen to.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => process.exit(0));
  for (;;) {
    if (isBackupDue(folder, new Date()))
      await backUpOnce().catch(async (error: Error) => {
        console.error(error.message);
        await sleep(PAUSE_MS);
      });
    await sleep(LOOK_MS);
  }
}
