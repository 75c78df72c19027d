import pg from "pg";
import { dumpSchema } from "../dump-schema.ts";
import type { CheckedBackup } from "./backup-file.ts";
import type { Tell } from "./progress.ts";
import { type Restored, type RestoreTarget, restoreBackup } from "./restore-backup.ts";

export type Drill = Restored & { seconds: number };

/** How the scratch database is prepared before it is filled, and what is tried in it before it goes. */
export type DrillHooks = {
  prepare: (superuserUrl: string) => Promise<void>;
  tryOut: (appUrl: string) => Promise<void>;
  tell?: Tell;
};

/** The database that a drill fills and drops. */
const SCRATCH = "okaeri_restore_drill";
const MAY_NOT = "42501";

/**
 * Restores a backup into a database of its own beside the live one and compares: rows and their sums, every reference, and that tables,
 * indexes, policies and rights are those of the live one, and that it can be worked with. The scratch database goes in the end, also after a failure.
 * @throws Error in one line that says what differs, or that the owner may make no database.
 */
export async function drillRestore(
  { ownerUrl, appUrl, adminUrl, appRole }: RestoreTarget & { adminUrl: string },
  file: string,
  backup: CheckedBackup,
  { prepare, tryOut, tell }: DrillHooks,
): Promise<Drill> {
  const started = performance.now();
  const at = (base: string) => {
    const url = new URL(base);
    url.pathname = `/${SCRATCH}`;
    return url.href;
  };
  const owner = decodeURIComponent(new URL(ownerUrl).username);
  await onServer(adminUrl, `drop database if exists ${SCRATCH} with (force)`);
  await onServer(adminUrl, `create database ${SCRATCH} owner "${owner.replaceAll('"', '""')}" template template0`);
  try {
    await prepare(at(adminUrl));
    const restored = await restoreBackup({ ownerUrl: at(ownerUrl), appUrl: at(appUrl), appRole }, file, backup, tell);
    if ((await dumpSchema(ownerUrl)) !== (await dumpSchema(at(ownerUrl))))
      throw new Error("復元したデータベースの表・索引・ポリシーが、いまのものと違います");
    if ((await rightsOf(ownerUrl)) !== (await rightsOf(at(ownerUrl))))
      throw new Error("復元したデータベースの権限が、いまのものと違います");
    await tryOut(at(appUrl));
    return { ...restored, seconds: (performance.now() - started) / 1000 };
  } finally {
    await onServer(adminUrl, `drop database if exists ${SCRATCH} with (force)`);
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } catch (error) {
    if ((error as { code?: string }).code !== MAY_NOT) throw error;
    throw new Error(
      "DATABASE_OWNER_URL: 復元の訓練は別のデータベースを作って行います。所有者に createdb の権限を付けてください (alter role … createdb)",
    );
  } finally {
    await client.end();
  }
}

/** Who may do what with tables, columns and functions, as one text. */
async function rightsOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(`
      select relname || ' ' || coalesce(relacl::text, '') as line from pg_class where relnamespace = 'public'::regnamespace
        and relkind = 'r'
      union all select attrelid::regclass || '.' || attname || ' ' || attacl::text from pg_attribute
        join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attacl is not null
      union all select p.oid::regprocedure || ' ' || coalesce(proacl::text, '') from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      order by 1`);
    return rows.map((row) => row.line).join("\n");
  } finally {
    await client.end();
  }
}
