// npm test: everything; with names, these suites one after the other. Ends with a count and non-zero if anything failed.
// The server's tests come in another order than they are written in, which `--seed=N` or `--seed=random` changes (docs/adr/0407).
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { buildWebIfStale } from "../apps/server/src/main/web-build.ts";
import type { Taken } from "../apps/server/src/test/answers.ts";
import type { Column } from "../apps/server/src/test/columns.ts";
import { uncommitted } from "../checks/assembled.ts";
import { declaredRows } from "../checks/declared-rows.ts";
import { accountsUnnamed, tenantTables } from "../checks/joins.ts";
import { untrueRows } from "../checks/rows.ts";
import { isProgram, ofProgram, sqlPieces, unsent } from "../checks/statements.ts";
import { projectFiles, textOf } from "../checks/tree.ts";

const root = join(import.meta.dirname, "..");
const bin = (path: string) => join(root, "node_modules", path);
const reports = mkdtempSync(join(tmpdir(), "okaeri-report-"));
/** What Node made of the program's files: every process that a test starts reads it, instead of half of the work of starting. */
process.env.NODE_COMPILE_CACHE ??= bin(".cache/okaeri-compiled");
/** Where the server's tests leave each statement that PostgreSQL took, and what it answered. */
const sent = join(reports, "statements");
mkdirSync(sent);
const total = { passed: 0, failed: 0 };
const begun = performance.now();
/**
 * What the whole run may take on two quiet cores: 6 minutes for the groundwork, and its share of 6 more for each of the five sections that
 * stand on it. Said, never failed for, because machines are shared.
 */
const SECTIONS_STANDING = 4;
const BUDGET_MINUTES = 6 + (6 / 5) * SECTIONS_STANDING;
const suiteTimes: string[] = [];
const times: { file: string; seconds: number }[] = [];
/** Tests that failed once: a busy machine, or a fault that shows now and then. */
const secondTries: string[] = [];
/** Names of what failed, for the end of the output: the reports of the suites stand far above it. */
const failures: string[] = [];

type Step = { name: string; program: string; args: string[] };
const checks: Step[] = [
  { name: "format and lint", program: bin("@biomejs/biome/bin/biome"), args: ["ci", "--diagnostic-level=error"] },
  ...["packages/domain", "packages/contract", "apps/server", "apps/web", "."].map((project) => ({
    name: `types: ${project}`,
    program: bin("typescript/bin/tsc"),
    // One checker: several of them work out the same types of words and calls anew, twice the work on the cores that the tests share.
    args: ["-p", project, "--checkers", "1"],
  })),
  { name: "unused files, exports and dependencies", program: bin("knip/bin/knip.js"), args: [] },
];
const { values, positionals: named } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
/** The same for everybody, so that what is green here is green elsewhere; another number is another order. */
const SEED = "57483550";
const seed = values.seed === "random" ? String(randomInt(1_000_000_000)) : (values.seed ?? SEED);
if (!/^\d{1,9}$/.test(seed)) throw new Error(`--seed=${seed}: give a whole number of up to 9 digits`);
if (named.length > 0) for (const suite of named) await runSuite(suite);
else await runAll();
rmSync(reports, { recursive: true, force: true });
if (named.length === 0) printTimes();
if (secondTries.length > 0) console.log(`\npassed only at the second try\n${secondTries.join("\n")}`);
if (failures.length > 0) console.log(`\nfailed\n${failures.join("\n")}`);
console.log(`\nthe order of the server's tests: --seed=${seed}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/**
 * Two tracks and the checks beside each other: a browser waits for most of its time, and the server's tests for PostgreSQL. One after
 * the other they left two cores idle for half of the run.
 */
async function runAll(): Promise<void> {
  // Before anything asks whether the product has pages.
  await buildWebIfStale().catch((error: Error) => {
    total.failed += 1;
    failures.push(error.message);
    console.log(`FAILED ${error.message}`);
  });
  const tracks = [["server"], ["domain", "web", "browser"]];
  await Promise.all([runChecks(), ...tracks.map(runInTurn)]);
  lookAtStatements();
}

async function runChecks(): Promise<void> {
  for (const step of checks) await runCheck(step);
}

async function runInTurn(suites: string[]): Promise<void> {
  for (const suite of suites) await runSuite(suite, "pipe");
}

async function runCheck(step: Step): Promise<void> {
  const started = performance.now();
  const child = spawn(process.execPath, [step.program, ...step.args], { cwd: root });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => output.push(data.toString()));
  const good = (await exitOf(child)) === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  total[good ? "passed" : "failed"] += 1;
  console.log(`${good ? "ok    " : "FAILED"} ${step.name} (${seconds} s)`);
  if (good) return;
  failures.push(`${step.name}\n${output.join("").slice(-1_000)}`);
  console.log(output.join("").slice(0, 20_000));
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once("close", resolve));
}

async function runSuite(name: string, stdio: "inherit" | "pipe" = "inherit"): Promise<void> {
  const started = performance.now();
  const report = join(reports, `${name}.json`);
  const vitest = bin("vitest/vitest.mjs");
  const args = [
    vitest,
    "run",
    "--project",
    name,
    ...(name === "server" ? ["--sequence.shuffle.tests", `--sequence.seed=${seed}`] : []),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ["inherit", stdio, stdio],
    env: { ...process.env, SENT_STATEMENTS: sent },
  });
  // Whole lines, so that suites beside each other do not cut into one another's.
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on("line", (line) => console.log(line));
  const status = await exitOf(child);
  suiteTimes.push(`${name} ${Math.round((performance.now() - started) / 1000)} s`);
  const counts = countsOf(report);
  if (status !== 0 && counts.failed === 0) failures.push(`${name}: the suite ended with ${status}`);
  total.passed += counts.passed;
  // A suite that breaks before it can count, or that ran nothing, is a failure of its own.
  total.failed +=
    counts.failed + (status !== 0 && counts.failed === 0 ? 1 : 0) + (counts.passed + counts.failed === 0 ? 1 : 0);
}

/**
 * Every piece of SQL of the program was sent by some server test, so that a misspelled column cannot wait for its first user. Of those
 * that read several tables of tenants, each names the account of each table. What each answers is what its author declares. The text of those that come from several files is committed.
 */
function lookAtStatements(): void {
  const program = projectFiles().filter(isProgram);
  const files = readdirSync(sent).filter((file) => file.startsWith("taken-"));
  const taken = files.flatMap((file) => JSON.parse(readFileSync(join(sent, file), "utf8")) as Taken[]);
  const texts = [...new Set(taken.map(({ text }) => text))];
  const pieces = program.flatMap((path) => sqlPieces(path, textOf(path)));
  judge("every statement was sent", unsent(pieces, texts));
  judge(
    "every statement names the account of each tenant's table",
    accountsUnnamed(tenantTables(textOf("apps/server/schema.sql")), ofProgram(pieces, texts)),
  );
  judge("every assembled statement is committed", uncommitted(program, taken));
  // Where not even the tests' database began, all of this is said already.
  const columnsPath = join(sent, "columns.json");
  const columns = existsSync(columnsPath) ? (JSON.parse(readFileSync(columnsPath, "utf8")) as Column[]) : [];
  judge("rows are what they say", untrueRows(declaredRows("apps/server/tsconfig.json", root, program), taken, columns));
}

function judge(wanted: string, against: readonly string[]): void {
  total[against.length === 0 ? "passed" : "failed"] += 1;
  if (against.length > 0) failures.push(`${wanted}: ${against.length}`);
  console.log(against.length === 0 ? `ok     ${wanted}` : `FAILED ${wanted}\n${against.join("\n")}`);
}

type TestResult = { fullName: string; status: string; failureMessages: string[] };
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number; assertionResults: TestResult[] }[];
};

function countsOf(report: string): { passed: number; failed: number } {
  try {
    const json = JSON.parse(readFileSync(report, "utf8")) as Report;
    for (const { name, startTime, endTime, assertionResults } of json.testResults) {
      const file = relative(root, name);
      times.push({ file, seconds: (endTime - startTime) / 1000 });
      // What the first try failed for stays with a test that passed in the end.
      for (const { fullName, failureMessages, status } of assertionResults)
        if (status === "failed" || (status === "passed" && failureMessages[0] !== undefined))
          (status === "failed" ? failures : secondTries).push(
            `${file}: ${fullName}\n${(failureMessages[0] ?? "").split("\n", 3).join("\n")}`,
          );
    }
    return { passed: json.numPassedTests, failed: json.numFailedTests };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

function printTimes(): void {
  const slowest = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, 12);
  console.log("\nslowest files");
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  console.log(`beside each other: ${suiteTimes.join(", ")}`);
  const minutes = (performance.now() - begun) / 60_000;
  const over = minutes > BUDGET_MINUTES ? `, ${(minutes - BUDGET_MINUTES).toFixed(1)} over` : "";
  console.log(`${minutes.toFixed(1)} minutes of a budget of ${BUDGET_MINUTES.toFixed(1)}${over}`);
}
