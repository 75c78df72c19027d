import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { pino } from "pino";
import type { App } from "../app.ts";
import { systemClock } from "../clock.ts";
import { type Config, originOf } from "../config.ts";
import { type Database, openDatabase, PATIENT_CONNECT_MS } from "../database/connection.ts";
import { APP_ROLE, attachCluster, type Cluster, DATABASE, openCluster } from "../database/embedded.ts";
import { isMigrated, migrate } from "../database/migrate.ts";
import { type DemoClock, openDemoClock } from "../jobs/demo-clock.ts";
import { openJobs } from "../jobs/jobs.ts";
import { catcherOf, type MailCatcher, startMailCatcher } from "../mail/catcher.ts";
import { openMailer, PERSON_MAIL_CONNECTIONS } from "../mail/mailer.ts";
import { secretKeysOf } from "../session/cipher.ts";
import { openSecretKeys, secretsAtStart } from "./secret-keys.ts";

export type OpenApp = {
  app: App;
  /** Of a demo, the clock that moves. */
  demoClock: DemoClock | null;
  catcher: MailCatcher | null;
  /** The owner's address, where this process has it: for seeding and backups. */
  ownerUrl: string | null;
  /** No job is taken any more; those that run come to their next safe point. */
  rest(): Promise<void>;
  close(): Promise<void>;
  /** Instead of `close`, when that hangs: ends what would outlive the process. */
  leave(): Promise<void>;
};

/** A statement of a call that was cut off may run for another half a minute; it ends with the process. */
const STATEMENTS_MS = 1_000;

/** Opens everything one process needs, in order, and closes it in the reverse order; also when opening fails half-way. */
export async function openApp(
  config: Config,
  log: pino.Logger,
  /** `attach`: on an embedded database that another process of Okaeri runs, as well. `onLost`: of a process that serves people. */
  options: { mail: boolean; attach?: boolean; onLost?: (reason: Error) => void },
): Promise<OpenApp> {
  const undo: (() => unknown)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse())
      await Promise.resolve(step()).catch((error: Error) => log.warn({ message: error.message }, "closing"));
  };
  try {
    const dataDir = resolve(config.dataDir);
    const attached = config.databaseUrl === null && options.attach ? attachCluster(dataDir) : null;
    const cluster = config.databaseUrl
      ? null
      : (attached ?? (await openCluster({ dataDir, onFall: fallen(log, options.onLost) })));
    if (cluster) undo.push(() => cluster.stop());
    const { url, ownerUrl } = addresses(config, cluster);
    await bringUpToDate(url, ownerUrl, config);
    const secrets = secretsAtStart(config);
    // The name of the key is shown, so that an operator who wants to retire a key sees which processes still seal with it (reseal.ts).
    const name = `okaeri-watch ${secretKeysOf(secrets)[0]?.id}`;
    const on = (state: string) => log.warn({ event: `database.${state}` }, "database");
    const database = openDatabase(url, {
      max: 20,
      // A command answers nobody: it waits as long as a busy machine needs.
      ...(options.onLost === undefined
        ? { connectMs: PATIENT_CONNECT_MS }
        : { watching: { everyMs: 1_000, patienceMs: 2_500, name, on } }),
      replicaUrl: config.databaseReadUrl,
    });
    undo.push(() => Promise.race([database.close(), sleep(STATEMENTS_MS)]));
    await refuseWrongCtype(database);
    const cipher = await openSecretKeys(database, secrets, systemClock);
    const demoClock = config.demo ? await openDemoClock(database) : null;
    if (demoClock) undo.push(() => demoClock.stop());
    const jobs = await openJobs(url, log, config.roles.includes("worker"));
    undo.push(() => jobs.close());
    const catcher =
      !config.smtpUrl && cluster && !attached && options.mail
        ? await startMailCatcher(dataDir, config.mailCatcherPort)
        : null;
    if (catcher) undo.push(() => catcher.stop());
    const smtpUrl =
      config.smtpUrl ??
      catcher?.smtpUrl ??
      (attached ? catcherOf(dataDir) : null) ??
      (options.mail ? null : "smtp://127.0.0.1:9");
    if (!smtpUrl) throw new Error("SMTP_URL: DATABASE_URL を使うときは必須です");
    const mailer = openMailer(smtpUrl);
    undo.push(() => mailer.close());
    const personMailer = openMailer(smtpUrl, PERSON_MAIL_CONNECTIONS);
    undo.push(() => personMailer.close());
    const app: App = {
      config,
      database,
      jobs,
      mailer,
      personMailer,
      cipher,
      clock: demoClock ?? systemClock,
      realClock: systemClock,
      log,
      origin: originOf(config),
    };
    return { app, demoClock, catcher, ownerUrl, rest: () => jobs.close(), close, leave: async () => cluster?.stop() };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The embedded database ended: it is started again, and when that fails the process says why and ends. */
function fallen(log: pino.Logger, onLost: ((reason: Error) => void) | undefined) {
  return (state: "down" | "back" | "lost", reason?: Error) => {
    log.error({ event: `postgres.${state}` }, `embedded PostgreSQL ${state}`);
    if (state === "lost" && reason) onLost?.(reason);
  };
}

function addresses(config: Config, cluster: Cluster | null): { url: string; ownerUrl: string | null } {
  if (cluster) return { url: cluster.url("app", DATABASE), ownerUrl: cluster.url("owner", DATABASE) };
  return { url: config.databaseUrl ?? "", ownerUrl: config.databaseOwnerUrl };
}

const NO_SUCH_TABLE = "42P01";
const NOT_ALLOWED = "42501";

async function bringUpToDate(url: string, ownerUrl: string | null, config: Config): Promise<void> {
  if (ownerUrl) {
    const appRole = config.databaseUrl ? decodeURIComponent(new URL(url).username) : APP_ROLE;
    await migrate(ownerUrl, appRole);
    return;
  }
  const database = openDatabase(url, { max: 1 });
  try {
    const current = await isMigrated((text) => database.pool.query(text)).catch((error: { code?: string }) => {
      if (error.code === NO_SUCH_TABLE || error.code === NOT_ALLOWED) return false;
      throw error;
    });
    if (!current)
      throw new Error(
        "DATABASE_OWNER_URL: データベースの準備ができていません。所有者の接続先を設定すると、起動時に準備します",
      );
  } finally {
    await database.close();
  }
}

/** A database whose ctype is C finds no Japanese text through its indexes; better not to start than to be slow for ever. */
async function refuseWrongCtype(database: Database): Promise<void> {
  const found = await database.pool.query<{ n: number }>("select cardinality(show_trgm('山田太郎')) as n");
  if (!found.rows[0]?.n)
    throw new Error("DATABASE_URL: データベースの文字種(lc_ctype)が C です。C.UTF-8 などで作り直してください");
}
