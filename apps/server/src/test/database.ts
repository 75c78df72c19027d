import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Database, openDatabase } from "../database/connection.ts";
import { plannedOnce } from "./planned-once.ts";

/** Zones in which a server may stand: UTC, Japan, and the two ends of the world. */
export const ZONES = ["UTC", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Kiritimati"] as const;

/** Addresses of the test cluster, handed from the global set-up to every test file. */
export type TestCluster = { superuser: string; owner: string; app: string; template: string };

export function testCluster(): TestCluster {
  const text = process.env.OKAERI_TEST_DATABASE;
  if (!text) throw new Error("run the tests with `npm test`, which starts their database");
  return JSON.parse(text) as TestCluster;
}

export function urlOf(base: string, database: string): string {
  const url = new URL(base);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * A database of this test's own: a clone of the migrated template, or of `from`, to which nobody is connected. `appUrl` is the application's
 * role, as in production.
 */
export async function cloneDatabase({ zone, from }: { zone?: (typeof ZONES)[number]; from?: string } = {}): Promise<{
  name: string;
  database: Database;
  /** The same rows past all policies and grants, for what a test puts there. */
  past: Database;
  appUrl: string;
  ownerUrl: string;
  drop(): Promise<void>;
}> {
  const cluster = testCluster();
  const name = `t_${randomBytes(6).toString("hex")}`;
  await onServer(
    cluster,
    `create database ${name} template ${from ?? cluster.template} strategy file_copy owner okaeri_owner`,
  );
  if (zone) await onServer(cluster, `alter database ${name} set timezone = '${zone}'`);
  const appUrl = urlOf(cluster.app, name);
  const database = openDatabase(appUrl, { max: 8 });
  if (process.env.PLANNED_ONCE === "1") plannedOnce(database.pool);
  const past = openDatabase(urlOf(cluster.superuser, name), { max: 2 });
  return {
    name,
    database,
    past,
    appUrl,
    ownerUrl: urlOf(cluster.owner, name),
    async drop() {
      await database.close();
      await past.close();
      await onServer(cluster, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(cluster: TestCluster, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.superuser });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
