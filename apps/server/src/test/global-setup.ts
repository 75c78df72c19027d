import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { APP_ROLE, openCluster, prepareDatabase } from "../database/embedded.ts";
import { migrate } from "../database/migrate.ts";
import type { TestCluster } from "./database.ts";

const TEMPLATE = "okaeri_template";

/** One PostgreSQL for all tests of a run, with a migrated template that each test file clones. */
export default async function setup(): Promise<() => Promise<void>> {
  // Set when a runner above has already made one.
  if (process.env.OKAERI_TEST_DATABASE) return async () => {};
  const dataDir = mkdtempSync(join(tmpdir(), "okaeri-test-"));
  // Open to the account that runs PostgreSQL when we are root; else the cluster would move to where nobody cleans up.
  chmodSync(dataDir, 0o755);
  const cluster = await openCluster({
    dataDir,
    settings: ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "shared_buffers=256MB"],
  });
  const client = new pg.Client({ connectionString: cluster.url("superuser", "postgres") });
  await client.connect();
  await client.query(`create database ${TEMPLATE} owner okaeri_owner`);
  await client.end();
  await prepareDatabase(cluster.url("superuser", TEMPLATE));
  await migrate(cluster.url("owner", TEMPLATE), APP_ROLE);
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
