import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { isFolderLocked } from "../apps/server/src/database/cluster-lock.ts";
import { openDatabase } from "../apps/server/src/database/connection.ts";
import { APP_ROLE, type Cluster, openCluster, prepareDatabase } from "../apps/server/src/database/embedded.ts";
import { MIGRATIONS_DIR, migrate } from "../apps/server/src/database/migrate.ts";

/** Addresses of one database of the bench's cluster. */
export type BenchDatabase = { name: string; superuser: string; app: string };

/** The bench's own PostgreSQL; its data stays between runs, so that a second run starts at once. */
export type Bench = {
  folder: string;
  /** A database made by `fill` on first use, or again when told so. */
  database(name: string, fill: (urls: BenchDatabase) => Promise<void>): Promise<BenchDatabase>;
  /** A copy of a database for one run. */
  copy(of: BenchDatabase, name: string): Promise<BenchDatabase>;
  drop(name: string): Promise<void>;
  close(): Promise<void>;
};

const GIB = 1024 ** 3;
const MADE_BY = ["cluster.ts", "customers-data.ts", "data.ts", "facts.sql", "people.ts", "random.ts"];

/** Starts the cluster of this generator below the system's folder for temporary files. */
export async function openBench(options: { fresh: boolean }): Promise<Bench> {
  const base = join(tmpdir(), "okaeri-bench");
  const folder = join(base, madeFrom());
  mkdirSync(base, { recursive: true, mode: 0o755 });
  removeOutdated(base, folder);
  // As measured.md: a quarter of the memory, at most 2 GB.
  const buffers = Math.min(2048, Math.floor(totalmem() / GIB) * 256);
  const cluster = await openCluster({
    dataDir: folder,
    settings: [`shared_buffers=${buffers}MB`, "maintenance_work_mem=1GB", "max_parallel_maintenance_workers=2"],
  });
  return benchOn(cluster, folder, options.fresh);
}

function benchOn(cluster: Cluster, folder: string, fresh: boolean): Bench {
  const made = new Set<string>();
  const urlsOf = (name: string): BenchDatabase => ({
    name,
    superuser: cluster.url("superuser", name),
    app: cluster.url("app", name),
  });
  const onServer = (text: string) => query(cluster.url("superuser", "postgres"), text);
  const drop = async (name: string) => {
    await onServer(`drop database if exists ${name} with (force)`);
  };
  return {
    folder,
    drop,
    async database(name, fill) {
      const urls = urlsOf(name);
      const found = await onServer(
        `select shobj_description(oid, 'pg_database') as schema from pg_database where datname = '${name}'`,
      );
      const wanted = schemaNow();
      const known: unknown = found.rows[0]?.schema;
      // The comment is written last, so a database without one is half-filled.
      const isReused = typeof known === "string" && wanted.startsWith(known) && (made.has(name) || !fresh);
      if (!isReused) {
        await drop(name);
        await onServer(`create database ${name} owner okaeri_owner`);
        await prepareDatabase(urls.superuser);
      }
      if (known !== wanted || !isReused) await migrate(cluster.url("owner", name), APP_ROLE);
      if (!isReused) await fill(urls);
      await onServer(`comment on database ${name} is '${wanted}'`);
      made.add(name);
      return urls;
    },
    async copy(of, name) {
      await drop(name);
      await onServer(`create database ${name} template ${of.name} owner okaeri_owner`);
      return urlsOf(name);
    },
    close: () => cluster.stop(),
  };
}

/** The generator: when it changes, everything is made again in another folder. */
function madeFrom(): string {
  const hash = createHash("sha256");
  for (const name of MADE_BY) hash.update(readFileSync(join(import.meta.dirname, name)));
  return hash.digest("hex").slice(0, 12);
}

/**
 * A short hash of each migration in their order. A database whose list begins this one gets only the migrations it lacks; any
 * other one was made by migrations that have been changed, and is made again.
 */
function schemaNow(): string {
  const names = readdirSync(MIGRATIONS_DIR).filter((name) => /^\d{4}_/.test(name));
  const hashes = names.sort().map((name) =>
    createHash("sha256")
      .update(readFileSync(join(MIGRATIONS_DIR, name)))
      .digest("hex")
      .slice(0, 8),
  );
  return `${hashes.join(" ")} `;
}

function removeOutdated(base: string, folder: string): void {
  for (const name of readdirSync(base)) {
    const path = join(base, name);
    if (path === folder || isFolderLocked(path)) continue;
    const moved = join(path, "postgres.location");
    if (existsSync(moved)) rmSync(readFileSync(moved, "utf8").trim(), { recursive: true, force: true });
    rmSync(path, { recursive: true, force: true });
  }
}

/** One statement on a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  return withPool(url, (pool) => pool.query(text, values));
}

/** A pool whose values arrive as the product's do, without time limit; closed afterwards. */
export async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const database = openDatabase(url, { max: 4, statementTimeoutMs: 0 });
  try {
    return await work(database.pool);
  } finally {
    await database.close();
  }
}
