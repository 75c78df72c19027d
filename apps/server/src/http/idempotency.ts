import { createHash } from "node:crypto";
import type { Tx } from "../database/connection.ts";
import { CallError, fieldError } from "./errors.ts";

/** The caller whose key it is: the same idempotency key of two callers is two requests (docs/adr/0078). */
export type KeyedCaller = { accountId: number; kind: "feed" | "partner" | "user"; id: number };
export type IdempotentResponse<Body extends object = object> = { status: number; body: Body };

/** Answers are kept this long; the key is free afterwards. */
const RETENTION_HOURS = 48;

/** @throws CallError INVALID_INPUT naming the header. */
export function idempotencyKeyOf(header: string | string[] | undefined): string {
  if (typeof header !== "string" || header === "") throw fieldError("Idempotency-Key", { code: "required" });
  if (!/^[\x21-\x7e]{1,255}$/.test(header)) throw fieldError("Idempotency-Key", { code: "wrong_form" });
  return header;
}

/**
 * Idempotency: does the work once per `Idempotency-Key`, in the caller's transaction. A repeated request gets the first answer (a replay),
 * also while the first is still running, because the second waits for its row.
 * @throws CallError KEY_REUSED when another request came with the same key.
 */
export async function answerOnce<Body extends object>(
  tx: Tx,
  caller: KeyedCaller,
  request: { key: string; text: string; now: Date },
  work: () => Promise<IdempotentResponse<Body>>,
): Promise<IdempotentResponse<Body>> {
  const { accountId, kind, id } = caller;
  const { key: given, text, now } = request;
  // Only a hash of the key is stored: a caller may build its keys from a guest's address.
  const key = createHash("sha256").update(given).digest("hex");
  const hash = createHash("sha256").update(text).digest();
  const tooOld = new Date(now.getTime() - RETENTION_HOURS * 3_600_000);
  const claimed = await tx.run`
    insert into idempotency_keys as idempotency_key (account_id, caller_kind, caller_id, key, request_hash, created_at)
    values (${accountId}, ${kind}, ${id}, ${key}, ${hash}, ${now})
    on conflict (account_id, caller_kind, caller_id, key) do update
    set request_hash = excluded.request_hash, status = null, body = null, created_at = excluded.created_at
    where idempotency_key.created_at < ${tooOld}`;
  const own = tx.one<{ request_hash: Buffer; status: number; body: Body }>;
  if (claimed === 0) {
    const before = await own`select request_hash, status, body from idempotency_keys
      where account_id = ${accountId} and caller_kind = ${kind} and caller_id = ${id} and key = ${key}`;
    if (!before.request_hash.equals(hash)) throw new CallError("KEY_REUSED");
    return { status: before.status, body: before.body };
  }
  const answer = await work();
  // The body as it is stored, so that a replay gives the same bytes.
  return tx.one<
    IdempotentResponse<Body>
  >`update idempotency_keys set status = ${answer.status}, body = ${JSON.stringify(answer.body)}::jsonb
    where account_id = ${accountId} and caller_kind = ${kind} and caller_id = ${id} and key = ${key} returning status, body`;
}

/** Deletes one account's kept answers once their time is over. */
export async function clearAnswers(tx: Tx, accountId: number, now: Date): Promise<void> {
  const tooOld = new Date(now.getTime() - RETENTION_HOURS * 3_600_000);
  await tx.run`delete from idempotency_keys where account_id = ${accountId} and created_at < ${tooOld}`;
}
