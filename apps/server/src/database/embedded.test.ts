import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { DATABASE, openCluster } from "./embedded.ts";
import { isAlive, isPostgresOn, startedAt } from "./processes.ts";

// As root the account that runs PostgreSQL cannot enter this folder, as below /root; as anybody else it is a plain folder.
const base = mkdtempSync(join(tmpdir(), "okaeri-cluster-"));
chmodSync(base, 0o700);
const homes = new Set<string>();
/** Making a cluster costs more than these tests: tests that need no new one share this one and leave it unchanged. */
const shared = join(base, "shared");
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
  rmSync(base, { recursive: true, force: true });
});

async function onCluster(dataDir: string, text: string): Promise<unknown[]> {
  mkdirSync(dataDir, { recursive: true });
  const cluster = await openCluster({ dataDir, settings: ["shared_buffers=16MB"] });
  try {
    const moved = join(dataDir, "postgres.location");
    if (existsSync(moved)) homes.add(readFileSync(moved, "utf8").trim());
    const client = new pg.Client({ connectionString: cluster.url("superuser", DATABASE) });
    await client.connect();
    const answer = await client.query(text).finally(() => client.end());
    return answer.rows;
  } finally {
    await cluster.stop();
  }
}

test("data stay with their folder when it is moved; the folder that comes in its place starts empty", async () => {
  const [first, second] = [join(base, "data"), join(base, "elsewhere")];
  await onCluster(first, "create table stored as select 1 as n");
  renameSync(first, second);
  expect(await onCluster(second, "select n from stored")).toEqual([{ n: 1 }]);
  expect(await onCluster(first, "select to_regclass('stored') as stored")).toEqual([{ stored: null }]);
});

test("a second one on the same folder is told who is there, and the first goes on", async () => {
  mkdirSync(shared, { recursive: true });
  const first = await openCluster({ dataDir: shared, settings: ["shared_buffers=16MB"] });
  const moved = join(shared, "postgres.location");
  if (existsSync(moved)) homes.add(readFileSync(moved, "utf8").trim());
  await expect(openCluster({ dataDir: shared })).rejects.toThrow(/Okaeri がすでに動いています \(pid \d+\)/);
  const client = new pg.Client({ connectionString: first.url("superuser", DATABASE) });
  await client.connect();
  expect((await client.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
  await client.end();
  await first.stop();
});

const BY_SOCKET = "select inet_server_addr() is null as by_socket";

test.skipIf(process.platform === "win32")(
  "the way is the socket in the data folder; what a killed PostgreSQL left of it is in nobody's way; a path too long for one goes over TCP",
  async () => {
    expect(await onCluster(shared, BY_SOCKET)).toEqual([{ by_socket: true }]);
    const home = existsSync(join(shared, "postgres.location"))
      ? readFileSync(join(shared, "postgres.location"), "utf8").trim()
      : shared;
    const left = [".s.PGSQL.5432", ".s.PGSQL.5432.lock"].map((name) => join(home, "postgres", name));
    for (const path of left) writeFileSync(path, `${process.pid}\n`);
    expect(await onCluster(shared, BY_SOCKET)).toEqual([{ by_socket: true }]);
    expect(left.filter((path) => existsSync(path))).toEqual([]);
    // Below a folder that PostgreSQL's own account may enter, so that the cluster stays there.
    const far = mkdtempSync(join(tmpdir(), "okaeri-far-"));
    chmodSync(far, 0o755);
    homes.add(far);
    expect(await onCluster(join(far, "a".repeat(100)), BY_SOCKET)).toEqual([{ by_socket: false }]);
  },
);

test("passwords that belong to another database are told at once, and no PostgreSQL is left behind", async () => {
  await onCluster(shared, "select 1");
  const file = join(shared, "database.json");
  const right = readFileSync(file, "utf8");
  writeFileSync(file, JSON.stringify({ superuser: "x", owner: "x", app: "x" }));
  await expect(onCluster(shared, "select 1")).rejects.toThrow(
    /パスワードが DATA_DIR\/database.json のものと一致しません/,
  );
  writeFileSync(file, right);
  expect(await onCluster(shared, "select 1 as n")).toEqual([{ n: 1 }]);
});

test("killed, it comes back with what was committed; where it cannot start again, the reason is told", {
  timeout: 60_000,
}, async () => {
  mkdirSync(shared, { recursive: true });
  const states: string[] = [];
  let reason: Error | undefined;
  const cluster = await openCluster({
    dataDir: shared,
    settings: ["shared_buffers=16MB"],
    onFall: (state, why) => {
      states.push(state);
      reason = why;
    },
  });
  const moved = join(shared, "postgres.location");
  const home = existsSync(moved) ? readFileSync(moved, "utf8").trim() : shared;
  homes.add(home);
  const pgdata = join(home, "postgres");
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: cluster.url("superuser", DATABASE) });
    client.on("error", () => {});
    await client.connect();
    return (await client.query(text).finally(() => client.end())).rows;
  };
  const kill = () =>
    process.kill(Number(readFileSync(join(pgdata, "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
  const until = async (count: number) => {
    while (states.length < count) await sleep(20);
  };
  await ask("drop table if exists stored; create table stored as select 1 as n");
  for (let round = 0; round < 2; round++) {
    kill();
    await until(2 * round + 2);
    expect(await ask("select n from stored")).toEqual([{ n: 1 }]);
  }
  expect(states).toEqual(["down", "back", "down", "back"]);
  renameSync(join(pgdata, "global"), join(pgdata, "global.gone"));
  kill();
  await until(6);
  expect(states.slice(4)).toEqual(["down", "lost"]);
  expect(reason?.message).toMatch(/^PostgreSQL が起動しませんでした: /);
  await cluster.stop();
  renameSync(join(pgdata, "global.gone"), join(pgdata, "global"));
});

test.skipIf(process.platform === "win32")(
  "PostgreSQL does not outlive a program that is killed, and the next start finds what was committed",
  { timeout: 60_000 },
  async () => {
    await onCluster(shared, "drop table if exists stored; create table stored as select 7 as n");
    const moved = join(shared, "postgres.location");
    const pgdata = join(existsSync(moved) ? readFileSync(moved, "utf8").trim() : shared, "postgres");
    const program = spawn(process.execPath, [
      "--disable-warning=ExperimentalWarning",
      join(import.meta.dirname, "embedded.fixture.ts"),
      shared,
    ]);
    await once(program.stdout, "data");
    const pid = Number(readFileSync(join(pgdata, "postmaster.pid"), "utf8").split("\n")[0]);
    expect(isPostgresOn(pgdata, pid)).toBe(true);
    program.kill("SIGKILL");
    for (let waited = 0; isAlive(pid) && waited < 5_000; waited += 20) await sleep(20);
    expect([isAlive(pid), existsSync(join(pgdata, "postmaster.pid"))]).toEqual([false, false]);
    expect(await onCluster(shared, "select n from stored")).toEqual([{ n: 7 }]);
  },
);

test.skipIf(process.platform === "win32")(
  "a number that another program has now is nobody's to signal, on Linux and elsewhere",
  async () => {
    const moved = join(shared, "postgres.location");
    const home = existsSync(moved) ? readFileSync(moved, "utf8").trim() : shared;
    const pgdata = join(home, "postgres");
    // A stranger, and two that are a PostgreSQL, but of another folder, whose name may begin like ours.
    const strangers = ["sleeper", "postgres -D /var/lib/other", `postgres -D ${pgdata}-old -c jit=off`].map((argv0) =>
      spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { argv0 }),
    );
    try {
      for (const platform of ["linux", "darwin"] as const)
        for (const { pid = 0 } of strangers) {
          expect([platform, isPostgresOn(pgdata, pid, platform)]).toEqual([platform, false]);
          expect(startedAt(pid, platform)).not.toBe("");
        }
      expect(isPostgresOn(pgdata, strangers[0]?.pid ?? 0, "win32")).toBe(false);
      for (const { pid } of strangers) {
        writeFileSync(join(pgdata, "postmaster.pid"), `${pid}\n${pgdata}\n`);
        writeFileSync(join(shared, "okaeri.pid"), `${pid} another-start`);
        expect(await onCluster(shared, "select 1 as n")).toEqual([{ n: 1 }]);
      }
      expect(strangers.map(({ exitCode, signalCode }) => [exitCode, signalCode])).toEqual(
        strangers.map(() => [null, null]),
      );
    } finally {
      for (const stranger of strangers) stranger.kill("SIGKILL");
    }
  },
);

test("stopped while it is being started again after a fall, nothing of it stays behind and the next one runs undisturbed", {
  timeout: 60_000,
}, async () => {
  mkdirSync(shared, { recursive: true });
  const settings = ["shared_buffers=16MB"];
  let fallen: () => void = () => {};
  const fell = new Promise<void>((resolve) => {
    fallen = resolve;
  });
  const cluster = await openCluster({ dataDir: shared, settings, onFall: (state) => state === "down" && fallen() });
  const moved = join(shared, "postgres.location");
  const home = existsSync(moved) ? readFileSync(moved, "utf8").trim() : shared;
  homes.add(home);
  const pidFile = join(home, "postgres", "postmaster.pid");
  process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGQUIT");
  await fell;
  await cluster.stop();
  // Long enough for one that was left behind to come up.
  for (let looked = 0; looked < 40; looked++) {
    const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8").split("\n")[0]) : 0;
    expect(pid > 0 && isAlive(pid)).toBe(false);
    await sleep(25);
  }
  expect(await onCluster(shared, "select 1 as n")).toEqual([{ n: 1 }]);
});
