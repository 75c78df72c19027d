import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import {
  allowJobs,
  applyGrants,
  installJobTables,
  isBeforeBaseline,
  knownMigrations,
  migrate,
  migrateInside,
  takeTurn,
} from "../migrate.ts";
import { type CheckedBackup, JOBS, SAME_TEXT, tableSections } from "./backup-file.ts";
import { refuseWhileUsed } from "./in-use.ts";
import { type TableProgress, type Tell, tableProgress } from "./progress.ts";
import { proveUsable, type Usable } from "./prove-usable.ts";
import { continueSequences } from "./sequences.ts";
import { dropMovedTables, liftGuards, moveTablesAway } from "./set-aside.ts";
import { writableColumns } from "./tables.ts";

export type Restored = Usable & {
  /** Rows of the product's tables. */
  rows: number;
  /** Jobs that wait again. */
  jobs: number;
};

/** Where a backup is restored to. */
export type RestoreTarget = { ownerUrl: string; appUrl: string; appRole: string };

/**
 * Puts a checked backup in the place of what the database holds, as the owner. Everything happens in one transaction: the old tables are
 * set aside, the schema of the backup's own time is made, its rows are loaded, compared sum by sum and reference by reference, and only
 * then the old ones go. Killed at any moment, the database holds the old or the new. Later migrations follow, and then the application's
 * role is seen to write.
 * @throws Error in one line; the old data stays, unless it says that the new cannot be worked with.
 */
export async function restoreBackup(
  { ownerUrl, appUrl, appRole }: RestoreTarget,
  file: string,
  backup: CheckedBackup,
  tell: Tell = () => {},
): Promise<Restored> {
  if (isBeforeBaseline(backup.migrations))
    throw new Error("最初の公開版より前に作られたバックアップです。この版では開けません (データには触れていません)");
  const newer = backup.migrations.filter((name) => !knownMigrations().includes(name));
  if (newer.length > 0)
    throw new Error(`このバックアップは新しい版のものです。製品を更新してください: ${newer.join(", ")}`);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "okaeri-restore" });
  await client.connect();
  try {
    if (!(await takeTurn(client)))
      throw new Error("ほかの処理がデータベースを準備しています。終わってから、もう一度実行してください");
    await refuseWhileUsed(client);
    await installJobTables(ownerUrl);
    await client.query(`${SAME_TEXT}; begin; set local lock_timeout = '10s'; set local maintenance_work_mem = '256MB'`);
    tell(`表を用意しています (${backup.tables.length}表)`);
    await moveTablesAway(client);
    await migrateInside(client, backup.migrations);
    const guards = await liftGuards(client);
    await client.query("delete from pgboss.job");
    const jobs = await load(client, file, tableProgress(backup.tables, "読み込み", tell));
    await compare(client, backup, tableProgress(backup.tables, "照合", tell));
    // Before the policies are back: the owner would find no rows then, and every number would begin at 1.
    await continueSequences(client, backup.sequences ?? {});
    tell("索引と参照を作っています");
    for (const guard of guards) await client.query(guard);
    await dropMovedTables(client);
    // A job's queue is asked for at the end of a transaction; the rights below change its table.
    await client.query("set constraints all immediate");
    if (backup.migrations.length === knownMigrations().length) await applyGrants(client, appRole);
    else await allowJobs(client, appRole);
    await refuseWhileUsed(client);
    await client.query("commit");
    const rows = backup.tables.reduce((sum, table) => sum + (table.name === JOBS ? 0 : table.rows), 0);
    // One by one, as at any start: what a later version adds waits for no restore.
    await client.query("select pg_advisory_unlock_all()");
    await migrate(ownerUrl, appRole);
    tell("書き込めることを確かめています");
    return { rows, jobs, ...(await proveUsable({ ownerUrl, appUrl }, backup)) };
  } finally {
    // Ends an open transaction, too: nothing of it stays.
    await client.end();
  }
}

/** Loads every table; returns the number of jobs. */
async function load(client: pg.Client, file: string, progress: TableProgress): Promise<number> {
  let jobs = 0;
  for await (const { name, columns, lines } of tableSections(file)) {
    const on = progress(name);
    if (name === JOBS) jobs = await loadJobs(client, columns, lines);
    else await copyIn(client, `copy public.${name} (${columns}) from stdin`, lines, on);
  }
  return jobs;
}

function copyIn(
  client: pg.Client,
  statement: string,
  lines: AsyncIterable<Buffer>,
  on: (rows: number) => void = () => {},
): Promise<void> {
  return pipeline(Readable.from(inPieces(lines, on), { objectMode: false }), client.query(copyFrom(statement)));
}

const PIECE_BYTES = 65_536;

/** Many short lines as few longer pieces. */
async function* inPieces(lines: AsyncIterable<Buffer>, on: (rows: number) => void): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const line of lines) {
    held.push(line);
    bytes += line.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(held);
    on(held.length);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** A job that ran begins again. Queues that this version no longer has, and columns that its engine does not know, are left out. */
async function loadJobs(client: pg.Client, columns: string, lines: AsyncIterable<Buffer>): Promise<number> {
  const list = columns.split(", ");
  const known = (await writableColumns(client, JOBS)).split(", ");
  const types = list.map((column) => `${column} text`).join(", ");
  await client.query(`create temp table jobs_back (${types}) on commit drop`);
  await copyIn(client, "copy jobs_back from stdin", lines);
  const knownColumns = list.filter((column) => known.includes(column));
  const typed = await client.query<{ type: string }>(
    `select format_type(a.atttypid, a.atttypmod) as type from unnest($1::text[]) with ordinality as k(name, at)
      join pg_attribute a on a.attrelid = '${JOBS}'::regclass and quote_ident(a.attname) = k.name order by k.at`,
    [knownColumns],
  );
  const values = knownColumns.map((column, at) => `${column}::${typed.rows[at]?.type}`);
  await client.query(`insert into ${JOBS} (${knownColumns.join(", ")}) select ${values.join(", ")} from jobs_back
    where name in (select name from pgboss.queue)`);
  const again = await client.query(
    `update ${JOBS} set state = 'retry', start_after = now(), started_on = null, heartbeat_on = null where state = 'active'`,
  );
  const waiting = await client.query<{ n: number }>(`select count(*)::int as n from ${JOBS} where state < 'active'`);
  return Math.max(waiting.rows[0]?.n ?? 0, again.rowCount ?? 0);
}

/** Counts and sums of what is in the tables now against those that were taken when the backup was written. */
async function compare(client: pg.Client, { tables, sums }: CheckedBackup, progress: TableProgress): Promise<void> {
  for (const { name, rows } of tables) {
    if (name === JOBS) continue;
    progress(name);
    const count = await client.query<{ n: string }>(`select count(*) as n from public.${name}`);
    if (Number(count.rows[0]?.n) !== rows) throw new Error(`${name}: 行数が合いません`);
    if (sums === null) continue;
    const sum = createHash("sha256");
    const columns = await writableColumns(client, `public.${name}`);
    for await (const chunk of client.query(
      copyTo(`copy public.${name} (${columns}) to stdout`),
    ) as AsyncIterable<Buffer>)
      sum.update(chunk);
    if (sum.digest("hex") !== sums[name]) throw new Error(`${name}: 内容が合いません`);
  }
}
