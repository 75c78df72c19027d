import { existsSync } from "node:fs";
import { basename } from "node:path";
import { todayInTokyo } from "@okaeri/domain/calendar-date";
import { shownDate, shownDateTime } from "@okaeri/domain/shown-dates";
import type pg from "pg";
import type { Config } from "../config.ts";
import { keysOfBackup } from "../database/backup/backup-file.ts";
import { backupsIn } from "../database/backup/backup-folder.ts";
import type { PlaceName } from "../session/sealed-places.ts";
import { backupFolder } from "./back-up.ts";
import { beginOwnersWork, giveUpKey, type KeyState, keyStates, reseal, sum } from "./reseal.ts";
import { keyIds, refuseGiven, secretsOf } from "./secret-keys.ts";

const PLACES: Record<PlaceName, string> = {
  tfa: "認証アプリ",
  linkTfa: "登録の途中の認証アプリ",
  pendingTfa: "変更の途中の認証アプリ",
  lineSecret: "LINEのチャネルシークレット",
  lineToken: "LINEのアクセストークン",
  sendgridKey: "SendGridのAPIキー",
  dkimKey: "DKIMの秘密鍵",
  passportNumber: "旅券番号",
  unrecognisedReport: "読み取れなかった通知の全文",
  retiredKey: "残した鍵",
  accountMail: "送信を待つメール",
};
const PURPOSES = { unsubscribe: "送信済みのメールの配信停止リンク", erased: "消去したお客様の照合" } as const;
const count = (n: number) => n.toLocaleString("ja-JP");

/** `db -- reseal` (key rotation): seals everything stored with the newest key, and reports its progress. */
export async function resealAll(client: pg.Client, config: Config, now: Date): Promise<void> {
  await beginOwnersWork(client);
  const unreadable = await reseal(client, {
    secrets: secretsOf(config),
    today: todayInTokyo(now),
    onStep: (place, done) => console.log(`${PLACES[place]}: ${count(done)}件`),
  });
  console.log("保存されている情報は、いちばん新しい鍵で暗号化されています");
  if (unreadable > 0) console.log(`どの鍵でも開けない値が${count(unreadable)}件あり、そのまま残しました`);
  await listKeys(client, config);
}

/** `db -- keys`: which keys are in use, since when, by what, and which may go. */
export async function showKeys(client: pg.Client, config: Config): Promise<void> {
  await beginOwnersWork(client);
  await listKeys(client, config);
}

/** `db -- keys --lost=ID`: a key that is gone for good no longer keeps the product from starting. */
export async function giveUpLostKey(
  client: pg.Client,
  config: Config,
  id: string,
  confirm: (warning: string) => Promise<void>,
): Promise<void> {
  refuseGiven(config, [id]);
  await beginOwnersWork(client);
  const state = (await keyStates(client)).find((one) => one.id === id && one.retiredAt === null);
  if (!state) throw new Error(`使用中の鍵ではありません: ${id}`);
  await confirm(
    `鍵 ${id} を失ったものとして扱います。この鍵で暗号化した${count(sum(state.values))}件は開けなくなり、この鍵で作った配信停止リンクは使えず、消去したお客様のうちこの鍵の時期の方は見分けられなくなります。`,
  );
  await giveUpKey(client, id);
  console.log(`鍵 ${id} がなくても起動できるようにしました`);
}

async function listKeys(client: pg.Client, config: Config): Promise<void> {
  const given = keyIds(config);
  const folder = backupFolder(config);
  const backups: { file: string; keys: string[] }[] = [];
  for (const file of existsSync(folder) ? backupsIn(folder) : [])
    backups.push({ file, keys: await keysOfBackup(file).catch(() => []) });
  for (const state of await keyStates(client)) {
    console.log(`鍵 ${state.id}  ${verdict(state, given)}`);
    for (const line of detailsOf(state)) console.log(`    ${line}`);
    const needing = backups.filter(({ keys }) => keys.includes(state.id));
    const latest = needing.at(-1);
    if (latest) console.log(`    必要とするバックアップ: ${count(needing.length)}個(最新 ${basename(latest.file)})`);
  }
}

/** What an operator asks of a key: may it go from SECRET_KEY. */
function verdict({ id, since, retiredAt, values, processes }: KeyState, given: readonly string[]): string {
  const from = `${shownDateTime(since, "ja")}から`;
  if (id === given[0]) return `${from}使用中(いちばん新しい鍵)`;
  const isGiven = given.includes(id);
  const lacking = isGiven ? "" : "。SECRET_KEY に設定されていません";
  // A process whose connection was broken while keys were counted may have gone on with it.
  const isBack = isGiven && (processes > 0 || sum(values) > 0);
  if (retiredAt !== null && !isBack) return `${from}${shownDateTime(retiredAt, "ja")}まで。SECRET_KEY から外せます`;
  if (processes > 0)
    return `${from}使用中${lacking}。${count(processes)}個のプロセスがこの鍵で暗号化しています(再起動してください)`;
  return sum(values) > 0 || isGiven
    ? `${from}使用中${lacking}。外す前に npm run db -- reseal を実行してください`
    : `${from}使用中${lacking}。この鍵を失ったときは npm run db -- keys --lost=${id} を実行してください`;
}

function detailsOf({ values, retention }: KeyState): string[] {
  const parts = Object.entries(values).map(([place, n]) => `${PLACES[place as PlaceName]} ${count(n)}件`);
  return [
    ...(parts.length > 0 ? [parts.join("、")] : []),
    ...retention.map(({ purpose, endsOn }) =>
      endsOn === null
        ? `${PURPOSES[purpose]}のために残しています(記録がある間)`
        : `${PURPOSES[purpose]}のために残しています(${shownDate(endsOn, "ja")}まで)`,
    ),
  ];
}
