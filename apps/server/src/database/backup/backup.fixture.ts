import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { cloneDatabase, testCluster, urlOf } from "../../test/database.ts";

// The commands as an operator runs them, on a PostgreSQL of their own: the owner is no superuser, and is bound by every policy.
export const KEY = "a key for the tests only";
export const DB = join(import.meta.dirname, "../../main/db.ts");
// Rows of several tables that refer to each other, with bytes, instants, days, lists and JSON.
const ROWS = [
  "insert into companies (name) select '会社' || n from generate_series(1, 3) n",
  "insert into companies (name) values ('消えた会社')",
  "delete from companies where name = '消えた会社'",
  "insert into accounts (code, name, company_id) select 'A' || id, '宿' || id, id from companies",
  `insert into users (login_id, user_email, name, company_id, role, password, status)
    select 'hana_admin', 'h@example.com', '花', min(id), 'role_admin', 'x', 'active' from companies`,
  `insert into customers (account_id, name, name_kana, email, birthday)
    select account.id, '客' || n, 'キャク', 'g' || n || '@example.com', date '1980-02-29' + n from accounts account, generate_series(1, 700) n`,
  `insert into audit_logs (action, entity, entity_id, company_id, before, after)
    select 'update', 'companies', id, id, '{"name":"前"}', '{"name":"後"}' from companies`,
  "insert into sessions (user_id, token_hash, expires_at) select id, decode(repeat('00ff5c0a', 8), 'hex'), now() from users",
  "select setval('customer_type_additions', 41)",
  `insert into pgboss.job (name, data, state, started_on, heartbeat_on)
    values ('score-all-rfms', '{}', 'active', now(), now()), ('maintain-feeds', '{}', 'created', null, null)`,
];
export let names: { ownerUrl: string; appUrl: string };
let drop: () => Promise<void>;
export let folder: string;

export async function openBackedUp(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), "okaeri-backup-"));
  const made = await cloneDatabase();
  names = made;
  for (const statement of ROWS) await made.past.pool.query(statement);
  await made.past.pool.query("update customers set notes = $1 where id = (select min(id) from customers)", [
    "改行\nタブ\tバックスラッシュ\\. \\N\r\n区切り\u2028と\u2029、\u00a0、𠮷",
  ]);
  await made.database.close();
  await made.past.close();
  drop = async () => {
    const client = new pg.Client({ connectionString: testCluster().superuser });
    await client.connect();
    await client.query(`drop database "${new URL(made.appUrl).pathname.slice(1)}" with (force)`);
    await client.end();
  };
}

export async function closeBackedUp(): Promise<void> {
  await drop();
  rmSync(folder, { recursive: true, force: true });
}

export const env = (over: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  DATABASE_URL: names.appUrl,
  DATABASE_OWNER_URL: names.ownerUrl,
  SECRET_KEY: KEY,
  DATA_DIR: folder,
  ENV_DIR: "",
  ...over,
});

export function db(args: readonly string[], over: Record<string, string> = {}) {
  const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", DB, ...args], {
    env: env(over),
    encoding: "utf8",
  });
  return { code: done.status, out: done.stdout, err: done.stderr.trim() };
}

/** One sum per table over all its rows, as a superuser sees them; of the jobs what they are for. */
export async function contents(): Promise<Record<string, string>> {
  const client = new pg.Client({
    connectionString: urlOf(testCluster().superuser, new URL(names.appUrl).pathname.slice(1)),
  });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname <> 'schema_migrations' order by 1`,
    );
    const sums: Record<string, string> = {};
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t order by 1`);
      sums[name] = `${rows.length} ${createHash("sha256")
        .update(rows.map((row) => row.line).join("\n"))
        .digest("hex")}`;
    }
    const jobs = await client.query<{ line: string }>(
      "select name || ' ' || data || ' ' || (state < 'completed') as line from pgboss.job where state < 'completed' order by 1",
    );
    return { ...sums, jobs: jobs.rows.map((row) => row.line).join("\n") };
  } finally {
    await client.end();
  }
}

export async function spoil(): Promise<void> {
  const client = new pg.Client({
    connectionString: urlOf(testCluster().superuser, new URL(names.appUrl).pathname.slice(1)),
  });
  await client.connect();
  await client.query("update customers set name = '上書き'; delete from pgboss.job; update users set name = '上書き'");
  await client.end();
}
