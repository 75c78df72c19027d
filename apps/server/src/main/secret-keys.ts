import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { recordAudit } from "../audit/record-audit.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database, Tx } from "../database/connection.ts";
import { type Cipher, openCipher, type RetiredKey, type RetiredKeyPurpose, secretKeysOf } from "../session/cipher.ts";
import { bindingOf } from "../session/sealed-places.ts";

/** What this installation seals with, the newest first. @throws Error when there is no key yet. */
export function secretsOf({ secretKeys, dataDir }: Config): readonly string[] {
  const file = join(resolve(dataDir), "secret.key");
  const secrets = secretKeys ?? (existsSync(file) ? [readFileSync(file, "utf8").trim()] : []);
  if (secrets.length === 0) throw new Error("SECRET_KEY: 鍵がまだありません");
  return secrets;
}

/** The same at a start. The key of an embedded installation is made once and kept in the data folder. */
export function secretsAtStart(config: Config): readonly string[] {
  const dataDir = resolve(config.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "secret.key");
  if (config.secretKeys === null && !existsSync(file))
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  return secretsOf(config);
}

/**
 * The cipher of a process, once it is known that its keys open what is stored; from now on its newest key is in use.
 * @throws Error in one line with the ids of the keys that it lacks.
 */
export async function openSecretKeys(database: Database, secrets: readonly string[], clock: Clock): Promise<Cipher> {
  const own = openCipher(secrets);
  return database.asSystem(async (tx) => {
    const used = await tx.all<{
      key_id: string;
    }>`select key_id from secret_keys where retired_at is null order by since`;
    refuseLacking(
      own.keyIds,
      used.map((row) => row.key_id),
    );
    await use(tx, own.keyIds[0] ?? "", clock.now());
    return openCipher(secrets, await retiredKeys(tx, own), () => clock.now());
  });
}

/** @throws Error in one line that names the keys in use which are not among those given. */
export function refuseLacking(given: readonly string[], used: readonly string[]): void {
  const lacking = used.filter((id) => !given.includes(id));
  if (lacking.length === 0) return;
  throw new Error(
    `SECRET_KEY: 保存されている情報を開く鍵 ${lacking.join("、")} がありません(設定されている鍵: ${given.join("、")})。前の鍵も「新しい鍵,前の鍵」の形で設定してください。鍵の一覧: npm run db -- keys`,
  );
}

/** @throws Error in one line when one that is said to be lost is among those that are set. */
export function refuseGiven(config: Config, lost: readonly string[]): void {
  const given = keyIds(config).filter((id) => lost.includes(id));
  if (given.length > 0) throw new Error(`失った鍵ではありません。SECRET_KEY に設定されています: ${given.join("、")}`);
}

async function use(tx: Tx, keyId: string, now: Date): Promise<void> {
  const fresh = await tx.run`insert into secret_keys (key_id, since)
    values (${keyId}, ${now})
    on conflict (key_id) do update set retired_at = null
    where secret_keys.retired_at is not null`;
  if (fresh > 0)
    await recordAudit(tx, {
      actorUserId: null,
      action: "use_secret_key",
      entity: "secret_keys",
      after: { key_id: keyId },
    });
}

async function retiredKeys(tx: Tx, cipher: Cipher): Promise<RetiredKey[]> {
  const rows = await tx.all<{ key_id: string; purpose: RetiredKeyPurpose; sealed: string; ends_at: Date | null }>`
    select key_id, purpose, sealed, ((ends_on + 1)::timestamp at time zone 'Asia/Tokyo') as ends_at from retired_keys`;
  return rows.flatMap(({ key_id: id, purpose, sealed, ends_at: endsAt }) => {
    // Sealed with a key that was given up: what it was kept for is given up with it.
    if (!cipher.keyIds.some((known) => sealed.includes(`.${known}.`))) return [];
    const key = Buffer.from(cipher.open(sealed, bindingOf("retiredKey", id, purpose)), "base64url");
    return [{ id, purpose, endsAt, key }];
  });
}

/** Ids of the keys that this installation knows, the one in use first. */
export function keyIds(config: Config): readonly string[] {
  return secretKeysOf(secretsOf(config)).map((key) => key.id);
}
