import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { App } from "../app.ts";
import type { Config } from "../config.ts";
import type { BackupHeader } from "../database/backup/backup-file.ts";
import { backupName, noteCopy, openBackupFolder, removeOldBackups } from "../database/backup/backup-folder.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { scheduledJobs } from "../jobs/schedules.ts";
import { keyIds } from "./secret-keys.ts";

export type BackupDone = {
  file: string;
  header: BackupHeader;
  removed: string[];
  warning: string | null;
  /** Why it was not copied to another machine. */
  copyProblem: string | null;
};

/** While copies fail this many times BACKUP_KEEP stay: neither an older backup nor the disk is lost to it. */
const MULTIPLE_WITHOUT_COPY = 2;
/** A command that hangs, such as one that waits for a dead machine, is ended. */
const COPY_MS = 4 * 3_600_000;
/** A command that ignores SIGTERM is killed after so long. */
const KILL_MS = 10_000;
const STOPS = ["SIGINT", "SIGTERM"] as const;

/** Folder of backups: BACKUP_DIR, else in the data folder. */
export function backupFolder({ backupDir, dataDir }: Config): string {
  return backupDir === null ? join(resolve(dataDir), "backups") : resolve(backupDir);
}

/**
 * Writes a backup into the folder, hands it to BACKUP_COMMAND and removes those beyond BACKUP_KEEP; where the copy failed, those beyond
 * twice as many.
 * @throws Error in one line when none was written.
 */
export async function backUp(
  config: Config,
  ownerUrl: string,
  now: Date,
  patienceMs: number = COPY_MS,
): Promise<BackupDone> {
  const folder = backupFolder(config);
  const { isOpenToOthers } = openBackupFolder(folder);
  const file = join(folder, backupName(now));
  const header = await writeBackup(ownerUrl, file, keyIds(config)[0] ?? "");
  const copyProblem = config.backupCommand === null ? null : await copyAway(config.backupCommand, file, patienceMs);
  const keep = config.backupKeep * (copyProblem === null ? 1 : MULTIPLE_WITHOUT_COPY);
  const warning = isOpenToOthers ? `BACKUP_DIR: ほかの利用者も中を見られるフォルダーです。chmod 700 ${folder}` : null;
  return { file, header, warning, copyProblem, removed: keep === 0 ? [] : removeOldBackups(folder, keep) };
}

/**
 * The nightly backup of the embedded database. With an external PostgreSQL workers do not get the owner's address: there a timer runs `npm
 * run db -- backup` (docs/runbook.md).
 */
export function backupJob({ config, log }: Pick<App, "config" | "log">, ownerUrl: string | null) {
  return {
    "nightly-backup": async () => {
      if (!scheduledJobs(config).includes("nightly-backup") || ownerUrl === null) return;
      const { copyProblem } = await backUp(config, ownerUrl, new Date());
      // The backup is there: trying the job again would write one more. The age of the last copy raises the alert.
      if (copyProblem !== null) log.error({ event: "backup.not_copied", problem: copyProblem }, "backup not copied");
    },
  };
}

/**
 * Runs the operator's command: each {} in it is the file; without one the file is its last argument. Returns what went wrong, in one line;
 * else records in the folder when the copy was made, where every process and every start finds it.
 * @throws Error when this process is told to stop meanwhile: a job is tried again then.
 */
async function copyAway(command: string, file: string, patienceMs: number): Promise<string | null> {
  // Its own group: what hangs may be any of the programs that the shell has started.
  const child = spawn("/bin/sh", ["-c", withFile(command), "sh", file], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let end: "late" | "stopped" | null = null;
  const endIt = (why: "late" | "stopped") => {
    end ??= why;
    signalGroup(child.pid, "SIGTERM");
    setTimeout(() => signalGroup(child.pid, "SIGKILL"), KILL_MS).unref();
  };
  const late = setTimeout(() => endIt("late"), patienceMs);
  const onStop = () => endIt("stopped");
  for (const signal of STOPS) process.once(signal, onStop);
  let output = "";
  child.stderr.on("data", (data: Buffer) => {
    output = (output + data.toString()).slice(-500);
  });
  const code = await new Promise<number | null>((done) => child.once("close", done).once("error", () => done(1)));
  clearTimeout(late);
  for (const signal of STOPS) process.removeListener(signal, onStop);
  if (end === "stopped") throw new Error("BACKUP_COMMAND: 停止の指示を受けたため、途中で止めました");
  if (end === "late" || code !== 0)
    return `BACKUP_COMMAND: ${end === "late" ? "終わらないため止めました" : code === null ? "外から止められました" : `終了コード ${code}`}。${output.trim().split("\n").at(-1) ?? ""}`;
  noteCopy(file);
  return null;
}

/** The command with the shell's own word for the file in the place of each {}, whatever quotes it stands in. */
function withFile(command: string): string {
  if (!command.includes("{}")) return `${command} "$1"`;
  return command.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"|\{\}/g, (part) => {
    if (part.startsWith("'")) return part.replaceAll("{}", `'"$1"'`);
    return part.replaceAll("{}", part.startsWith('"') ? "$1" : '"$1"');
  });
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All of it has ended.
  }
}
