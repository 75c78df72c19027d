import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfig } from "../config.ts";
import { closeBackedUp, KEY, names, openBackedUp } from "../database/backup/backup.fixture.ts";
import { lastCopyIn, noteCopy } from "../database/backup/backup-folder.ts";
import { backUp } from "./back-up.ts";
import { isBackupDue } from "./backup-nightly.ts";
import { withEnvFiles } from "./env-files.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const EXAMPLE = parseEnv(textOf("deploy/okaeri.env.example"));
const COMMAND = parseEnv(textOf("deploy/okaeri.env.example").replace("# BACKUP_COMMAND=", "BACKUP_COMMAND="));

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
  const command = String(COMMAND.BACKUP_COMMAND);
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
});

test("while copies fail twice as many backups stay, and no more; when one last left is still known", async () => {
  const into = join(folder, "kept");
  const retention = { BACKUP_DIR: into, BACKUP_KEEP: "2" };
  const backups = () => readdirSync(into).filter((name) => name.endsWith(".gz"));
  mkdirSync(into, { mode: 0o700 });
  for (const day of [1, 2, 3, 4]) writeFileSync(join(into, `okaeri-2025010${day}-000000.gz`), "");
  noteCopy(join(into, "okaeri-20250101-000000.gz"));
  const left = lastCopyIn(into);
  // What a killed backup left half written goes once it is a day old.
  const [old, young] = ["okaeri-20250105-000000.gz.part", "okaeri-20250106-000000.gz.part"];
  for (const name of [old, young]) writeFileSync(join(into, name), "");
  utimesSync(join(into, old), 1, 1);
  const failed = await night({ ...retention, BACKUP_COMMAND: "echo 'no room there' >&2; false" });
  expect([failed.copyProblem, failed.removed.length, backups().length]).toEqual([
    "BACKUP_COMMAND: 終了コード 1。no room there",
    1,
    4,
  ]);
  expect([lastCopyIn(into), readdirSync(into).filter((name) => name.endsWith(".part"))]).toEqual([left, [young]]);
  // Also where the place of the file has quotes.
  const done = await night({ ...retention, BACKUP_COMMAND: `cp "{}" '${folder}/quoted'` });
  expect([done.copyProblem, done.removed.length, backups().length]).toEqual([null, 3, 2]);
  expect(lastCopyIn(into)).toBeGreaterThan(left);
  expect(readFileSync(join(folder, "quoted"))).toEqual(readFileSync(done.file));
});

test("a command that hangs is ended with all that it has started, and the file stands in quotes of any kind", async () => {
  const into = join(folder, "it's a folder");
  const config = (command: string) =>
    readConfig({ DATABASE_URL: names.appUrl, SECRET_KEY: KEY, BACKUP_DIR: into, BACKUP_COMMAND: command });
  const hangs = config("true {} && (sleep 60; true) && true");
  const started = performance.now();
  const { copyProblem } = await backUp(hangs, names.ownerUrl, new Date(Date.UTC(2026, 1, 1)), 500);
  expect(copyProblem).toMatch(/^BACKUP_COMMAND: 終わらないため止めました/);
  // Its lines end when the last that could write one has ended.
  expect(performance.now() - started).toBeLessThan(30_000);
  const quoted = config(
    `cp '{}' "${folder}/single" && cp "{}" '${folder}/double' && printf '%s' '--file={}' "--file={}" --file={} > '${folder}/words'`,
  );
  const done = await backUp(quoted, names.ownerUrl, new Date(Date.UTC(2026, 1, 2)));
  expect([done.copyProblem, readFileSync(join(folder, "words"), "utf8")]).toEqual([
    null,
    `--file=${done.file}`.repeat(3),
  ]);
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
  // One from a day to come, when the clock was wrong, holds up no night.
  const ahead = join(into, "okaeri-20291119-173100.gz");
  writeFileSync(ahead, "");
  utimesSync(ahead, at("2029-11-20T02:31"), at("2029-11-20T02:31"));
  expect([isBackupDue(into, at("2026-11-20T12:00")), isBackupDue(into, at("2026-11-21T02:31"))]).toEqual([false, true]);
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
  // Without the right to read them, the message says who has it.
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
