import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect } from "vitest";
import { cloneDatabase, testCluster, urlOf } from "../test/database.ts";
import { APP_ROLE } from "./embedded.ts";
import { MIGRATIONS_DIR, migrate } from "./migrate.ts";

const PATIENT = { lockTimeoutMs: 100, pauseMs: 20, tries: 10_000 };

/** A database of one account with customers, two people at work in it, and a folder whose migrations the test adds to. */
export async function databaseInUse(customers: number) {
  const clone = await cloneDatabase();
  const url = urlOf(testCluster().superuser, new URL(clone.appUrl).pathname.slice(1));
  const [holder, guest] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  for (const client of [holder, guest]) await client.connect();
  await guest.query(
    "insert into companies (name) values ('宿'); insert into accounts (code, name, company_id) values ('A', '宿', 1)",
  );
  await guest.query("insert into customers (account_id, name) select 1, '客' || n from generate_series(1, $1::int) n", [
    customers,
  ]);
  const dir = mkdtempSync(join(tmpdir(), "okaeri-migrations-"));
  cpSync(MIGRATIONS_DIR, dir, { recursive: true });
  return {
    ownerUrl: clone.ownerUrl,
    holder,
    guest,
    file: (name: string, text: string) => writeFileSync(join(dir, name), text),
    run: (patience = PATIENT) => migrate(clone.ownerUrl, APP_ROLE, dir, patience),
    /** Until the migration stands before a lock that somebody else holds. */
    waiting: () =>
      expect
        .poll(async () => {
          const { rows } = await guest.query(`select from pg_locks l join pg_stat_activity a on a.pid = l.pid
            where not l.granted and a.application_name = 'okaeri-migrate' and a.datname = current_database()`);
          return rows.length;
        })
        .toBeGreaterThan(0),
    /** Undefined: there is no such index. */
    valid: async (index: string): Promise<boolean | undefined> =>
      (await guest.query("select indisvalid as v from pg_index where indexrelid = to_regclass($1)", [index])).rows[0]
        ?.v,
    async close() {
      await holder.end();
      await guest.end();
      await clone.drop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
