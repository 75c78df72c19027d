import type { Language } from "@okaeri/contract/errors";
import type { Tx } from "../../database/connection.ts";

/**
 * Marks a TOTP step as spent (no replay of a code). False when the same or a later one was spent first: the conditional update decides the
 * race.
 */
export async function spendTotpStep(tx: Tx, userId: number, step: number): Promise<boolean> {
  const done = await tx.run`update users set tfa_last_step = ${step} where id = ${userId} and tfa_last_step < ${step}`;
  return done === 1;
}

export async function recordSignIn(tx: Tx, userId: number, now: Date, language: Language): Promise<void> {
  await tx.run`update users set last_login_at = ${now}, language = ${language} where id = ${userId}`;
}

/** Counts a wrong code of one second step; the fifth ends it. @returns wrong codes so far. */
export async function countWrongCode(tx: Tx, sessionId: number): Promise<number> {
  const done = await tx.maybe<{ wrong_code_count: number }>`update sessions
    set wrong_code_count = wrong_code_count + 1
    where id = ${sessionId} and ended_at is null
    returning wrong_code_count`;
  return done?.wrong_code_count ?? Number.POSITIVE_INFINITY;
}

/** Locks a session that is open; false when it has ended. */
export async function holdOpenSession(tx: Tx, sessionId: number): Promise<boolean> {
  const found = await tx.all`select 1 from sessions where id = ${sessionId} and ended_at is null for update`;
  return found.length === 1;
}
