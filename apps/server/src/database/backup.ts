import { once } from "node:events";
import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** First line of a backup: what it takes to read it. */
type Header = {
  format: "okaeri-backup-1";
  migrations: string[];
  keyId: string;
  tables: { name: string; rows: number }[];
};

const END = "-- end of okaeri backup";

/**
 * Writes all tables into one gzip file, through SQL (the embedded PostgreSQL carries no pg_dump), from one snapshot. The user of `url`
 * must see every tenant's rows: a superuser or one with BYPASSRLS.
 * @throws Error in one line, e.g. when row-level security would hide rows. No half-written file is left.
 */
export async function writeBackup(url: string, file: string, keyId: string): Promise<Header> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const half = `${file}.part`;
  try {
    await client.query("set row_security = off; begin isolation level repeatable read read only");
    const migrations = (
      await client.query<{ name: string }>("select name from schema_migrations order by name")
    ).rows.map((row) => row.name);
    const tables = await tablesOf(client);
    const header: Header = { format: "okaeri-backup-1", migrations, keyId, tables: [] };
    for (const table of tables) {
      const count = await client.query<{ n: string }>(`select count(*) as n from ${table.quoted}`);
      header.tables.push({ name: table.name, rows: Number(count.rows[0]?.n ?? 0) });
    }
    const gzip = createGzip({ level: 6 });
    const written = pipeline(gzip, createWriteStream(half));
    gzip.write(`${JSON.stringify(header)}\n`);
    for (const table of tables) {
      gzip.write(`copy ${table.quoted} (${table.columns}) from stdin;\n`);
      const rows = client.query(copyTo(`copy ${table.quoted} (${table.columns}) to stdout`));
      for await (const chunk of rows) if (!gzip.write(chunk)) await once(gzip, "drain");
      gzip.write("\\.\n");
    }
    gzip.end(`${END}\n`);
    await written;
    await client.query("commit");
    renameSync(half, file);
    return header;
  } catch (error) {
    rmSync(half, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** Reads the whole file once without touching the database. @throws Error when it is no backup, cut off, or of another key. */
export async function checkBackup(file: string, keyIds: readonly string[]): Promise<Header> {
  let header: Header | undefined;
  let last = "";
  try {
    for await (const line of linesOf(file)) {
      header ??= JSON.parse(line) as Header;
      last = line;
    }
  } catch (error) {
    throw new Error(
      `バックアップを読めません(途中で切れているか、別の種類のファイルです): ${file}: ${(error as Error).message}`,
    );
  }
  if (header?.format !== "okaeri-backup-1" || last !== END)
    throw new Error(`バックアップが途中で切れています: ${file}`);
  if (!keyIds.includes(header.keyId)) {
    throw new Error("SECRET_KEY: このバックアップは別の鍵で暗号化されています。取得したときの鍵を設定してください");
  }
  return header;
}

/** Loads a checked backup into a freshly migrated, empty database, in one transaction, and compares the row counts. */
export async function restoreBackup(url: string, file: string, header: Header): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const known = (await client.query<{ name: string }>("select name from schema_migrations order by name")).rows.map(
      (row) => row.name,
    );
    const missing = header.migrations.filter((name) => !known.includes(name));
    if (missing.length > 0)
      throw new Error(`このバックアップは新しい版のものです。製品を更新してください: ${missing.join(", ")}`);
    // Rows come in table order, not in the order of their keys; triggers have done their work before the backup.
    await client.query("begin; set local session_replication_role = replica; set local row_security = off");
    for (const table of await tablesOf(client)) await client.query(`delete from ${table.quoted}`);
    await loadTables(client, file);
    for (const table of header.tables) {
      const count = await client.query<{ n: string }>(`select count(*) as n from ${quote(table.name)}`);
      if (Number(count.rows[0]?.n) !== table.rows) throw new Error(`${table.name}: 行数が合いません`);
    }
    await client.query(CONTINUE_IDENTITIES);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    await client.end();
  }
}

async function loadTables(client: pg.Client, file: string): Promise<void> {
  let sink: ReturnType<typeof copyFrom> | null = null;
  let buffer = "";
  const flush = async () => {
    if (sink && buffer && !sink.write(buffer)) await once(sink, "drain");
    buffer = "";
  };
  for await (const line of linesOf(file)) {
    if (sink) {
      if (line === "\\.") {
        await flush();
        const done = once(sink, "finish");
        sink.end();
        await done;
        sink = null;
      } else {
        buffer += `${line}\n`;
        if (buffer.length > 65_536) await flush();
      }
    } else if (line.startsWith("copy ")) {
      sink = client.query(copyFrom(line.replace(/;$/, "")));
    }
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.on("error", (error) => text.destroy(error));
  yield* createInterface({ input: text, crlfDelay: 0 });
}

// Columns that PostgreSQL computes itself are left out; identities are written as they were.
async function tablesOf(client: pg.Client): Promise<{ name: string; quoted: string; columns: string }[]> {
  const found = await client.query<{ name: string; quoted: string; columns: string }>(`
    select c.relname as name, quote_ident(c.relname) as quoted, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
    group by c.relname order by c.relname`);
  return found.rows;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

const CONTINUE_IDENTITIES = `do $$
declare r record; top bigint;
begin
  for r in select c.oid::regclass as tab, a.attname as col, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as seq
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> '' where c.relnamespace = 'public'::regnamespace loop
    execute format('select max(%I) from %s', r.col, r.tab) into top;
    perform setval(r.seq, coalesce(top, 0) + 1, false);
  end loop;
end $$`;
