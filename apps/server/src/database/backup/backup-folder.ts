import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

const OURS = /^okaeri-(\d{8}-\d{6})\.gz$/;
const HALF = /^okaeri-(\d{8}-\d{6})\.gz\.part$/;
const DAY_MS = 24 * 3_600_000;

/**
 * Makes the folder if there is none; nobody but this user looks into it. One that is there keeps its rights, as others may use it too;
 * answers whether they can look into it, but for its group, which a worker is in that watches how old the newest file is. The files are
 * this user's alone either way.
 */
export function openBackupFolder(folder: string): { isOpenToOthers: boolean } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // What a backup that was killed left half written would lie there for ever.
  for (const name of readdirSync(folder))
    if (HALF.test(name) && Date.now() - statSync(join(folder, name)).mtimeMs > DAY_MS) rmSync(join(folder, name));
  return { isOpenToOthers: (statSync(folder).mode & 0o027) !== 0 };
}

/** Its time is when the newest copy left for another machine, its text which file that was. */
const LAST_COPY = "last-copy.txt";

export function noteCopy(file: string): void {
  writeFileSync(join(file, "..", LAST_COPY), `${basename(file)}\n`);
}

/** When a backup of this folder was last copied to another machine, in seconds; 0: never. */
export function lastCopyIn(folder: string): number {
  const note = join(folder, LAST_COPY);
  return existsSync(note) ? statSync(note).mtimeMs / 1000 : 0;
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

/** Longer than two machines' clocks are apart. */
const AHEAD_MS = 3_600_000;

/** When the newest was written, in milliseconds; null: there is none. One that lies ahead is of a time when the clock was wrong. */
export function newestBackupIn(folder: string, now: Date): number | null {
  if (!existsSync(folder)) return null;
  const written = backupsIn(folder).map((file) => statSync(file).mtimeMs);
  return written
    .filter((at) => at <= now.getTime() + AHEAD_MS)
    .reduce<number | null>((a, b) => Math.max(a ?? b, b), null);
}

/** Removes all but the newest `keep` backups; files of other names stay. Returns what went. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const gone = backupsIn(folder).slice(0, -keep);
  for (const file of gone) rmSync(file);
  return gone;
}
