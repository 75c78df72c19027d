import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";
import { hashToken, newToken } from "../../session/session-store.ts";

export type TokenPurpose = "invitation" | "reset" | "email";

/** How long a mailed link works, in minutes (product §2). */
export const TOKEN_MINUTES: Record<TokenPurpose, number> = { invitation: 72 * 60, reset: 30, email: 24 * 60 };

export type OpenToken = {
  id: number;
  user_id: number;
  login_id: string | null;
  tfa_secret: string | null;
  tfa_verified_step: number | null;
  attempt_count: number;
  new_email: string | null;
};

/** Makes a link's token; an earlier one for the same purpose stops working. Only the hash is stored. */
export async function issueToken(
  tx: Tx,
  input: { userId: number; purpose: TokenPurpose; now: Date; createdBy: number | null; newEmail?: string },
): Promise<string> {
  await sql`update account_tokens set voided_at = ${input.now} where user_id = ${input.userId} and purpose = ${input.purpose}
    and used_at is null and voided_at is null`.execute(tx.db);
  const { token, hash } = newToken();
  const expires = new Date(input.now.getTime() + TOKEN_MINUTES[input.purpose] * 60_000);
  await sql`insert into account_tokens (user_id, purpose, token_hash, expires_at, created_by, new_email)
    values (${input.userId}, ${input.purpose}, ${hash}, ${expires}, ${input.createdBy}, ${input.newEmail ?? null})`.execute(
    tx.db,
  );
  return token;
}

/** The token's row while it works, locked: expired, used, voided and unknown ones are all the same nothing. */
export async function openToken(
  tx: Tx,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<OpenToken | undefined> {
  const found =
    await sql<OpenToken>`select id, user_id, login_id, tfa_secret, tfa_verified_step, attempt_count, new_email from account_tokens
    where token_hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and voided_at is null and expires_at > ${now}
    for update`.execute(tx.db);
  return found.rows[0];
}

/** Single use: the conditional update decides which of several parallel uses counts. */
export async function useToken(tx: Tx, tokenId: number, now: Date): Promise<boolean> {
  const done =
    await sql`update account_tokens set used_at = ${now} where id = ${tokenId} and used_at is null and voided_at is null`.execute(
      tx.db,
    );
  return done.numAffectedRows === 1n;
}

export async function countAttempt(tx: Tx, tokenId: number): Promise<number> {
  const done = await sql<{
    attempt_count: number;
  }>`update account_tokens set attempt_count = attempt_count + 1 where id = ${tokenId}
    returning attempt_count`.execute(tx.db);
  return done.rows[0]?.attempt_count ?? 0;
}
