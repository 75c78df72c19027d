import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/**
 * How a change of the schema waits for a table that others hold. While it waits for its lock, all later statements on the table wait behind
 * it. So it gives up soon (lock time-out), lets them through and retries (docs/adr/0076). A deadlock is retried in the same way.
 */
export type Patience = { lockTimeoutMs: number; pauseMs: number; tries: number };
export const PATIENCE: Patience = { lockTimeoutMs: 2_000, pauseMs: 1_000, tries: 200 };

const LOCK_NOT_AVAILABLE = "55P03";
const DEADLOCK = "40P01";

/** One transaction of the owner, tried until the locks that it needs are free. */
export async function inPatientTransaction(
  client: pg.Client,
  patience: Patience,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let left = patience.tries; ; left--) {
    try {
      await client.query(`begin; set local lock_timeout = ${patience.lockTimeoutMs}`);
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      const { code } = error as { code?: string };
      if (left <= 1 || (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK)) throw error;
      await sleep(patience.pauseMs);
    }
  }
}

/** Whether the file's indexes are built while the table is in use (`create index concurrently`), outside a transaction. */
export function isConcurrent(name: string): boolean {
  return name.endsWith(".concurrent.sql");
}

const CREATE = /^create (?:unique )?index concurrently (\w+) on /;
const DROP = /^drop index concurrently if exists \w+$/;

/**
 * Runs the statements of a concurrent file one by one; each is idempotent, so it may run again after a crash. An index that an earlier
 * attempt left half built (invalid) is removed first, because it slows writes and serves nobody. No lock time-out: such a build waits, and
 * nobody waits for it.
 * @throws Error for a statement that is not one of an index.
 */
export async function runConcurrently(client: pg.Client, path: string): Promise<void> {
  const text = readFileSync(path, "utf8").replaceAll(/^--.*$/gm, "");
  const statements = text
    .split(";")
    .map((statement) => statement.trim().replaceAll(/\s+/g, " "))
    .filter((statement) => statement !== "");
  for (const statement of statements) {
    const index = CREATE.exec(statement)?.[1];
    if (index !== undefined) await buildIndex(client, index, statement);
    else if (DROP.test(statement)) await client.query(statement);
    else throw new Error(`not an index that is built or dropped concurrently: ${statement}`);
  }
}

async function buildIndex(client: pg.Client, index: string, statement: string): Promise<void> {
  const found = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
    [`public.${index}`],
  );
  if (found.rows[0]?.valid) return;
  const clear = `drop index concurrently if exists public.${index}`;
  if (found.rows[0]) await client.query(clear);
  try {
    await client.query(statement);
  } catch (error) {
    await client.query(clear);
    throw error;
  }
}

/**
 * Whether the file is a backfill in batches: its one statement is repeated, each time in its own transaction, until nothing is left to
 * change.
 */
export function isInBatches(name: string): boolean {
  return name.endsWith(".batches.sql");
}

/**
 * Repeats the statement of a backfill for a large table, so that nobody waits for more rows than one batch changes. It runs within all
 * accounts: row-level security hides every row from the owner otherwise, and lifting the policies would shut everybody out. Idempotent.
 */
export async function runInBatches(client: pg.Client, path: string, patience: Patience): Promise<void> {
  const statement = readFileSync(path, "utf8")
    .replaceAll(/^--.*$/gm, "")
    .trim();
  if (!/^update [^;]+;$/.test(statement)) throw new Error(`not an update that is repeated: ${statement}`);
  for (let changed = 1; changed > 0; )
    await inPatientTransaction(client, patience, async () => {
      await client.query(ALL_ACCOUNTS);
      changed = (await client.query(statement)).rowCount ?? 0;
    });
}

const ALL_ACCOUNTS =
  "select set_config('app.account_ids', (select coalesce(string_agg(id::text, ','), '') from accounts), true)";
