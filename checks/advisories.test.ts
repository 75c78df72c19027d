import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, test } from "vitest";
import { advisoriesIn, findingsOf, type Installed, installedBy } from "../scripts/advisories.ts";
import { ROOT } from "./tree.ts";

const folder = mkdtempSync(join(tmpdir(), "okaeri-advisories-"));
afterAll(() => rmSync(folder, { recursive: true }));

let serial = 0;
function listOf(content: unknown, name = `list-${++serial}.json`): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
const npm = (name: string) => ({ package: { ecosystem: "npm", name } });
const osv = (id: string, name: string, events: object[], over: object = {}) => ({
  id,
  summary: `${name} を壊せる`,
  modified: "2026-11-01T00:00:00Z",
  database_specific: { severity: "HIGH" },
  affected: [{ ...npm(name), ranges: [{ type: "SEMVER", events }] }],
  ...over,
});
const at = (name: string, version: string): Installed => ({
  name,
  version,
  path: `node_modules/${name}`,
  isDev: false,
});
const found = (content: unknown, ...installed: Installed[]) =>
  findingsOf(installed, advisoriesIn(listOf(content))).map(({ advisory, version, fixedIn }) => [
    advisory.id,
    version,
    fixedIn,
  ]);

it("OSV: from, until, up to and with, several ranges, single versions, versions before their release", () => {
  const versions = ["0.9.0", "1.0.0-rc.1", "1.0.0", "1.4.9", "1.5.0", "2.0.0", "2.1.0", "3.0.0"];
  const all = versions.map((version) => at("pack", version));
  const hit = (events: object[]) => found(osv("A", "pack", events), ...all).map(([, version]) => version);
  expect(hit([{ introduced: "0" }])).toEqual(versions);
  expect(hit([{ introduced: "0" }, { fixed: "1.0.0" }])).toEqual(["0.9.0", "1.0.0-rc.1"]);
  expect(hit([{ introduced: "1.0.0" }, { last_affected: "1.5.0" }])).toEqual(["1.0.0", "1.4.9", "1.5.0"]);
  expect(hit([{ introduced: "1.0.0" }, { fixed: "1.5.0" }, { introduced: "2.0.0" }, { fixed: "2.1.0" }])).toEqual([
    "1.0.0",
    "1.4.9",
    "2.0.0",
  ]);
  const single = { ...osv("A", "pack", []), affected: [{ ...npm("pack"), versions: ["2.0.0"] }] };
  expect(found(single, ...all)).toEqual([["A", "2.0.0", null]]);
});

it("what GitHub's calls answer: ranges as it writes them, with the version that mends", () => {
  const github = {
    ghsa_id: "GHSA-x",
    severity: "high",
    updated_at: "2026-11-02T00:00:00Z",
    vulnerabilities: [
      { ...npm("pack"), vulnerable_version_range: ">= 1.0.0, < 1.5.0", first_patched_version: "1.5.0" },
      { package: { ecosystem: "pip", name: "pack" }, vulnerable_version_range: ">= 0", first_patched_version: null },
    ],
  };
  expect(found([github], at("pack", "1.4.9"), at("pack", "1.5.0"), at("other", "1.4.9"))).toEqual([
    ["GHSA-x", "1.4.9", "1.5.0"],
  ]);
  expect(found([{ ...github, withdrawn_at: "2026-11-03T00:00:00Z" }], at("pack", "1.4.9"))).toEqual([]);
});

it("lists in each form: one, many, a line each, under vulns, and a folder; those taken back and of others are left out", () => {
  const one = osv("A", "pack", [{ introduced: "0" }]);
  const back = { ...osv("B", "pack", [{ introduced: "0" }]), withdrawn: "2026-11-01T00:00:00Z" };
  const other = { ...one, id: "C", affected: [{ package: { ecosystem: "PyPI", name: "pack" }, versions: ["1.0.0"] }] };
  const two = osv("D", "pack", [{ introduced: "0" }]);
  mkdirSync(join(folder, "all", "2026"), { recursive: true });
  listOf(one, "all/2026/a.json");
  listOf(two, "all/d.json");
  const ids = (path: string) =>
    advisoriesIn(path)
      .map(({ id }) => id)
      .sort();
  expect(ids(listOf(one))).toEqual(["A"]);
  expect(ids(listOf([one, back, other, two]))).toEqual(["A", "D"]);
  expect(ids(listOf([one, two].map((each) => JSON.stringify(each)).join("\n")))).toEqual(["A", "D"]);
  expect(ids(listOf({ vulns: [one, back] }))).toEqual(["A"]);
  expect(ids(join(folder, "all"))).toEqual(["A", "D"]);
});

it("the lock file gives every package at each of its places, the project's own left out", () => {
  const installed = installedBy(join(ROOT, "package-lock.json"));
  expect(installed.filter(({ name }) => name.startsWith("@okaeri/"))).toEqual([]);
  expect(installed.filter(({ name }) => name === "fastify")).toMatchObject([
    { path: "node_modules/fastify", isDev: false },
  ]);
  expect(installed.filter(({ name }) => name === "vitest")).toMatchObject([{ isDev: true }]);
  expect(installed.filter(({ name }) => name === "semver").length).toBeGreaterThan(1);
});

test("the command names what is weak and where, and ends with 1; with 0 where nothing is; with 2 where nothing could be compared", () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts/advisories.ts"), ...args], {
      encoding: "utf8",
    });
    return [status, stdout, stderr];
  };
  const anyVersion = [{ introduced: "0" }, { fixed: "999.0.0" }];
  const weak = listOf([osv("GHSA-1", "fastify", anyVersion), osv("GHSA-2", "maildev", anyVersion)]);
  expect(run(weak)).toEqual([
    1,
    expect.stringMatching(
      /^fastify 5\.\S+ \(製品\) GHSA-1 high 999\.0\.0 で修正 node_modules\/fastify\n {2}fastify を壊せる\nmaildev \S+ \(開発用\) [\s\S]*記録 2件 \(最新 2026-11-01\) と照らし合わせました: 2件\n$/,
    ),
    "",
  ]);
  expect(run(weak, "--omit=dev")).toEqual([1, expect.not.stringContaining("maildev"), ""]);
  expect(run(listOf(osv("GHSA-3", "fastify", [{ introduced: "0" }, { fixed: "1.0.0" }])))[0]).toBe(0);
  expect(run(listOf("[]"))).toEqual([2, "", expect.stringContaining("1件もありません")]);
  expect(run(listOf("<html>"))).toEqual([2, "", expect.stringContaining("読み取れません")]);
  expect(run(join(folder, "none.json"))[0]).toBe(2);
  expect(run()[0]).toBe(2);
});
