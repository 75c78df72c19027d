import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const OURS = /^okaeri-(\d{8}-\d{6})\.gz$/;

/**
 * Makes the folder if there is none; nobody but this user looks into it. One that is there keeps its rights, as others may use it too;
 * answers whether they can look into it. The files are this user's alone either way.
 */
export function openBackupFolder(folder: string): { isOpenToOthers: boolean } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { isOpenToOthers: (statSync(folder).mode & 0o077) !== 0 };
}

/** A file's name by its time in UTC: they sort by age. */
export function backupName(now: Date): string {
  return `okaeri-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-")}.gz`;
}

/** Backups of a folder, oldest first. */
export function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => OURS.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Removes all but the newest `keep` backups; files of other names stay. Returns what went. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const gone = backupsIn(folder).slice(0, -keep);
  for (const file of gone) rmSync(file);
  return gone;
}
