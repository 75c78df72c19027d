import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..");

/** Paths of the project's files, from its root: those git knows or would add, or, in a downloaded archive, all that .gitignore lets be. */
export function projectFiles(): string[] {
  if (!existsSync(join(ROOT, ".git"))) return filesBelow("");
  const out = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return out.split("\0").filter((path) => path !== "");
}

export function filesBelow(folder: string): string[] {
  // Folders, names and *.endings are all that .gitignore says.
  const ignored = textOf(".gitignore")
    .split("\n")
    .map((line) => line.replace(/\/$/, ""));
  const isIgnored = (name: string) =>
    name === ".git" || ignored.some((line) => (line.startsWith("*") ? name.endsWith(line.slice(1)) : name === line));
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (isIgnored(entry.name)) return [];
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Module names a TypeScript file imports, statically or not. */
export function importsOf(path: string): string[] {
  return [...textOf(path).matchAll(/(?<!")\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}
