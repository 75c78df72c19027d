import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findBinaries } from "../database/postgres-binaries.ts";
import { freePort } from "../main/start.fixture.ts";

/** A real streaming replica of a running PostgreSQL. */
export type Standby = {
  /** The primary's address, there. */
  urlOf(primaryUrl: string): string;
  /** Sent to all of its processes: a frozen machine, or a power cut. */
  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void;
  stop(): Promise<void>;
};

/** Copies the running cluster into `folder`, as its superuser, and lets the copy follow. */
export async function openStandby(superuserUrl: string, folder: string, settings: readonly string[] = []) {
  const { postgres, runAs } = findBinaries();
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ path: string; buffers: string }>(
    "select current_setting('data_directory') as path, current_setting('shared_buffers') as buffers",
  );
  const [home] = rows;
  if (!home) throw new Error("no data folder");
  const data = join(folder, "standby");
  await client.query("select pg_backup_start('standby', true)");
  // Files come and go while they are copied; what the log says of them is applied afterwards.
  spawnSync("cp", ["-R", home.path, data]);
  const stopped = await client.query<{ label: string }>("select labelfile as label from pg_backup_stop(false)");
  await client.end();
  for (const left of ["postmaster.pid", "postmaster.opts", "pg_replslot"])
    rmSync(join(data, left), { recursive: true, force: true });
  mkdirSync(join(data, "pg_replslot"), { mode: 0o700 });
  writeFileSync(join(data, "backup_label"), stopped.rows[0]?.label ?? "");
  writeFileSync(join(data, "standby.signal"), "");
  if (runAs) spawnSync("chown", ["-R", `${runAs.uid}:${runAs.gid}`, data]);
  chmodSync(data, 0o700);
  const port = await freePort();
  const primary = new URL(superuserUrl);
  const all = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=120",
    `shared_buffers=${home.buffers}`,
    "jit=off",
    "random_page_cost=1.1",
    "work_mem=64MB",
    `primary_conninfo=host=${primary.hostname} port=${primary.port} user=${primary.username} password=${primary.password}`,
    ...settings,
  ];
  const child = spawn(postgres, ["-D", data, ...all.flatMap((one) => ["-c", one])], {
    ...(runAs ?? {}),
    cwd: "/",
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
  });
  let output = "";
  child.stderr.on("data", (bytes: Buffer) => (output = (output + bytes.toString()).slice(-2_000)));
  const urlOf = (url: string) => {
    const there = new URL(url);
    there.port = String(port);
    there.search = "";
    return there.href;
  };
  for (let waited = 0; ; waited += 100) {
    if (child.exitCode !== null || waited > 60_000) throw new Error(`the standby did not start: ${output}`);
    const look = new pg.Client({ connectionString: urlOf(superuserUrl) });
    const up = await look
      .connect()
      .then(() => look.query("select from pg_stat_wal_receiver where status = 'streaming'"))
      .then((found) => found.rowCount === 1)
      .catch(() => false);
    await look.end().catch(() => {});
    if (up) break;
    await sleep(100);
  }
  const signal: Standby["signal"] = (name) => {
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
    for (const pid of [child.pid, ...children.split(" ").filter(Boolean)]) process.kill(Number(pid), name);
  };
  const standby: Standby = {
    urlOf,
    signal,
    async stop() {
      const ended = new Promise((done) => child.once("exit", done));
      if (child.exitCode === null && child.signalCode === null) {
        signal("SIGKILL");
        await ended;
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
  return standby;
}
