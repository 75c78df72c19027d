import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { APP_ROLE, openCluster, prepareDatabase } from "../database/embedded.ts";
import { migrate } from "../database/migrate.ts";
import { columnsOf } from "./columns.ts";
import { type TestCluster, ZONES } from "./database.ts";
import { openQuickFolder } from "./quick-folder.ts";

const TEMPLATE = "okaeri_template";

/** One PostgreSQL for all tests of a run, with a migrated template that each test file clones. */
export default async function setup(): Promise<() => Promise<void>> {
  // Set when a runner above has already made one.
  if (process.env.OKAERI_TEST_DATABASE) return async () => {};
  const dataDir = openQuickFolder();
  const cluster = await openCluster({
    dataDir,
    // A zone far from Tokyo's and from UTC: a day that is taken from the session's zone is a wrong one.
    settings: [
      "fsync=off",
      "synchronous_commit=off",
      "full_page_writes=off",
      "shared_buffers=256MB",
      `timezone=${ZONES[3]}`,
    ],
  });
  const client = new pg.Client({ connectionString: cluster.url("superuser", "postgres") });
  await client.connect();
  await client.query(`create database ${TEMPLATE} owner okaeri_owner`);
  await client.end();
  await prepareDatabase(cluster.url("superuser", TEMPLATE));
  await migrate(cluster.url("owner", TEMPLATE), APP_ROLE);
  await refuseSessionDays(cluster.url("superuser", TEMPLATE));
  if (process.env.SENT_STATEMENTS) await keepColumns(cluster.url("superuser", TEMPLATE), process.env.SENT_STATEMENTS);
  const handed: TestCluster = {
    superuser: cluster.url("superuser", "postgres"),
    owner: cluster.url("owner", TEMPLATE),
    app: cluster.url("app", TEMPLATE),
    template: TEMPLATE,
  };
  process.env.OKAERI_TEST_DATABASE = JSON.stringify(handed);
  return async () => {
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * Takes away every function, cast and comparison between days and instants that asks the session for its zone, so that a statement
 * which uses one fails in whatever test runs it. `at time zone 'Asia/Tokyo'` names its zone and stays; so do
 * the two that pg-boss uses, which checks/days.test.ts looks after.
 */
async function refuseSessionDays(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`do $$ declare f regprocedure; begin
    for f in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace and provolatile = 's' and pronargs > 0
        and ('timestamptz'::regtype = any (proargtypes) or prorettype = 'timestamptz'::regtype)
        and not 'interval'::regtype = any (proargtypes) and proname !~ '^pg_'
        and proname not in ('timestamptz_in', 'timestamptz_out', 'date_part', 'to_char') loop
      execute format('revoke execute on function %s from public', f);
    end loop; end $$`);
  await client.end();
}

async function keepColumns(url: string, folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  writeFileSync(join(folder, "columns.json"), JSON.stringify(await columnsOf(client)));
  await client.end();
}
