import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { systemClock, todayOf } from "../apps/server/src/clock.ts";
import { openQuickFolder } from "../apps/server/src/test/quick-folder.ts";
import { runProduct } from "./run-product.ts";

const ROOT = join(import.meta.dirname, "..");
/** Of so many demo guests one: enough for every list to have pages. Seeding one in seven took more than twice as long. */
const SHARE = "28";
const CACHE = join(ROOT, "node_modules/.cache/okaeri-demo");
/** Whatever decides what the demo holds: schema, rules, calls, and its own people and stays. */
const SOURCES = ["apps/server/migrations/*", "apps/server/src/**/*.ts", "packages/*/src/**/*.ts", "package-lock.json"];

/**
 * A data folder as the first start leaves it, its product stopped. Made once for each state of the sources and day, because the demo
 * ends today.
 */
export async function demoFolder(): Promise<string> {
  const folder = join(CACHE, fingerprint());
  if (existsSync(folder)) return folder;
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  const made = openQuickFolder();
  const product = await runProduct({ OKAERI_DEMO_SHARE: SHARE }, made);
  await product.stop({ keep: true });
  copyFolder(made, `${folder}.half`);
  rmSync(made, { recursive: true, force: true });
  renameSync(`${folder}.half`, folder);
  return folder;
}

/** @returns `to`, which then holds what `from` does, each file its owner's: PostgreSQL's are not ours when we are root. */
export function copyFolder(from: string, to: string): string {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(from).map((name) => join(from, name));
  const done = spawnSync("cp", ["-a", ...names, to], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${from} could not be copied: ${done.stderr}`);
  return to;
}

function fingerprint(): string {
  const hash = createHash("sha256").update(todayOf(systemClock)).update(SHARE);
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
    (file) => !/\.test\.ts$|\/src\/test\//.test(file),
  );
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}
