import { createHash, randomInt } from "node:crypto";
import type { Tx } from "../../database/connection.ts";

const COUNT = 10;
// Without letters and digits that look alike.
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

const hashOf = (code: string) => createHash("sha256").update(plain(code)).digest();
const plain = (code: string) =>
  code
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "");

/** Ten new codes (about 59 bits each) in place of all earlier ones; shown once, only hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => `${word()}-${word()}-${word()}`);
  // Of two renewals at once the later one's codes count, not both: the row lock orders them.
  await tx.run`select from users where id = ${userId} for update`;
  await deleteRecoveryCodes(tx, userId);
  await tx.run`insert into recovery_codes (user_id, code_hash) select ${userId}, unnest(${codes.map(hashOf)}::bytea[])`;
  return codes;
}

export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.run`delete from recovery_codes where user_id = ${userId}`;
}

const word = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

export function looksLikeRecoveryCode(code: string): boolean {
  return plain(code).length === 12 && !/^[0-9]{6}$/.test(code);
}

/** Spends one code. False when it is not one of this user's unused ones. */
export async function spendRecoveryCode(tx: Tx, userId: number, code: string, now: Date): Promise<boolean> {
  const done =
    await tx.run`update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${hashOf(code)} and used_at is null`;
  return done === 1;
}

export async function recoveryCodesLeft(tx: Tx, userId: number): Promise<number> {
  const found = await tx.one<{
    n: number;
  }>`select count(*)::int as n from recovery_codes where user_id = ${userId} and used_at is null`;
  return found.n;
}
