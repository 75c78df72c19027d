import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { type CheckedBackup, checkBackup } from "../database/backup/backup-file.ts";
import { backupsIn } from "../database/backup/backup-folder.ts";
import { drillRestore } from "../database/backup/drill.ts";
import { refuseWhileUsed } from "../database/backup/in-use.ts";
import { type Restored, restoreBackup } from "../database/backup/restore-backup.ts";
import { prepareDatabase } from "../database/embedded.ts";
import { proveSignIn } from "../sections/auth/prove-sign-in.ts";
import { countOpenPushes } from "../sections/pushes/open-pushes.ts";
import { confirm, inJapanese } from "./at-the-keyboard.ts";
import { backupFolder } from "./back-up.ts";
import { asOwner, withAddresses } from "./db-access.ts";
import { beginOwnersWork, giveUpKey } from "./reseal.ts";
import { keyIds, refuseGiven } from "./secret-keys.ts";

const tell = (line: string) => console.log(line);

/**
 * Replaces the data by a backup, and tests that it can be worked with. What only `lostKeys` open is restored as well, and stays closed: the
 * product starts without these keys.
 */
export async function restore(config: Config, path: string, lostKeys: readonly string[]): Promise<void> {
  const backup = await checked(config, path, lostKeys);
  await withAddresses(config, async (addresses) => {
    await asOwner(addresses.ownerUrl, refuseWhileUsed);
    await confirm("いまのデータを消して、バックアップの内容に置き換えます。");
    const restored = await restoreBackup(addresses, path, backup, tell);
    const { rows, jobs } = restored;
    await asOwner(addresses.ownerUrl, async (client) => {
      await beginOwnersWork(client);
      for (const id of lostKeys) await giveUpKey(client, id);
    });
    const signIn = await signInOf(addresses.appUrl);
    tell(`${inJapanese(rows)}行を戻し、内容が一致することを確かめました。待っている処理: ${inJapanese(jobs)}件`);
    tell(`${triedOf(restored)}、${signIn}`);
    const openPushes = await asOwner(addresses.ownerUrl, countOpenPushes);
    if (openPushes > 0)
      tell(
        `途中または予定の配信が ${inJapanese(openPushes)}件あります。バックアップのあとに送った分をもう一度送らないよう、まず ROLES=web で起動し、キャンペーンの画面で確かめてからワーカーを起動してください`,
      );
  });
}

/** Restores the newest backup, or the named one, into a database beside the live one, compares, tries it, and reports. */
export async function drill(config: Config, file: string | undefined, lostKeys: readonly string[]): Promise<void> {
  const folder = backupFolder(config);
  const path = file ? resolve(file) : existsSync(folder) ? backupsIn(folder).at(-1) : undefined;
  if (path === undefined) throw new Error(`バックアップがありません: ${folder}`);
  const backup = await checked(config, path, lostKeys);
  await withAddresses(config, async (addresses) => {
    const prepare = addresses.embedded ? prepareDatabase : async () => {};
    let signIn = "";
    const tryOut = async (appUrl: string) => {
      signIn = await signInOf(appUrl);
    };
    const drilled = await drillRestore(addresses, path, backup, { prepare, tryOut, tell });
    const { rows, jobs, seconds } = drilled;
    tell(
      `${path}\n復元の訓練に成功しました: ${backup.tables.length}表 ${inJapanese(rows)}行、処理 ${inJapanese(jobs)}件、${seconds.toFixed(1)}秒。行の内容、参照、表の定義、ポリシー、権限が一致しています\n${triedOf(drilled)}、${signIn}`,
    );
  });
}

const triedOf = ({ identities, written }: Restored) =>
  `使えることの確認: ${identities}の連番が表の続きから始まり、アプリケーションは${written}の表に書き込めます`;

async function signInOf(appUrl: string): Promise<string> {
  const somebodyMay = await proveSignIn(appUrl).catch((error: Error) => {
    throw new Error(`復元したデータベースでサインインできません: ${error.message}`);
  });
  return somebodyMay ? "サインインできます" : "サインインできる人はまだいません";
}

async function checked(config: Config, path: string, lostKeys: readonly string[]): Promise<CheckedBackup> {
  refuseGiven(config, lostKeys);
  if (!existsSync(path)) throw new Error(`ファイルがありません: ${path}`);
  tell(`ファイルを確かめています: ${path} (${inJapanese(Math.ceil(statSync(path).size / 1024))}KB)`);
  return checkBackup(path, [...keyIds(config), ...lostKeys]);
}
