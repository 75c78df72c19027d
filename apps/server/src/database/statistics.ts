import { sql } from "kysely";
import type { Database } from "./connection.ts";

/**
 * Autovacuum's own measure of "much has changed" is so many rows and this share of the table. So many that may be all an account has are
 * much too, however large its neighbours: of an account that it has not seen the planner expects one row.
 */
const CHANGED_ROWS = 500;
const CHANGED_SHARE = 0.1;
const ONE_ACCOUNT = 2_000;

/**
 * ANALYZEs tables of which much has changed. Autovacuum would do so within minutes, but people go on at once: with the planner statistics
 * from before an import, the count of a campaign's audience took over 30 s instead of 40 ms. Each table is analysed in a transaction of its
 * own, so that its statistics count before the last one is done. Tables that are being analysed already are skipped.
 */
export async function refreshStatistics(database: Database): Promise<void> {
  const changed = await database.asSystem(
    (tx) => tx.all<{ name: string }>`select s.relname as name
      from pg_stat_user_tables s
      where s.schemaname = 'public'
        and s.n_mod_since_analyze > least(${ONE_ACCOUNT}::bigint, ${CHANGED_ROWS}::bigint + ${CHANGED_SHARE}::real * s.n_live_tup)
      order by s.n_live_tup`,
  );
  for (const { name } of changed) await database.asSystem((tx) => tx.run`analyze (skip_locked) ${sql.table(name)}`);
}

/**
 * Makes the planner forget values of these columns and analyse their tables again. It keeps samples of old values, and of a table that
 * became empty it would keep them for ever.
 */
export async function forgetSamples(
  database: Database,
  columns: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [table, names] of Object.entries(columns))
    await database.asSystem(async (tx) => {
      await tx.run`select pg_clear_attribute_stats('public', ${table}, n, false) from unnest(${names}::text[]) n`;
      await tx.run`analyze ${sql.table(table)}`;
    });
}
