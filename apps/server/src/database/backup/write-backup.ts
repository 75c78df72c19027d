import { createHash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, renameSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip, type Gzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type BackupHeader, END, JOBS, SAME_TEXT, sectionHead } from "./backup-file.ts";
import { DISK_CAUSES } from "./disk-causes.ts";
import { sequencesOf } from "./sequences.ts";
import { tablesOf, writableColumns } from "./tables.ts";

/**
 * Writes all tables and the waiting jobs into one gzip file that only this user may read. All rows come from one snapshot (repeatable
 * read), read as the owner of the tables (the embedded PostgreSQL has no pg_dump, and an external one may offer no superuser).
 * @throws Error in one line. No half-written file is left.
 */
export async function writeBackup(ownerUrl: string, file: string, keyId: string): Promise<BackupHeader> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "okaeri-backup" });
  const half = `${file}.part`;
  await client.connect();
  try {
    // The owner's own policy (grants.sql): rows of every account, to read.
    await client.query(`${SAME_TEXT}; set app.backup = 'on'; begin isolation level repeatable read read only`);
    const sources = await sourcesOf(client);
    const header = await headerOf(client, sources, keyId);
    const gzip = createGzip({ level: 6 });
    const written = pipeline(gzip, createWriteStream(half, { mode: 0o600 }));
    // Also when the disk is full while PostgreSQL is still being read.
    await Promise.all([written, writeAll(client, gzip, header, sources).catch((error: Error) => gzip.destroy(error))]);
    await client.query("commit");
    renameSync(half, file);
    return header;
  } catch (error) {
    rmSync(half, { force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    const cause = DISK_CAUSES[code ?? ""];
    throw new Error(`バックアップを書けませんでした: ${cause === undefined ? message : `${cause}: ${file}`}`);
  } finally {
    await client.end();
  }
}

type Source = { name: string; columns: string; rows: string };

async function sourcesOf(client: pg.Client): Promise<Source[]> {
  const tables = (await tablesOf(client, "public")).filter((name) => name !== "schema_migrations");
  const sources: Source[] = [];
  for (const name of tables) {
    const columns = await writableColumns(client, `public.${name}`);
    sources.push({ name, columns, rows: `select ${columns} from ${name}` });
  }
  const columns = await writableColumns(client, JOBS);
  return [...sources, { name: JOBS, columns, rows: `select ${columns} from ${JOBS} where state < 'completed'` }];
}

async function headerOf(client: pg.Client, sources: readonly Source[], keyId: string): Promise<BackupHeader> {
  const known = await client.query<{ name: string }>("select name from schema_migrations order by name");
  const tables: BackupHeader["tables"] = [];
  for (const { name, rows } of sources) {
    const count = await client.query<{ n: string }>(`select count(*) as n from (${rows}) rows`);
    tables.push({ name, rows: Number(count.rows[0]?.n) });
  }
  const migrations = known.rows.map((row) => row.name);
  const inUse = await client.query<{ id: string }>("select key_id as id from secret_keys where retired_at is null");
  const keyIds = inUse.rows.map((row) => row.id);
  return { format: "okaeri-backup-2", migrations, keyId, keyIds, tables, sequences: await sequencesOf(client) };
}

async function writeAll(client: pg.Client, gzip: Gzip, header: BackupHeader, sources: readonly Source[]) {
  const put = async (text: string | Buffer) => {
    if (!gzip.write(text)) await once(gzip, "drain");
  };
  await put(`${JSON.stringify(header)}\n`);
  const sums: Record<string, string> = {};
  for (const { name, columns, rows } of sources) {
    await put(sectionHead(name, columns));
    const sum = createHash("sha256");
    for await (const chunk of client.query(copyTo(`copy (${rows}) to stdout`)) as AsyncIterable<Buffer>) {
      sum.update(chunk);
      await put(chunk);
    }
    await put("\\.\n");
    sums[name] = sum.digest("hex");
  }
  gzip.end(`${END} ${JSON.stringify(sums)}\n`);
}
