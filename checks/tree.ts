import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");

/** Paths of the files git knows or would add, from the project's root. */
export function projectFiles(): string[] {
  const out = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return out.split("\0").filter((path) => path !== "");
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Module names a TypeScript file imports, statically or not. */
export function importsOf(path: string): string[] {
  return [...textOf(path).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}
