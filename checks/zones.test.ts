import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { importsOf, projectFiles } from "./tree.ts";

const code = projectFiles().filter((path) => /\.(ts|tsx)$/.test(path) && !path.endsWith(".gen.ts"));
const production = code.filter((path) => !/\.test\.tsx?$/.test(path) && !path.includes("/src/test/"));

/** What a file imports, as paths from the project's root where they are the project's own. */
function targets(path: string): string[] {
  return importsOf(path).map((name) => {
    if (name.startsWith(".")) return join(dirname(path), name);
    return name.replace(/^@okaeri\/(domain|contract)\//, "packages/$1/src/");
  });
}

function wrong(from: (path: string) => boolean, allowed: (target: string, path: string) => boolean): string[] {
  return production.filter(from).flatMap((path) =>
    targets(path)
      .filter((t) => !allowed(t, path))
      .map((t) => `${path} → ${t}`),
  );
}

const isFixture = (path: string) => /\.(fixture|long)\.ts$/.test(path);

/** Packages without input, output and clock, each behind one file of the domain. */
const PURE: Record<string, string> = {
  "packages/domain/src/campaigns/schedule/schedule.ts": "croner",
  "packages/domain/src/japanese-holidays.ts": "@holiday-jp/holiday_jp",
};

test("domain depends on three packages, each in its place: no input or output, no clock", () => {
  const inDomain = (path: string) => path.startsWith("packages/domain/");
  const inLua = (path: string) => path.startsWith("packages/domain/src/segments/lua/");
  const own = (target: string) => target.startsWith("packages/domain/");
  expect(
    wrong(
      (path) => inDomain(path) && !inLua(path),
      (target, path) => own(target) || PURE[path] === target,
    ),
  ).toEqual([]);
  expect(
    wrong(
      (path) => inLua(path) && !isFixture(path),
      (target) => own(target) || target === "luaparse",
    ),
  ).toEqual([]);
});

test("contract depends on domain, zod and the call library only", () => {
  const ok = (target: string) => /^(packages\/(domain|contract)\/|zod$|@orpc\/contract$)/.test(target);
  expect(wrong((path) => path.startsWith("packages/contract/"), ok)).toEqual([]);
});

test("web and server never import each other", () => {
  expect(
    wrong(
      (path) => path.startsWith("apps/web/"),
      (target) => !target.startsWith("apps/server"),
    ),
  ).toEqual([]);
  expect(
    wrong(
      (path) => path.startsWith("apps/server/"),
      (target) => !target.startsWith("apps/web"),
    ),
  ).toEqual([]);
});

const sectionOf = (path: string) => /^apps\/server\/src\/sections\/([^/]+)\//.exec(path)?.[1];

test("server: a section uses another one only through its <name>.read.ts, a command named by its verb, or a job's shallow list", () => {
  const internal = /\.(routes|queries|rows|jobs)\.ts$/;
  const ok = (target: string, path: string) => {
    const other = sectionOf(target);
    return other === undefined || other === sectionOf(path) || !internal.test(target);
  };
  const inSection = (path: string) => path.startsWith("apps/server/src/sections/") && !isFixture(path);
  expect(wrong(inSection, ok)).toEqual([]);
});

/** Sections of the server that import each other all the same, and why: "a ⇄ b". */
const MUTUAL: Record<string, string> = {};

/** Section → the sections it imports from. */
function sectionGraph(files: readonly string[], targetsOf: (path: string) => string[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const path of files) {
    const from = sectionOf(path);
    if (from === undefined) continue;
    const edges = graph.get(from) ?? new Set();
    for (const to of targetsOf(path).map(sectionOf)) if (to !== undefined && to !== from) edges.add(to);
    graph.set(from, edges);
  }
  return graph;
}

/** Pairs of sections that reach each other, however long the way round is. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reachedFrom = (start: string) => {
    const seen = new Set<string>();
    const open = [start];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const to of graph.get(next) ?? []) if (!seen.has(to)) open.push(to) && seen.add(to);
    return seen;
  };
  const reached = new Map([...graph.keys()].map((section) => [section, reachedFrom(section)]));
  return [...graph.keys()].flatMap((a) =>
    [...(reached.get(a) ?? [])].filter((b) => a < b && reached.get(b)?.has(a)).map((b) => `${a} ⇄ ${b}`),
  );
}

test("server: sections import each other in one direction, without a circle", () => {
  const files = production.filter((path) => path.startsWith("apps/server/src/sections/") && !isFixture(path));
  expect(circles(sectionGraph(files, targets)).toSorted()).toEqual(Object.keys(MUTUAL).toSorted());
});

test("and a circle over three sections would be seen", () => {
  const at = (name: string) => `apps/server/src/sections/${name}/x.ts`;
  const imports: Record<string, string[]> = { [at("a")]: [at("b")], [at("b")]: [at("c")], [at("c")]: [at("a")] };
  const graph = sectionGraph(Object.keys(imports), (path) => imports[path] ?? []);
  expect(circles(graph).toSorted()).toEqual(["a ⇄ b", "a ⇄ c", "b ⇄ c"]);
});

/** The server's folders, each above all that it may import; files beside them (`app.ts`, `clock.ts`) are beneath all. */
const FLOORS = ["database", "jobs", "mail", "session", "audit", "files", "http", "sections", "seed", "main"];
/** Imports that run back up, each with its reason. */
const UPWARD: Record<string, string> = {
  "apps/server/src/database/migrate.ts → apps/server/src/jobs/queues.ts":
    "the owner makes the job engine's tables and queues with the schema",
  "apps/server/src/sections/demo/demo.routes.ts → apps/server/src/seed/demo-organisation.ts":
    "the sign-in page of the demo offers the people that the demo data made",
  "apps/server/src/seed/demo-client.ts → apps/server/src/main/router.ts":
    "demo data is entered through the product's own calls, all of them together",
};

const floorOf = (path: string) => FLOORS.indexOf(/^apps\/server\/src\/([^/]+)\//.exec(path)?.[1] ?? "");

test("server: a folder imports only from those beneath it, http included; only main composes", () => {
  const inFolder = (path: string) => path.startsWith("apps/server/src/") && floorOf(path) >= 0 && !isFixture(path);
  expect(wrong(inFolder, (target, path) => floorOf(target) <= floorOf(path)).toSorted()).toEqual(
    Object.keys(UPWARD).toSorted(),
  );
  const folders = new Set(production.flatMap((path) => /^apps\/server\/src\/([^/]+)\//.exec(path)?.[1] ?? []));
  expect([...folders].toSorted()).toEqual(FLOORS.toSorted());
});
