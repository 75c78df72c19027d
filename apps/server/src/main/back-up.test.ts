import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import { closeBackedUp, KEY, names, openBackedUp } from "../database/backup/backup.fixture.ts";
import { lastCopyIn } from "../database/backup/backup-folder.ts";
import { backUp } from "./back-up.ts";
import { isBackupDue } from "./backup-nightly.ts";
import { withEnvFiles } from "./env-files.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const EXAMPLE = parseEnv(textOf("deploy/okaeri.env.example"));

let folder: string;
beforeAll(async () => {
  await openBackedUp();
  folder = mkdtempSync(join(tmpdir(), "okaeri-back-up-"));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await closeBackedUp();
  rmSync(folder, { recursive: true, force: true });
});

let seconds = 0;
const night = (over: Record<string, string>) => {
  const config = readConfig({ DATABASE_URL: names.appUrl, SECRET_KEY: KEY, ...over });
  return backUp(config, names.ownerUrl, new Date(Date.UTC(2026, 0, 1) + ++seconds * 1_000));
};

test("the example of BACKUP_COMMAND, run as it is written, carries the file away, and its time is kept in the folder", async () => {
  const command = String(EXAMPLE.BACKUP_COMMAND);
  expect([textOf("docs/runbook.md").includes(command), textOf("README.md").includes("{}")]).toEqual([true, true]);
  // In the place of rclone, which is not here: takes the words that rclone takes, and no others.
  const bin = join(folder, "bin");
  const away = join(folder, "away");
  for (const path of [bin, away]) mkdirSync(path);
  writeFileSync(
    join(bin, "rclone"),
    `#!/bin/sh\n[ "$#:$1:$2:$4" = "4:copy:--immutable:offsite:okaeri" ] || { echo "usage: $*" >&2; exit 1; }\ncp "$3" '${away}/'\n`,
    { mode: 0o755 },
  );
  vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
  const into = join(folder, "a folder's own name");
  expect(lastCopyIn(into)).toBe(0);
  const { file, copyProblem } = await night({ BACKUP_DIR: into, BACKUP_COMMAND: command });
  expect([copyProblem, readdirSync(away)]).toEqual([null, [basename(file)]]);
  expect(readFileSync(join(away, basename(file)))).toEqual(readFileSync(file));
  expect(lastCopyIn(into)).toBeGreaterThan(Date.now() / 1000 - 60);
  // Written with quotes, or without a place for the file, it works as well.
  for (const other of [`cp "{}" '${away}/quoted'`, `cp -t '${away}' --`])
    expect((await night({ BACKUP_DIR: into, BACKUP_COMMAND: other })).copyProblem).toBe(null);
  expect(readdirSync(away)).toHaveLength(3);
});

test("while copies fail twice as many backups stay, and no more; when one last left is still known", async () => {
  const into = join(folder, "kept");
  const failing = { BACKUP_DIR: into, BACKUP_KEEP: "2", BACKUP_COMMAND: "echo 'no room there' >&2; false" };
  const backups = () => readdirSync(into).filter((name) => name.endsWith(".gz"));
  expect((await night({ ...failing, BACKUP_COMMAND: "true" })).copyProblem).toBe(null);
  const left = lastCopyIn(into);
  for (let at = 0; at < 3; at++) {
    const { removed, copyProblem } = await night(failing);
    expect([copyProblem, removed]).toEqual(["BACKUP_COMMAND: 終了コード 1。no room there", []]);
  }
  const { removed } = await night(failing);
  expect([removed.length, backups().length, lastCopyIn(into)]).toEqual([1, 4, left]);
  expect((await night({ ...failing, BACKUP_COMMAND: "true" })).removed).toHaveLength(3);
  expect(backups()).toHaveLength(2);
  // What a killed backup left half written goes once it is a day old.
  const [old, young] = ["okaeri-20250101-000000.gz.part", "okaeri-20250101-000001.gz.part"].map((name) =>
    join(into, name),
  );
  for (const path of [old, young]) writeFileSync(String(path), "");
  utimesSync(String(old), 1, 1);
  await night(failing);
  expect(readdirSync(into).filter((name) => name.endsWith(".part"))).toEqual([basename(String(young))]);
});

test("a backup is due when none is from last night or later", () => {
  const into = join(folder, "due");
  const at = (text: string) => new Date(`${text}+09:00`);
  expect(isBackupDue(into, at("2026-11-20T12:00"))).toBe(true);
  mkdirSync(into);
  const file = join(into, "okaeri-20261119-173100.gz");
  writeFileSync(file, "");
  utimesSync(file, at("2026-11-20T02:31"), at("2026-11-20T02:31"));
  expect([isBackupDue(into, at("2026-11-20T12:00")), isBackupDue(into, at("2026-11-21T02:29"))]).toEqual([
    false,
    false,
  ]);
  expect(isBackupDue(into, at("2026-11-21T02:31"))).toBe(true);
  expect(statSync(file).size).toBe(0);
});

test("commands by hand and units read the same files, and the folder of backups is one that the unit may write to", () => {
  const etc = join(folder, "etc");
  mkdirSync(etc);
  writeFileSync(join(etc, "okaeri.env"), textOf("deploy/okaeri.env.example"));
  writeFileSync(join(etc, "owner.env"), textOf("deploy/owner.env.example"));
  const read = withEnvFiles({ ENV_DIR: etc, DATA_DIR: "/elsewhere", PATH: "/bin" });
  expect(read).toMatchObject({ ...EXAMPLE, DATA_DIR: "/elsewhere", PATH: "/bin", DATABASE_OWNER_PASSWORD: "..." });
  expect(withEnvFiles({ ENV_DIR: "", PATH: "/bin" })).toEqual({ ENV_DIR: "", PATH: "/bin" });
  expect(withEnvFiles({ ENV_DIR: join(folder, "none") })).toEqual({ ENV_DIR: join(folder, "none") });
  // All of it is settings of the product.
  const { backupDir, dataDir, demo, databaseOwnerUrl } = readConfig({
    ...read,
    SECRET_KEY: KEY,
    DATA_DIR: EXAMPLE.DATA_DIR,
  });
  expect([backupDir, dataDir, demo]).toEqual(["/var/backups/okaeri", "/var/lib/okaeri", false]);
  expect(databaseOwnerUrl).toBe("postgres://okaeri_owner:...@db.example.jp/okaeri");
  // Whoever may not read them is told who may.
  mkdirSync(join(folder, "closed/okaeri.env"), { recursive: true });
  expect(() => withEnvFiles({ ENV_DIR: join(folder, "closed") })).toThrow(
    /設定ファイルを読めません.*sudo -u okaeri-db/,
  );
  const unit = textOf("deploy/systemd/okaeri-backup.service");
  expect([...unit.matchAll(/^EnvironmentFile=(.*)$/gm)].map(([, path]) => path)).toEqual([
    "/etc/okaeri/okaeri.env",
    "/etc/okaeri/owner.env",
  ]);
  expect(/^ReadWritePaths=-(.*)$/m.exec(unit)?.[1]).toBe(backupDir);
  for (const name of ["web", "worker"]) {
    const text = textOf(`deploy/systemd/okaeri-${name}.service`);
    expect(text.match(/^EnvironmentFile=.*$/gm)).toEqual(["EnvironmentFile=/etc/okaeri/okaeri.env"]);
    // What stands in the file stands there alone.
    expect(text).not.toMatch(/DATA_DIR|BACKUP_DIR|NODE_ENV|DEMO/);
  }
});
