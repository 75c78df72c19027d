import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { createQueues } from "../jobs/queues.ts";
import {
  inPatientTransaction,
  isConcurrent,
  isInBatches,
  PATIENCE,
  type Patience,
  runConcurrently,
  runInBatches,
} from "./run-migration.ts";

export const MIGRATIONS_DIR = join(import.meta.dirname, "../../migrations");

/** Makes the whole schema; every later file changes it. */
const BASELINE = "0001_baseline.sql";

/**
 * Returns true if the database was made before the first release, by migrations that the baseline replaced.
 * @param done Names of the migrations that ran; empty for an empty database.
 */
export const isBeforeBaseline = (done: Iterable<string>): boolean => {
  const names = new Set(done);
  return names.size > 0 && !names.has(BASELINE);
};

/**
 * Brings the database to the newest schema as the owner, then renews the application role's rights. Each file runs once, in a transaction
 * of its own or, where it builds indexes concurrently, statement by statement. Processes that start together wait for each other.
 * @returns names of the files that ran.
 * @throws Error that names the file and PostgreSQL's message, or says that the database was made before the first release.
 */
export async function migrate(
  ownerUrl: string,
  appRole: string,
  dir = MIGRATIONS_DIR,
  patience = PATIENCE,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "okaeri-migrate" });
  await client.connect();
  try {
    await waitForTurn(client);
    await client.query(LIST_OF_MIGRATIONS);
    const done = new Set(
      (await client.query<{ name: string }>("select name from schema_migrations")).rows.map((r) => r.name),
    );
    if (isBeforeBaseline(done))
      throw new Error("最初の公開版より前に作られたデータベースです。この版では開けません (データには触れていません)");
    const ran: string[] = [];
    for (const name of knownMigrations(dir)) {
      if (done.has(name)) continue;
      await runFile(client, patience, join(dir, name), name);
      ran.push(name);
    }
    await installJobTables(ownerUrl);
    await inPatientTransaction(client, patience, () => applyGrants(client, appRole, dir));
    return ran;
  } finally {
    await client.end();
  }
}

const LIST_OF_MIGRATIONS =
  "create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())";

/** Makes the schema of an earlier day in the caller's transaction, where there is none: nobody waits, so indexes are built plainly. */
export async function migrateInside(client: pg.Client, names: readonly string[], dir = MIGRATIONS_DIR): Promise<void> {
  await client.query(LIST_OF_MIGRATIONS);
  for (const name of names) {
    const text = readFileSync(join(dir, name), "utf8");
    await client.query(isConcurrent(name) ? text.replaceAll(/ index concurrently /g, " index ") : text);
    await client.query("insert into schema_migrations (name) values ($1)", [name]);
  }
}

/** What the application's role may do, and what the owner may read for a backup; in the caller's transaction, any number of times. */
export async function applyGrants(client: pg.Client, appRole: string, dir = MIGRATIONS_DIR): Promise<void> {
  await client.query("select set_config('okaeri.app_role', $1, true)", [appRole]);
  await client.query(readFileSync(join(dir, "grants.sql"), "utf8"));
  await client.query(JOB_GRANTS);
}

/** The job tables' part of it. */
export async function allowJobs(client: pg.Client, appRole: string): Promise<void> {
  await client.query("select set_config('okaeri.app_role', $1, true)", [appRole]);
  await client.query(JOB_GRANTS);
}

const TURN_MS = 100;

/** Polls for the advisory lock: a session that waits inside a statement would hold up an index that another one builds concurrently. */
async function waitForTurn(client: pg.Client): Promise<void> {
  while (!(await takeTurn(client))) await sleep(TURN_MS);
}

/** Takes the advisory lock of schema changes until the connection ends; false when another process has it. */
export async function takeTurn(client: pg.Client): Promise<boolean> {
  const mine = "select pg_try_advisory_lock(hashtext('okaeri.migrate')) as mine";
  return (await client.query<{ mine: boolean }>(mine)).rows[0]?.mine ?? false;
}

/** Whether every migration file has run; for the readiness check. */
export async function isMigrated(query: (sql: string) => Promise<{ rows: { name: string }[] }>): Promise<boolean> {
  const done = new Set((await query("select name from schema_migrations")).rows.map((row) => row.name));
  return knownMigrations().every((name) => done.has(name));
}

/** Names of this version's files, in the order in which they run. */
export function knownMigrations(dir = MIGRATIONS_DIR): string[] {
  return readdirSync(dir)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort();
}

async function runFile(client: pg.Client, patience: Patience, path: string, name: string): Promise<void> {
  const record = () => client.query("insert into schema_migrations (name) values ($1)", [name]);
  try {
    if (isConcurrent(name)) {
      await runConcurrently(client, path);
      await record();
    } else if (isInBatches(name)) {
      await runInBatches(client, path, patience);
      await record();
    } else
      await inPatientTransaction(client, patience, async () => {
        await client.query(readFileSync(path, "utf8"));
        await record();
      });
  } catch (error) {
    throw new Error(`migration ${name}: ${(error as Error).message}`);
  }
}

// Queues carry ids only, no tenant rows; the application role works with jobs but cannot change the tables.
const JOB_GRANTS = `do $$
declare
  app text := current_setting('okaeri.app_role');
  name text;
begin
  execute format('grant usage on schema pgboss to %I', app);
  execute format('grant select, insert, update, delete on all tables in schema pgboss to %I', app);
  execute format('grant usage on all sequences in schema pgboss to %I', app);
  execute format('grant execute on all functions in schema pgboss to %I', app);
  -- Only the engine's own connections, and a job that is being added, see them.
  for name in select tablename from pg_tables where schemaname = 'pgboss' loop
    execute format('alter table pgboss.%I enable row level security', name);
    execute format('drop policy if exists job_engine on pgboss.%I', name);
    execute format('create policy job_engine on pgboss.%I using ((select public.app_runs_jobs())) with check ((select public.app_runs_jobs()))', name);
  end loop;
end $$`;

/** The job engine's tables belong to the owner too; the application role only works with their rows. */
export async function installJobTables(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false });
  boss.on("error", () => {});
  await boss.start();
  await createQueues(boss);
  await boss.stop({ graceful: false });
}
