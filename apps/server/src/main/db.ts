// npm run db -- migrate | reset [--yes] | seed | backup [FILE] | restore FILE [--yes] | provider [MAIL] [--lost=LOGIN_ID] [--yes]
// | dump (for developers)
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { normaliseMailAddress } from "@okaeri/domain/mail-address";
import pg from "pg";
import { systemClock } from "../clock.ts";
import { type Config, originOf, readConfig } from "../config.ts";
import { checkBackup, restoreBackup, writeBackup } from "../database/backup.ts";
import { openDatabase } from "../database/connection.ts";
import { dumpSchema } from "../database/dump-schema.ts";
import { APP_ROLE, attachCluster, type Cluster, DATABASE, openCluster, prepareDatabase } from "../database/embedded.ts";
import { migrate } from "../database/migrate.ts";
import { openLog } from "../log.ts";
import { closeLostAdministrator, inviteProvider } from "../sections/auth/invite-provider.ts";
import { seedDemo } from "../seed/seed-demo.ts";
import { openCipher } from "../session/cipher.ts";
import { jobHandlers } from "./job-handlers.ts";
import { openApp } from "./open-app.ts";

const USAGE =
  "使い方: npm run db -- migrate | reset [--yes] | seed | backup [ファイル] | restore ファイル [--yes] | provider [メールアドレス] [--lost=ユーザーID]";
const [command, ...rest] = process.argv.slice(2);
const yes = rest.includes("--yes");
const file = rest.find((word) => !word.startsWith("--"));
const lost = rest.find((word) => word.startsWith("--lost="))?.slice("--lost=".length);

try {
  await run(readConfig(process.env));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();

async function run(config: Config): Promise<void> {
  if (command === "migrate")
    return withAddresses(config, async ({ ownerUrl, appRole }) => report(await migrate(ownerUrl, appRole)));
  if (command === "seed") return seed(config);
  if (command === "backup") return backup(config);
  if (command === "reset") return reset(config);
  if (command === "dump") return dump(config);
  if (command === "provider") return provider(config);
  if (command === "restore" && file) return restore(config, resolve(file));
  throw new Error(USAGE);
}

type Addresses = { ownerUrl: string; appUrl: string; adminUrl: string; appRole: string; running: boolean };

async function withAddresses(config: Config, work: (addresses: Addresses) => Promise<void>): Promise<void> {
  if (config.databaseUrl) {
    if (!config.databaseOwnerUrl) throw new Error("DATABASE_OWNER_URL: 所有者の接続先を設定してください");
    const appRole = decodeURIComponent(new URL(config.databaseUrl).username);
    const { databaseUrl: appUrl, databaseOwnerUrl: ownerUrl } = config;
    return work({ ownerUrl, appUrl, adminUrl: ownerUrl, appRole, running: false });
  }
  const dataDir = resolve(config.dataDir);
  const attached = attachCluster(dataDir);
  const cluster: Cluster = attached ?? (await openCluster({ dataDir }));
  try {
    const admin = cluster.url("superuser", DATABASE);
    await work({
      ownerUrl: cluster.url("owner", DATABASE),
      appUrl: cluster.url("app", DATABASE),
      adminUrl: admin,
      appRole: APP_ROLE,
      running: attached !== null,
    });
  } finally {
    await cluster.stop();
  }
}

function report(files: readonly string[]): void {
  console.log(files.length > 0 ? `適用しました: ${files.join(", ")}` : "すでに最新です");
}

/** Renews schema.sql, which the migrations make. */
async function dump(config: Config): Promise<void> {
  await withAddresses(config, async ({ ownerUrl, appRole }) => {
    await migrate(ownerUrl, appRole);
    writeFileSync(join(import.meta.dirname, "../../schema.sql"), await dumpSchema(ownerUrl));
  });
}

async function seed(config: Config): Promise<void> {
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
    const database = openDatabase(appUrl, { max: 1 });
    try {
      const setup = { database, config, clock: systemClock, origin: originOf(config) };
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
  await withAddresses(config, async ({ adminUrl }) => {
    const folder = join(resolve(config.dataDir), "backups");
    mkdirSync(folder, { recursive: true });
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
    const target = file ? resolve(file) : join(folder, `okaeri-${stamp}.gz`);
    const header = await writeBackup(adminUrl, target, keyIds(config)[0] ?? "");
    const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${target}\n${header.tables.length}表 ${rows.toLocaleString("ja-JP")}行`);
  });
}

async function reset(config: Config): Promise<void> {
  await withAddresses(config, async (addresses) => {
    if (addresses.running) throw new Error("Okaeri が動いています。先に止めてください");
    await confirm("すべてのデータを消します。元に戻せません。");
    await recreate(addresses);
    console.log("空のデータベースにしました");
  });
}

async function restore(config: Config, path: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`ファイルがありません: ${path}`);
  const header = await checkBackup(path, keyIds(config));
  await withAddresses(config, async (addresses) => {
    if (addresses.running) throw new Error("Okaeri が動いています。先に止めてください");
    await confirm("いまのデータを消して、バックアップの内容に置き換えます。");
    await recreate(addresses);
    await restoreBackup(addresses.adminUrl, path, header);
    console.log(`${header.tables.reduce((sum, table) => sum + table.rows, 0).toLocaleString("ja-JP")}行を戻しました`);
  });
}

async function recreate({ ownerUrl, adminUrl, appRole }: Addresses): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const owner = decodeURIComponent(new URL(ownerUrl).username);
    await client.query("drop schema if exists pgboss cascade; drop schema public cascade; create schema public");
    await client.query(`alter schema public owner to "${owner.replaceAll('"', '""')}"`);
  } finally {
    await client.end();
  }
  await prepareDatabase(adminUrl).catch((error: Error) => console.error(`${error.message} (docs/adr/0004)`));
  await migrate(ownerUrl, appRole);
}

function keyIds(config: Config): readonly string[] {
  const own = join(resolve(config.dataDir), "secret.key");
  const keys = config.secretKeys ?? (existsSync(own) ? [readFileSync(own, "utf8").trim()] : []);
  if (keys.length === 0) throw new Error("SECRET_KEY: 鍵がまだありません");
  return openCipher(keys).keyIds;
}

async function confirm(warning: string): Promise<void> {
  if (yes) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${warning} 続けるには yes と入力してください: `);
  terminal.close();
  if (answer.trim() !== "yes") throw new Error("中止しました");
}
