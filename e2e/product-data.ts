import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../apps/server/src/app.ts";
import { systemClock } from "../apps/server/src/clock.ts";
import { readConfig } from "../apps/server/src/config.ts";
import { openDatabase, PRODUCT_ITSELF, type Tx } from "../apps/server/src/database/connection.ts";
import { attachCluster, DATABASE } from "../apps/server/src/database/embedded.ts";
import { openJobs } from "../apps/server/src/jobs/jobs.ts";
import { openLog } from "../apps/server/src/log.ts";
import { openCipher } from "../apps/server/src/session/cipher.ts";
import { lane } from "./lane.ts";

type Opened = { app: App; close: () => Promise<void> };
let opened: Promise<Opened> | undefined;

/** Works on the running product's own database, for what has no screen yet or needs time to pass. Mails leave by its jobs. */
export async function inProduct<T>(work: (app: App, tx: Tx) => Promise<T>): Promise<T> {
  opened ??= open();
  const { app } = await opened;
  return app.database.asSystem((tx) => work(app, tx), { actor: PRODUCT_ITSELF });
}

export async function closeProductData(): Promise<void> {
  await (await opened)?.close();
  opened = undefined;
}

async function open(): Promise<Opened> {
  const dataDir = lane().dataDir;
  const cluster = attachCluster(dataDir);
  if (!cluster) throw new Error(`no product runs on ${dataDir}`);
  const url = cluster.url("app", DATABASE);
  const log = openLog("warn");
  const database = openDatabase(url, { max: 2 });
  const jobs = await openJobs(url, log);
  const mailer = { send: () => Promise.reject(new Error("the product sends its mails itself")), close: () => {} };
  return {
    app: {
      config: readConfig({ DEMO: "0" }),
      database,
      jobs,
      mailer,
      personMailer: mailer,
      cipher: openCipher([readFileSync(join(dataDir, "secret.key"), "utf8").trim()]),
      clock: systemClock,
      realClock: systemClock,
      log,
      origin: lane().origin,
    },
    async close() {
      await jobs.close();
      await database.close();
    },
  };
}
