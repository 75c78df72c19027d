import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isFolderLocked, lockFolder } from "./cluster-lock.ts";
import { type Binaries, findBinaries, ROOT_STATE_DIR, type RunAs } from "./postgres-binaries.ts";
import { isPostgresOn } from "./processes.ts";
import { watchParent } from "./watchdog.ts";

/** A running PostgreSQL that belongs to this process. */
export type Cluster = {
  readonly port: number;
  /** Connection address of a database as one of the three roles. */
  url(role: "superuser" | "owner" | "app", database: string): string;
  stop(): Promise<void>;
};

export const OWNER_ROLE = "okaeri_owner";
export const APP_ROLE = "okaeri_app";
export const DATABASE = "okaeri";

/** Where the cluster is when it is not in the data folder. */
const LOCATION = "postgres.location";

type Passwords = { superuser: string; owner: string; app: string };
type Options = {
  dataDir: string;
  /** Extra server settings, `name=value`. */
  settings?: readonly string[];
  /** It ended without being told to: `down`, and then `back`, or `lost` with the reason when it does not start again. */
  onFall?: (state: "down" | "back" | "lost", reason?: Error) => void;
};

// Measured on two cores. jit costs more than it brings on these short statements.
const SETTINGS = [
  "jit=off",
  "random_page_cost=1.1",
  "shared_buffers=512MB",
  "work_mem=64MB",
  "max_wal_size=4GB",
  "max_connections=120",
];

/**
 * Starts the embedded PostgreSQL on a data folder, creating the cluster, the two roles and the database on first use.
 * @throws Error with one clear line: another Okaeri runs on the folder, or PostgreSQL does not start.
 */
export async function openCluster(options: Options): Promise<Cluster> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o755 });
  const dataDir = realpathSync(options.dataDir);
  const locks = [lockFolder(dataDir)];
  const unlock = () => {
    for (const release of locks) release();
  };
  try {
    const binaries = findBinaries();
    const home = clusterHome(dataDir, binaries.runAs);
    // A copy of the data folder names the same home.
    if (home !== dataDir) locks.push(lockFolder(home));
    const passwords = readOrMakePasswords(dataDir);
    const pgdata = join(home, "postgres");
    if (!existsSync(join(pgdata, "PG_VERSION"))) initialise(binaries, home, pgdata, passwords);
    const port = await freePort();
    const url = addressOf(pgdata, port, passwords);
    let stopped = false;
    const start = () =>
      startPatiently(
        () => launch(binaries, pgdata, port, options.settings ?? []),
        pgdata,
        url("superuser", "postgres"),
        () => stopped,
      );
    let child = await start();
    try {
      await ensureRolesAndDatabase(url, passwords);
    } catch (error) {
      await stop(child.process);
      throw error;
    }
    let restarting: Promise<void> = Promise.resolve();
    const restart = async () => {
      options.onFall?.("down");
      try {
        child = await start();
        guard();
        options.onFall?.("back");
      } catch (error) {
        if (!stopped) options.onFall?.("lost", error as Error);
      }
    };
    const guard = () =>
      child.process.once("exit", () => {
        if (!stopped) restarting = restart();
      });
    guard();
    const end = async () => {
      stopped = true;
      // One that is being started again belongs to this cluster too: left alone, it would stop the one that comes after it.
      await restarting;
      await stop(child.process);
    };
    return { port, url, stop: () => end().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Connects to the cluster that another process of Okaeri runs on the folder; `stop` leaves it running. Null when none runs. */
export function attachCluster(dataDir: string): Cluster | null {
  if (!existsSync(dataDir) || !isFolderLocked(dataDir)) return null;
  const pgdata = join(movedHome(dataDir) ?? dataDir, "postgres");
  const port = Number(readFileSync(join(pgdata, "postmaster.pid"), "utf8").split("\n")[3]);
  return { port, url: addressOf(pgdata, port, readOrMakePasswords(dataDir)), stop: async () => {} };
}

/** Through the socket in the data folder, where there is one: a round trip costs half of what it costs over TCP (docs/adr/0001). */
function addressOf(pgdata: string, port: number, passwords: Passwords): Cluster["url"] {
  return (role, database) => {
    const user = { superuser: "postgres", owner: OWNER_ROLE, app: APP_ROLE }[role];
    const through = existsSync(join(pgdata, `${SOCKET}${port}`)) ? `?host=${encodeURIComponent(pgdata)}` : "";
    return `postgres://${user}:${passwords[role]}@127.0.0.1:${port}/${database}${through}`;
  };
}

const SOCKET = ".s.PGSQL.";
/** What systems take as the path of a socket, at the least. */
const SOCKET_PATH_BYTES = 103;

/** The data folder itself, which nobody else may enter; empty where the system has no sockets or the path does not fit. */
function socketFolder(pgdata: string, port: number): string {
  const fits = Buffer.byteLength(join(pgdata, `${SOCKET}${port}`)) <= SOCKET_PATH_BYTES && !/[,"'\s]/.test(pgdata);
  return process.platform !== "win32" && fits ? pgdata : "";
}

/** A PostgreSQL that was killed leaves its socket. */
function removeOldSockets(pgdata: string): void {
  for (const name of readdirSync(pgdata)) if (name.startsWith(SOCKET)) rmSync(join(pgdata, name), { force: true });
}

/**
 * Folder that holds the cluster: the data folder itself, or one the unprivileged account can reach. That one is found by its note
 * in the data folder, never by the folder's path: a folder may be moved, or deleted and made anew.
 */
function clusterHome(dataDir: string, runAs: RunAs | null): string {
  const known = movedHome(dataDir);
  if (known !== null) {
    if (!existsSync(known))
      throw new Error(`${join(dataDir, LOCATION)} にあるデータベースのフォルダー ${known} が見つかりません。`);
    return known;
  }
  const reachable =
    !runAs || spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", dataDir], { ...runAs, cwd: "/" }).status === 0;
  if (reachable) return dataDir;
  const home = join(ROOT_STATE_DIR, randomBytes(8).toString("hex"));
  mkdirSync(home, { recursive: true, mode: 0o755 });
  writeFileSync(join(dataDir, LOCATION), `${home}\n`);
  return home;
}

function movedHome(dataDir: string): string | null {
  const note = join(dataDir, LOCATION);
  return existsSync(note) ? readFileSync(note, "utf8").trim() : null;
}

function readOrMakePasswords(dataDir: string): Passwords {
  const file = join(dataDir, "database.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Passwords;
  const make = () => randomBytes(24).toString("hex");
  const passwords = { superuser: make(), owner: make(), app: make() };
  writeFileSync(file, JSON.stringify(passwords), { mode: 0o600 });
  return passwords;
}

function initialise(binaries: Binaries, home: string, pgdata: string, passwords: Passwords): void {
  const half = `${pgdata}.new`;
  const passwordFile = join(home, "postgres.pw");
  rmSync(half, { recursive: true, force: true });
  writeFileSync(passwordFile, passwords.superuser, { mode: 0o600 });
  mkdirSync(half, { mode: 0o700 });
  if (binaries.runAs) for (const path of [half, passwordFile]) chownSync(path, binaries.runAs.uid, binaries.runAs.gid);
  // Under ctype C pg_trgm finds no trigrams in Japanese text at all, and it asks the C library, not the builtin provider.
  const ctype = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
  const flags = [
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--lc-collate=C",
    `--lc-ctype=${ctype}`,
    "--auth=scram-sha-256",
  ];
  const done = spawnSync(binaries.initdb, ["-D", half, "-U", "postgres", `--pwfile=${passwordFile}`, ...flags], {
    ...(binaries.runAs ?? {}),
    cwd: "/",
    encoding: "utf8",
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  });
  rmSync(passwordFile, { force: true });
  if (done.status !== 0) {
    throw new Error(
      `PostgreSQL がデータのフォルダーを作れませんでした: ${half}: ${done.stderr || done.error?.message}`,
    );
  }
  renameSync(half, pgdata);
}

/** Where the watchdog was killed too, PostgreSQL lives on; it is asked to stop before a new one starts. */
async function stopOrphan(pgdata: string): Promise<void> {
  const file = join(pgdata, "postmaster.pid");
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  if (!isPostgresOn(pgdata, pid)) return;
  process.kill(pid, "SIGINT");
  for (let waited = 0; isPostgresOn(pgdata, pid); waited += 50) {
    if (waited > 30_000)
      throw new Error(`前に起動した PostgreSQL (pid ${pid}) が止まりません。止めてから、もう一度起動してください`);
    await sleep(50);
  }
}

type Running = { process: ChildProcess; lines: string[] };

function launch(binaries: Binaries, pgdata: string, port: number, settings: readonly string[]): Running {
  const all = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${socketFolder(pgdata, port)}`,
    "timezone=UTC",
    "log_min_messages=warning",
    ...SETTINGS,
    ...settings,
  ];
  const child = spawn(binaries.postgres, ["-D", pgdata, ...all.flatMap((setting) => ["-c", setting])], {
    ...(binaries.runAs ?? {}),
    cwd: "/",
    // Its own group: Ctrl-C must reach the application first, which then stops the database.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  });
  if (child.pid !== undefined) child.once("exit", watchParent(child.pid, pgdata, binaries.runAs));
  const lines: string[] = [];
  child.stderr?.on("data", (data: Buffer) => {
    lines.push(data.toString());
    if (lines.length > 50) lines.shift();
  });
  return { process: child, lines };
}

const STARTS = 5;
const START_PAUSE_MS = 1_000;

/** After a kill the last of its own processes hold its memory for a moment, so the first tries may fail. */
async function startPatiently(
  launchOne: () => Running,
  pgdata: string,
  url: string,
  isStopped: () => boolean,
): Promise<Running> {
  for (let left = STARTS; ; left--) {
    if (isStopped()) throw new Error("PostgreSQL は起動の途中で止められました");
    await stopOrphan(pgdata);
    removeOldSockets(pgdata);
    const child = launchOne();
    try {
      await untilReady(child, url, isStopped);
      return child;
    } catch (error) {
      await stop(child.process);
      if (left <= 1 || isStopped() || error instanceof WrongPassword) throw error;
      await sleep(START_PAUSE_MS);
    }
  }
}

const WRONG_PASSWORD = "28P01";

/** Trying again does not help. */
class WrongPassword extends Error {}

async function untilReady(running: Running, url: string, isStopped: () => boolean): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    if (isStopped()) throw new Error("PostgreSQL は起動の途中で止められました");
    if (running.process.exitCode !== null) {
      throw new Error(
        `PostgreSQL が起動しませんでした: ${running.lines.join("").trim().split("\n").slice(-4).join(" / ")}`,
      );
    }
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => {});
      if ((error as { code?: string }).code === WRONG_PASSWORD)
        throw new WrongPassword(
          "データベースのパスワードが DATA_DIR/database.json のものと一致しません。このファイルを元に戻すか、空の DATA_DIR で起動してください。",
        );
      await sleep(50);
    }
  }
  throw new Error("PostgreSQL が60秒たっても応答しません");
}

async function ensureRolesAndDatabase(url: Cluster["url"], passwords: Passwords): Promise<void> {
  const client = new pg.Client({ connectionString: url("superuser", "postgres") });
  await client.connect();
  try {
    for (const [role, password] of [
      [OWNER_ROLE, passwords.owner],
      [APP_ROLE, passwords.app],
    ] as const) {
      const known = await client.query("select 1 from pg_roles where rolname = $1", [role]);
      const verb = known.rowCount ? "alter" : "create";
      await client.query(
        `${verb} role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole password '${password}'`,
      );
    }
    const database = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (!database.rowCount) await client.query(`create database ${DATABASE} owner ${OWNER_ROLE}`);
  } finally {
    await client.end();
  }
  await prepareDatabase(url("superuser", DATABASE));
}

/**
 * What only a superuser may do in a database: the extensions, and telling the planner that LIKE gives nothing away, without
 * which no text index is used beneath row-level security (0.6 ms became 84 ms). See docs/adr/0103.
 */
export async function prepareDatabase(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query(
      "create extension if not exists pg_trgm; create extension if not exists btree_gin; create extension if not exists btree_gist",
    );
    await client.query("alter function pg_catalog.textlike(text, text) leakproof");
  } finally {
    await client.end();
  }
}

/** Milliseconds after which the next, ruder signal follows. */
const PATIENT_MS = 4_000;
const RUDE_MS = 1_000;

/** Fast shutdown: open transactions are rolled back, a checkpoint is written. One that hangs is ended, and recovers from its log. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGINT");
  const quit = setTimeout(() => child.kill("SIGQUIT"), PATIENT_MS);
  const kill = setTimeout(() => child.kill("SIGKILL"), PATIENT_MS + RUDE_MS);
  await ended;
  clearTimeout(quit);
  clearTimeout(kill);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", resolve);
  });
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (!address || typeof address === "string") throw new Error("空いているポートが見つかりません");
  return address.port;
}
