// npm run db -- migrate [--wait] | reset [--yes] | seed | backup [FILE | --nightly] | restore FILE [--lost=KEY_ID] [--yes] | drill [FILE] [--lost=KEY_ID]
// | demo-day DAY | provider [MAIL] [--lost=LOGIN_ID] [--yes] | keys [--lost=KEY_ID] [--yes] | reseal | dump (for developers)
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { normaliseMailAddress } from "@okaeri/domain/mail-address";
import type pg from "pg";
import { systemClock } from "../clock.ts";
import { type Config, originOf, readConfig } from "../config.ts";
import type { BackupHeader } from "../database/backup/backup-file.ts";
import { refuseWhileUsed } from "../database/backup/in-use.ts";
import { dropMovedTables, moveTablesAway } from "../database/backup/set-aside.ts";
import { writeBackup } from "../database/backup/write-backup.ts";
import { openDatabase, PATIENT_CONNECT_MS } from "../database/connection.ts";
import { dumpSchema } from "../database/dump-schema.ts";
import { migrate } from "../database/migrate.ts";
import { openLog } from "../log.ts";
import { closeLostAdministrator, inviteProvider } from "../sections/auth/invite-provider.ts";
import { seedDemo } from "../seed/seed-demo.ts";
import { confirm, inJapanese } from "./at-the-keyboard.ts";
import { backUp, backupFolder } from "./back-up.ts";
import { backUpEveryNight } from "./backup-nightly.ts";
import { asOwner, withAddresses } from "./db-access.ts";
import { demoDay } from "./demo-day.ts";
import { withEnvFiles } from "./env-files.ts";
import { jobHandlers } from "./job-handlers.ts";
import { giveUpLostKey, resealAll, showKeys } from "./keys-command.ts";
import { openApp } from "./open-app.ts";
import { drill, restore } from "./restore-commands.ts";
import { keyIds } from "./secret-keys.ts";
import { waitForDatabase } from "./wait-for-database.ts";

const USAGE =
  "使い方: npm run db -- migrate [--wait] | reset [--yes] | seed | backup [ファイル | --nightly] | restore ファイル [--lost=鍵のID] [--yes] | drill [ファイル] [--lost=鍵のID] | demo-day 日付 | provider [メールアドレス] [--lost=ユーザーID] | keys [--lost=鍵のID] | reseal";
const [command, ...rest] = process.argv.slice(2);
const file = rest.find((word) => !word.startsWith("--"));
const lostOnes = rest.flatMap((word) => (word.startsWith("--lost=") ? [word.slice("--lost=".length)] : []));
const [lost] = lostOnes;

try {
  await run(readConfig(withEnvFiles(process.env)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();

async function run(config: Config): Promise<void> {
  if (command === "migrate") return bringUpToDate(config);
  if (command === "seed") return seed(config);
  if (command === "backup" && rest.includes("--nightly"))
    return backUpEveryNight(backupFolder(config), () => backup(config));
  if (command === "backup") return backup(config);
  if (command === "reset") return reset(config);
  if (command === "dump") return dump(config);
  if (command === "provider") return provider(config);
  if (command === "demo-day") return demoDay(config, file);
  if (command === "drill") return drill(config, file, lostOnes);
  if (command === "reseal") return onCurrent(config, (client) => resealAll(client, config, new Date()));
  if (command === "keys")
    return onCurrent(config, (client) =>
      lost === undefined ? showKeys(client, config) : giveUpLostKey(client, config, lost, confirm),
    );
  if (command === "restore" && file) return restore(config, resolve(file), lostOnes);
  throw new Error(USAGE);
}

/** Work of the owner on a database of this version. */
async function onCurrent(config: Config, work: (client: pg.Client) => Promise<void>): Promise<void> {
  await withAddresses(config, async ({ ownerUrl, appRole }) => {
    await migrate(ownerUrl, appRole);
    await asOwner(ownerUrl, work);
  });
}

/** With --wait also while the server is starting, as beside it in a container. */
async function bringUpToDate(config: Config): Promise<void> {
  await withAddresses(config, async ({ ownerUrl, appRole }) => {
    if (rest.includes("--wait")) await waitForDatabase(ownerUrl);
    const files = await migrate(ownerUrl, appRole);
    console.log(files.length > 0 ? `適用しました: ${files.join(", ")}` : "すでに最新です");
  });
}

/** Renews schema.sql from the migrations, in an empty database: one that is in use has the baseline of the day on which it was made. */
async function dump(config: Config): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "okaeri-dump-"));
  try {
    await withAddresses({ ...config, databaseUrl: null, dataDir }, async ({ ownerUrl, appRole }) => {
      await migrate(ownerUrl, appRole);
      writeFileSync(join(import.meta.dirname, "../../schema.sql"), await dumpSchema(ownerUrl));
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function seed(config: Config): Promise<void> {
  await refuseInUse(config);
  const open = await openApp(config, openLog("warn"), { mail: true });
  try {
    await seedDemo(open.app, jobHandlers);
    console.log("デモデータを入れました");
  } finally {
    await open.close();
  }
}

/** A sign-up link for the provider's first administrator; with --lost, after closing the sign-in of one who has lost everything. */
async function provider(config: Config): Promise<void> {
  const mail = file === undefined ? undefined : normaliseMailAddress(file);
  if (file !== undefined && mail === undefined) throw new Error(`メールアドレスではありません: ${file}`);
  await withAddresses(config, async ({ appUrl, ownerUrl, appRole }) => {
    await migrate(ownerUrl, appRole);
    const database = openDatabase(appUrl, { max: 1, connectMs: PATIENT_CONNECT_MS });
    try {
      const setup = { database, config, realClock: systemClock, origin: originOf(config) };
      if (lost !== undefined) {
        await confirm(`提供会社の管理者「${lost}」を無効にします。`);
        if (!(await closeLostAdministrator(setup, lost))) throw new Error(`有効な管理者ではありません: ${lost}`);
      }
      const invitation = await inviteProvider(setup, mail);
      if ("link" in invitation)
        console.log(`提供会社の最初の管理者の登録リンク (1回だけ使えます。72時間有効)\n${invitation.link}`);
      else
        console.log(
          `提供会社には有効な管理者が${invitation.administrators}人います。ユーザー管理から招待してもらってください`,
        );
    } finally {
      await database.close();
    }
  });
}

async function backup(config: Config): Promise<void> {
  await withAddresses(config, async ({ ownerUrl }) => {
    const done = file
      ? {
          file: resolve(file),
          header: await writeBackup(ownerUrl, resolve(file), keyIds(config)[0] ?? ""),
          removed: [],
          warning: null,
          copyProblem: null,
        }
      : await backUp(config, ownerUrl, new Date());
    console.log(`${done.file}\n${done.header.tables.length}表 ${inJapanese(rowsIn(done.header))}行`);
    if (done.warning !== null) console.error(done.warning);
    for (const old of done.removed) console.log(`古いバックアップを消しました: ${old}`);
    if (done.copyProblem !== null) throw new Error(done.copyProblem);
  });
}

async function reset(config: Config): Promise<void> {
  await withAddresses(config, async ({ ownerUrl, appRole }) => {
    await asOwner(ownerUrl, refuseWhileUsed);
    await confirm("すべてのデータを消します。元に戻せません。");
    await asOwner(ownerUrl, async (client) => {
      await refuseWhileUsed(client);
      await client.query("begin");
      await moveTablesAway(client);
      await dropMovedTables(client);
      await client.query("drop schema if exists pgboss cascade");
      await client.query("commit");
    });
    await migrate(ownerUrl, appRole);
    console.log("空のデータベースにしました");
  });
}

/** On a database of one's own every process of Okaeri is a connection; on the embedded one the folder is locked as well. */
async function refuseInUse(config: Config): Promise<void> {
  if (config.databaseUrl === null) return;
  await withAddresses(config, ({ ownerUrl }) => asOwner(ownerUrl, refuseWhileUsed));
}

function rowsIn({ tables }: BackupHeader): number {
  return tables.reduce((sum, table) => sum + table.rows, 0);
}
