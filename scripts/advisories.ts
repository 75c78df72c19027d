// npm run advisories -- FILE [--omit=dev]: holds every package of the lock file against a list of known weaknesses that was downloaded, for
// machines from which no registry can be asked (docs/adr/0356).
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import semver from "semver";

export type Advisory = {
  id: string;
  about: string;
  severity: string;
  /** When it was last changed; empty where nobody says. */
  changed: string;
  affects: { name: string; isAffected(version: string): boolean; fixedIn: string | null }[];
};
export type Installed = { name: string; version: string; path: string; isDev: boolean };
export type Finding = Installed & { advisory: Advisory; fixedIn: string | null };

type Range = { type?: string; events?: Record<string, string>[] };
type Osv = {
  id: string;
  summary?: string;
  details?: string;
  modified?: string;
  withdrawn?: string;
  database_specific?: { severity?: string };
  affected?: { package?: { ecosystem?: string; name?: string }; ranges?: Range[]; versions?: string[] }[];
};
type Github = {
  ghsa_id: string;
  summary?: string;
  severity?: string;
  updated_at?: string;
  withdrawn_at?: string | null;
  vulnerabilities?: {
    package?: { ecosystem?: string; name?: string };
    vulnerable_version_range?: string | null;
    first_patched_version?: string | { identifier?: string } | null;
  }[];
};

/** Advisories about npm in a file (one, a list, a line each, or `vulns`) or in all files of a folder; those taken back are left out. */
export function advisoriesIn(path: string): Advisory[] {
  if (statSync(path).isDirectory())
    return readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => advisoriesIn(join(path, name)));
  return recordsOf(readFileSync(path, "utf8")).flatMap((record) => advisoryOf(record) ?? []);
}

function recordsOf(text: string): unknown[] {
  try {
    const found: unknown = JSON.parse(text);
    if (Array.isArray(found)) return found;
    return found !== null && typeof found === "object" && "vulns" in found ? (found.vulns as unknown[]) : [found];
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2) throw error;
    return lines.map((line): unknown => JSON.parse(line));
  }
}

function advisoryOf(record: unknown): Advisory | null {
  if (record === null || typeof record !== "object") throw new Error("no advisory");
  const found = "ghsa_id" in record ? ofGithub(record as Github) : ofOsv(record as Osv);
  return found !== null && found.affects.length > 0 ? found : null;
}

function ofOsv({
  id,
  summary,
  details,
  modified = "",
  withdrawn,
  database_specific,
  affected = [],
}: Osv): Advisory | null {
  if (typeof id !== "string") throw new Error("no advisory: it has no id");
  if (withdrawn) return null;
  return {
    id,
    about: (summary ?? details ?? "").split("\n")[0] ?? "",
    severity: (database_specific?.severity ?? "").toLowerCase(),
    changed: modified,
    affects: affected.flatMap(({ package: of, ranges = [], versions = [] }) => {
      if (of?.ecosystem !== "npm" || of.name === undefined) return [];
      const events = ranges
        .filter(({ type }) => type === "SEMVER" || type === "ECOSYSTEM")
        .map((one) => one.events ?? []);
      return [
        {
          name: of.name,
          isAffected: (version) => versions.includes(version) || events.some((one) => isWithin(version, one)),
          fixedIn: events.flat().findLast((event) => event.fixed !== undefined)?.fixed ?? null,
        },
      ];
    }),
  };
}

/** Events of OSV: each begins or ends what is affected from its version on. */
function isWithin(version: string, events: readonly Record<string, string>[]): boolean {
  const marks = events
    .flatMap((event) => Object.entries(event).map(([kind, at]) => ({ kind, at: at === "0" ? "0.0.0-0" : at })))
    .filter(({ at }) => semver.valid(at) !== null)
    .toSorted((a, b) => semver.compare(a.at, b.at));
  let within = false;
  for (const { kind, at } of marks) {
    const order = semver.compare(version, at);
    if (kind === "introduced" && order >= 0) within = true;
    if (kind === "fixed" && order >= 0) within = false;
    if (kind === "last_affected" && order > 0) within = false;
  }
  return within;
}

function ofGithub({
  ghsa_id: id,
  summary = "",
  severity = "",
  updated_at = "",
  withdrawn_at,
  vulnerabilities = [],
}: Github) {
  if (withdrawn_at) return null;
  const affects: Advisory["affects"] = vulnerabilities.flatMap((one) => {
    const { package: of, vulnerable_version_range: range, first_patched_version: patched } = one;
    if (of?.ecosystem?.toLowerCase() !== "npm" || of.name === undefined || !range) return [];
    const comparators = range.replaceAll(",", " ");
    const isAffected = (version: string) => semver.satisfies(version, comparators, { includePrerelease: true });
    return [
      { name: of.name, isAffected, fixedIn: (typeof patched === "string" ? patched : patched?.identifier) ?? null },
    ];
  });
  return { id, about: summary, severity, changed: updated_at, affects };
}

/** Every package that the lock file installs, each place of it once; the project's own are left out. */
export function installedBy(lockFile: string): Installed[] {
  type Entry = { name?: string; version?: string; link?: boolean; dev?: boolean; devOptional?: boolean };
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as { packages: Record<string, Entry> };
  return Object.entries(packages).flatMap(([path, { name, version, link, dev = false, devOptional = false }]) => {
    const at = path.lastIndexOf("node_modules/");
    if (at < 0 || link || version === undefined) return [];
    return [{ name: name ?? path.slice(at + "node_modules/".length), version, path, isDev: dev || devOptional }];
  });
}

export function findingsOf(installed: readonly Installed[], advisories: readonly Advisory[]): Finding[] {
  const byName = Map.groupBy(
    advisories.flatMap((advisory) => advisory.affects.map((affected) => ({ advisory, affected }))),
    ({ affected }) => affected.name,
  );
  return installed.flatMap((one) =>
    (byName.get(one.name) ?? [])
      .filter(({ affected }) => affected.isAffected(one.version))
      .map(({ advisory, affected }) => ({ ...one, advisory, fixedIn: affected.fixedIn })),
  );
}

/** @returns the code to end with: 0 nothing found, 1 something found, 2 nothing could be compared. */
function main(args: readonly string[]): number {
  const [path, ...more] = args.filter((arg) => !arg.startsWith("--"));
  if (path === undefined || more.length > 0) {
    console.error("使い方: npm run advisories -- ファイルかフォルダー [--omit=dev]");
    return 2;
  }
  try {
    const advisories = advisoriesIn(path);
    if (advisories.length === 0) throw new Error("npmについての記録が1件もありません");
    const all = installedBy(join(import.meta.dirname, "../package-lock.json"));
    const compared = args.includes("--omit=dev") ? all.filter(({ isDev }) => !isDev) : all;
    const findings = findingsOf(compared, advisories);
    for (const { name, version, path: place, isDev, advisory, fixedIn } of findings) {
      const fix = fixedIn === null ? "直った版なし" : `${fixedIn} で修正`;
      console.log(
        `${name} ${version} (${isDev ? "開発用" : "製品"}) ${advisory.id} ${advisory.severity} ${fix} ${place}`,
      );
      console.log(`  ${advisory.about}`);
    }
    const newest = advisories.reduce((last, { changed }) => (changed > last ? changed : last), "").slice(0, 10);
    console.log(
      `パッケージ ${compared.length}個を、記録 ${advisories.length}件 (最新 ${newest === "" ? "不明" : newest}) と照らし合わせました: ${findings.length}件`,
    );
    return findings.length > 0 ? 1 : 0;
  } catch (error) {
    console.error(`${path}: 読み取れません: ${(error as Error).message.split("\n")[0]}`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
