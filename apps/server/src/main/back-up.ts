import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import type { BackupHeader } from "../database/backup/backup-file.ts";
import { backupName, openBackupFolder, removeOldBackups } from "../database/backup/backup-folder.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { scheduledJobs } from "../jobs/schedules.ts";
import { keyIds } from "./secret-keys.ts";

export type BackupDone = { file: string; header: BackupHeader; removed: string[]; warning: string | null };

/** Folder of backups: BACKUP_DIR, else in the data folder. */
export function backupFolder({ backupDir, dataDir }: Config): string {
  return backupDir === null ? join(resolve(dataDir), "backups") : resolve(backupDir);
}

/**
 * Writes a backup into the folder, hands it to BACKUP_COMMAND and removes those beyond BACKUP_KEEP, so that a copy that failed never costs
 * an older backup.
 * @throws Error in one line.
 */
export async function backUp(config: Config, ownerUrl: string, now: Date): Promise<BackupDone> {
  const folder = backupFolder(config);
  const { isOpenToOthers } = openBackupFolder(folder);
  const file = join(folder, backupName(now));
  const header = await writeBackup(ownerUrl, file, keyIds(config)[0] ?? "");
  if (config.backupCommand !== null) await copyAway(config.backupCommand, file);
  const warning = isOpenToOthers ? `BACKUP_DIR: ほかの利用者も中を見られるフォルダーです。chmod 700 ${folder}` : null;
  return { file, header, warning, removed: config.backupKeep === 0 ? [] : removeOldBackups(folder, config.backupKeep) };
}

/**
 * The nightly backup of the embedded database. On a PostgreSQL of one's own the owner's address is not for workers: there a timer runs
 * `npm run db -- backup` (docs/runbook.md).
 */
export function backupJob(config: Config, ownerUrl: string | null) {
  return {
    "nightly-backup": async () => {
      if (!scheduledJobs(config).includes("nightly-backup") || ownerUrl === null) return;
      await backUp(config, ownerUrl, new Date());
    },
  };
}

/** The operator's own command, with the file as its last argument. */
async function copyAway(command: string, file: string): Promise<void> {
  const child = spawn("/bin/sh", ["-c", `${command} "$1"`, "sh", file], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (data: Buffer) => {
    said = (said + data.toString()).slice(-500);
  });
  const code = await new Promise((done) => child.once("close", done).once("error", () => done(1)));
  if (code !== 0) throw new Error(`BACKUP_COMMAND: 終了コード ${code}。${said.trim().split("\n").at(-1) ?? ""}`);
}
