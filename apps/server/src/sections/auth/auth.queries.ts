import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Tx } from "../../database/connection.ts";

/** Marks a step as spent. False when the same or a later one was spent first: the conditional update decides races. */
export async function spendTotpStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const done =
    await sql`update users set tfa_last_step = ${step} where id = ${userId} and tfa_last_step < ${step}`.execute(tx.db);
  return done.numAffectedRows === 1n;
}

export async function noteSignIn(tx: Tx, userId: number, now: Date): Promise<void> {
  await sql`update users set last_login_at = ${now} where id = ${userId}`.execute(tx.db);
}

/** Counts a wrong code of one second step; the fifth ends it. @returns wrong codes so far. */
export async function countWrongCode(tx: Tx, sessionId: number): Promise<number> {
  const done = await sql<{ wrong_code_count: number }>`update sessions set wrong_code_count = wrong_code_count + 1
    where id = ${sessionId} and ended_at is null returning wrong_code_count`.execute(tx.db);
  return done.rows[0]?.wrong_code_count ?? Number.POSITIVE_INFINITY;
}

/** Locks a session that has not ended; false when it has. */
export async function holdOpenSession(tx: Tx, sessionId: number): Promise<boolean> {
  const found = await sql`select 1 from sessions where id = ${sessionId} and ended_at is null for update`.execute(
    tx.db,
  );
  return found.rows.length === 1;
}

/** Wrong passwords of one login id in 15 minutes, wherever they are typed. */
export const LOGIN_TRIES_PER_USER = 10;

type ThrottleKind = "login_user" | "login_ip" | "code_user" | "forget_user" | "forget_ip";
const hashKey = (key: string) => createHash("sha256").update(key).digest();

/** Whether this key has failed too often lately. */
export async function isThrottled(tx: Tx, kind: ThrottleKind, key: string, now: Date): Promise<boolean> {
  const found = await sql<{ blocked: boolean }>`select blocked_until > ${now} as blocked from sign_in_throttles
    where kind = ${kind} and key_hash = ${hashKey(key)}`.execute(tx.db);
  return found.rows[0]?.blocked ?? false;
}

/**
 * Counts one failure. At `limit` failures within the window the key is blocked until the window is over, so an owner is never
 * locked out for longer than the window (15 minutes, product §2).
 */
export async function countFailure(tx: Tx, kind: ThrottleKind, key: string, limit: number, now: Date): Promise<void> {
  const windowMs = 15 * 60_000;
  const windowStart = new Date(now.getTime() - windowMs);
  const until = new Date(now.getTime() + windowMs);
  await sql`insert into sign_in_throttles as t (kind, key_hash, failure_count, window_started_at) values (${kind}, ${hashKey(key)}, 1, ${now})
    on conflict (kind, key_hash) do update set
      failure_count = case when t.window_started_at < ${windowStart} then 1 else t.failure_count + 1 end,
      window_started_at = case when t.window_started_at < ${windowStart} then ${now} else t.window_started_at end,
      blocked_until = case when t.window_started_at >= ${windowStart} and t.failure_count + 1 >= ${limit}
        then least(${until}, t.window_started_at + interval '15 minutes') else t.blocked_until end`.execute(tx.db);
}

/**
 * Counts a try before its password is looked at, so that guesses sent all at once do not slip past the count together.
 * @returns whether the try may be looked at; a right one is given back with `giveBackTry`.
 */
export async function reserveTry(tx: Tx, kind: ThrottleKind, key: string, limit: number, now: Date): Promise<boolean> {
  // Holds the row until the count is committed: one try after the other, each seeing the one before.
  await sql`insert into sign_in_throttles (kind, key_hash, failure_count, window_started_at)
    values (${kind}, ${hashKey(key)}, 0, ${now}) on conflict (kind, key_hash) do update set failure_count = sign_in_throttles.failure_count`.execute(
    tx.db,
  );
  if (await isThrottled(tx, kind, key, now)) return false;
  await countFailure(tx, kind, key, limit, now);
  return true;
}

/** The reserved try was right, so it was no failure; what it blocked is open again. */
export async function giveBackTry(tx: Tx, kind: ThrottleKind, key: string): Promise<void> {
  await sql`update sign_in_throttles set failure_count = greatest(failure_count - 1, 0), blocked_until = null
    where kind = ${kind} and key_hash = ${hashKey(key)}`.execute(tx.db);
}

export async function forgetFailures(tx: Tx, kind: ThrottleKind, key: string): Promise<void> {
  await sql`delete from sign_in_throttles where kind = ${kind} and key_hash = ${hashKey(key)}`.execute(tx.db);
}
