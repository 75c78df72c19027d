import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, textOf } from "./tree.ts";

const FOLDERS: Record<string, string> = {
  web: "apps/web/src",
  contract: "packages/contract/src",
  domain: "packages/domain/src",
  http: "apps/server/src/http",
  audit: "apps/server/src/audit",
  database: "apps/server/src/database",
  main: "apps/server/src/main",
};

function pathOf(named: string): string {
  const [first = "", ...rest] = named.split("/");
  const folder = FOLDERS[first];
  return folder ? join(folder, ...rest) : join("apps/server/src/sections", named);
}

/** A walk of ARCHITECTURE.md: title, the count it states, the files of each step in reading order, and the functions it names. */
type Walk = { title: string; count: number; steps: string[][]; files: string[]; functions: string[] };

const filesNamedIn = (text: string) => [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, named = ""]) => pathOf(named));

function walksIn(text: string): Walk[] {
  return [...text.matchAll(/^### (.+) \((\d+) files\)\n([\s\S]*?)(?=^##)/gm)].map(
    ([, title = "", count, walk = ""]) => ({
      title,
      count: Number(count),
      steps: walk.split(/^\d+\. /m).map(filesNamedIn),
      files: filesNamedIn(walk),
      functions: [...walk.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, named = ""]) => named),
    }),
  );
}

/** Whether the file says what this name is. */
function declares(path: string, name: string): boolean {
  return new RegExp(`\\b(?:function\\*?|const|class|type|interface) ${name}\\b`).test(textOf(path));
}

/** Files that run because this one does: what is imported for its types alone is no step of a walk. */
function runsBeneath(path: string): string[] {
  return [...textOf(path).matchAll(/^import (?!type )([^;]*?) from "(\.|@okaeri\/)([^"]+)";/gm)].flatMap(
    ([, names = "", start, from = ""]) => {
      const named = names.replace(/^\{|\}$/g, "").split(",");
      const onlyTypes = names.startsWith("{") && named.every((name) => /^\s*(type .*)?$/.test(name));
      if (onlyTypes) return [];
      return start === "." ? [join(dirname(path), `.${from}`)] : [`${pathOf(from)}.ts`];
    },
  );
}

/** Imports of a file that stands above, where the reader has been already. */
function jumpsBack(files: readonly string[], beneath: (path: string) => string[]): string[] {
  return files.flatMap((path, at) =>
    beneath(path)
      .filter((other) => files.slice(0, at).includes(other))
      .map((other) => `${path} → ${other}`),
  );
}

/** Files of a step that nothing above them runs. Its first file may be one: there a call, a job or a channel takes over. */
function unreached(steps: readonly string[][], beneath: (path: string) => string[]): string[] {
  const files = steps.flat();
  const isReached = (path: string) =>
    files.slice(0, files.indexOf(path)).some((above) => beneath(above).includes(path));
  return steps.flatMap(([, ...others]) => others.filter((path) => !isReached(path)));
}

const walks = walksIn(textOf("ARCHITECTURE.md"));

test("ARCHITECTURE.md tells the five walks", () => {
  expect(walks.map((walk) => walk.title)).toEqual([
    "A guest is searched",
    "A CSV row becomes points and a score",
    "A campaign is sent",
    "A variant is chosen",
    "A booking engine uses a coupon",
  ]);
});

test.each(walks)("$title: every file is there, counted, and named once", ({ count, files }) => {
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
  expect(files).toHaveLength(count);
});

test.each(walks)("$title: reads from top to bottom without a jump back", ({ files }) => {
  expect(jumpsBack(files, runsBeneath)).toEqual([]);
});

test.each(walks)("$title: within a step each file is imported by one above it", ({ steps }) => {
  expect(unreached(steps, runsBeneath)).toEqual([]);
});

test.each(walks)("$title: every function it names is one of its files' own", ({ files, functions }) => {
  expect(functions.filter((name) => !files.some((path) => declares(path, name)))).toEqual([]);
});

test("ARCHITECTURE.md answers where what one asks first is decided, with a file and what to look for in it", () => {
  const [, table = ""] = /^## Where is …\?\n([\s\S]*?)^## /m.exec(textOf("ARCHITECTURE.md")) ?? [];
  const rows = table.split("\n").filter((line) => /^\| .*\?/.test(line));
  const answers = rows.map((row) => /\| \[([^\]]+)\]\(\1(?:#[\w-]+)?\) \| `(\w+)` \|$/.exec(row)?.slice(1) ?? []);
  expect(rows.length).toBeGreaterThanOrEqual(15);
  expect(
    answers.filter(([path = "", name = ""]) => {
      if (!existsSync(join(ROOT, path)) || path === "") return true;
      return path.endsWith(".md") ? !textOf(path).includes(name) : !declares(path, name);
    }),
  ).toEqual([]);
  expect(textOf("README.md")).toContain("ARCHITECTURE.md#where-is-");
});

test("and a jump back would be seen", () => {
  expect(jumpsBack(["a.ts", "b.ts"], (path) => (path === "b.ts" ? ["a.ts"] : []))).toEqual(["b.ts → a.ts"]);
});

test("and a file that nothing above it imports would be seen", () => {
  const imports = (path: string) => (path === "a.ts" ? ["b.ts"] : []);
  expect(unreached([["a.ts", "b.ts"], ["c.ts"], ["d.ts", "e.ts"]], imports)).toEqual(["e.ts"]);
});
