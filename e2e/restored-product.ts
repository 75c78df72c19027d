import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startOn } from "./product.ts";

const DB = join(import.meta.dirname, "../apps/server/src/main/db.ts");

/** As e2e/product.ts does, on data that was backed up, emptied, and restored. */
export default function startRestored(project: TestProject): Promise<() => Promise<void>> {
  return startOn(project, (folder) => {
    db(folder, "backup");
    db(folder, "reset", "--yes");
    const backups = join(folder, "backups");
    const output = db(folder, "restore", join(backups, readdirSync(backups).at(-1) ?? ""), "--yes");
    if (!output.includes("サインインできます")) throw new Error(output);
  });
}

function db(folder: string, ...args: string[]): string {
  const done = spawnSync(process.execPath, ["--disable-warning=ExperimentalWarning", DB, ...args], {
    env: { ...process.env, NODE_ENV: "test", DATA_DIR: folder, ENV_DIR: "" },
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`${args[0]}: ${done.stderr}`);
  return done.stdout;
}
