import { resolve } from "node:path";
import pg from "pg";
import type { Config } from "../config.ts";
import { APP_ROLE, attachCluster, type Cluster, DATABASE, openCluster } from "../database/embedded.ts";

type Addresses = { ownerUrl: string; appUrl: string; adminUrl: string; appRole: string; embedded: boolean };

/** The addresses of one's own PostgreSQL, or of the embedded one, which is started for as long as the work takes where it does not run. */
export async function withAddresses(config: Config, work: (addresses: Addresses) => Promise<void>): Promise<void> {
  if (config.databaseUrl) {
    if (!config.databaseOwnerUrl) throw new Error("DATABASE_OWNER_URL: 所有者の接続先を設定してください");
    const appRole = decodeURIComponent(new URL(config.databaseUrl).username);
    const { databaseUrl: appUrl, databaseOwnerUrl: ownerUrl } = config;
    return work({ ownerUrl, appUrl, adminUrl: ownerUrl, appRole, embedded: false });
  }
  const dataDir = resolve(config.dataDir);
  const attached = attachCluster(dataDir);
  const cluster: Cluster = attached ?? (await openCluster({ dataDir }));
  try {
    await work({
      ownerUrl: cluster.url("owner", DATABASE),
      appUrl: cluster.url("app", DATABASE),
      adminUrl: cluster.url("superuser", DATABASE),
      appRole: APP_ROLE,
      embedded: true,
    });
  } finally {
    await cluster.stop();
  }
}

export async function asOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
