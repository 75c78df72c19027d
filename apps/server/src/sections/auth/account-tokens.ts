import { namePerson, type Tx } from "../../database/connection.ts";
import { hashToken, newToken } from "../../session/session-store.ts";

/** `tfa` registers a new authenticator under the kept id, after an administrator took the old one away. */
export type TokenPurpose = "invitation" | "reset" | "email" | "tfa";

/** How long a mailed link works, in minutes (product §2). */
const TOKEN_MINUTES: Record<TokenPurpose, number> = {
  invitation: 72 * 60,
  reset: 30,
  email: 24 * 60,
  tfa: 72 * 60,
};

export type OpenToken = {
  id: number;
  user_id: number;
  purpose: TokenPurpose;
  login_id: string | null;
  tfa_secret: string | null;
  tfa_verified_step: number | null;
  attempt_count: number;
  /** Until it ends. */
  seconds_left: number;
  new_email: string | null;
};

export type IssuedToken = { token: string; expiresAt: Date };

/**
 * Makes a link's token; an earlier one for the same purpose stops working. Only the hash is stored. The person's row is locked first: of
 * two at once the later voids the earlier.
 */
export async function issueToken(
  tx: Tx,
  input: { userId: number; purpose: TokenPurpose; now: Date; createdBy: number | null; newEmail?: string },
): Promise<IssuedToken> {
  await tx.run`select from users where id = ${input.userId} for update`;
  await voidTokens(tx, input.userId, [input.purpose], input.now);
  const { token, hash } = newToken();
  const expiresAt = new Date(input.now.getTime() + TOKEN_MINUTES[input.purpose] * 60_000);
  await tx.run`insert into account_tokens (user_id, purpose, token_hash, expires_at, created_by, new_email)
    values (${input.userId}, ${input.purpose}, ${hash}, ${expiresAt}, ${input.createdBy}, ${input.newEmail ?? null})`;
  return { token, expiresAt };
}

/** Mailed links of these purposes stop working. */
export async function voidTokens(tx: Tx, userId: number, purposes: readonly TokenPurpose[], now: Date): Promise<void> {
  await tx.run`update account_tokens
    set voided_at = ${now}
    where user_id = ${userId} and purpose = any(${purposes}::text[])
      and used_at is null and voided_at is null`;
}

/**
 * The token's row while it works, locked. Expired, used, voided and unknown tokens all give the same nothing. Lock order as in
 * `issueToken`: the person's row first, then the token, so that two requests cannot deadlock.
 */
export async function openToken(
  tx: Tx,
  token: string,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<OpenToken | undefined> {
  const hash = hashToken(token);
  const link = await tx.maybe<{ id: number; user_id: number }>`select id, user_id from link_of_token(${hash})`;
  if (link === undefined) return undefined;
  const userId = link.user_id;
  await namePerson(tx, userId);
  await tx.run`select from users where id = ${userId} for update`;
  return tx.maybe<OpenToken>`select id, user_id, purpose, login_id, link_tfa_secret(id) as tfa_secret, tfa_verified_step, attempt_count,
      ceil(extract(epoch from expires_at - ${now}::timestamptz))::int as seconds_left, new_email
    from account_tokens
    where id = ${link.id} and purpose = any(${purposes}::text[]) and used_at is null and voided_at is null and expires_at > ${now}
    for update`;
}

/** Single use: the conditional update decides the race of parallel uses. */
export async function useToken(tx: Tx, tokenId: number, now: Date): Promise<boolean> {
  const done =
    await tx.run`update account_tokens set used_at = ${now} where id = ${tokenId} and used_at is null and voided_at is null`;
  return done === 1;
}

export async function countAttempt(tx: Tx, tokenId: number): Promise<number> {
  const done = await tx.one<{ attempt_count: number }>`update account_tokens
    set attempt_count = attempt_count + 1
    where id = ${tokenId}
    returning attempt_count`;
  return done.attempt_count;
}
