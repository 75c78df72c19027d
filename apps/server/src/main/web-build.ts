import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../../..");
const SOURCES = [
  "apps/web/src",
  "apps/web/public",
  "apps/web/index.html",
  "apps/web/vite.config.ts",
  "packages",
  "package-lock.json",
  "apps/server/src/main/web-build.ts",
];
const DIST = join(ROOT, "apps/web/dist");

/** Builds the web app when its sources are not those of the last build. @returns whether it built. */
export async function buildWebIfStale(): Promise<boolean> {
  const marker = join(DIST, ".sources");
  const wanted = fingerprint();
  if (existsSync(marker) && readFileSync(marker, "utf8") === wanted) return false;
  await new Promise<void>((resolve, reject) => {
    const vite = join(ROOT, "node_modules/vite/bin/vite.js");
    const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
      cwd: join(ROOT, "apps/web"),
      // Started from a test or a watcher, the build would take over that surrounding and bundle React for developers.
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error("The web app could not be built; see the lines above.")),
    );
  });
  writeFileSync(marker, wanted);
  return true;
}

// Run by itself where an installation is made, so that no start has to write there.
if (import.meta.main) await buildWebIfStale();

function fingerprint(): string {
  const hash = createHash("sha256");
  const visit = (path: string) => {
    const full = join(ROOT, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort())
        if (name !== "node_modules" && !/\.gen\.ts$|\.(test|fixture)\.tsx?$/.test(name)) visit(`${path}/${name}`);
    } else {
      hash.update(path).update(readFileSync(full));
    }
  };
  for (const source of SOURCES) visit(source);
  return hash.digest("hex");
}
