import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";

const START = join(import.meta.dirname, "start.ts");

type Database = { appUrl: string; ownerUrl: string };
/** Settings beside, or instead of, those that every process of a test has. */
export type Settings = Record<string, string | undefined>;

/** The process itself, as a service manager starts it, on a PostgreSQL of one's own. */
export function startProcess(
  { appUrl, ownerUrl }: Database,
  folder: string,
  over: Settings,
  program = START,
  args: readonly string[] = [],
) {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      SECRET_KEY: "a key for tests only",
      SMTP_URL: "smtp://127.0.0.1:9",
      DATA_DIR: folder,
      ROLES: "worker",
      LOG_LEVEL: "silent",
      ...over,
    },
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (data: Buffer) => {
    output.out += data.toString();
  });
  child.stderr.on("data", (data: Buffer) => {
    output.err += data.toString();
  });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  return { child, output, ended };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => probe.once("listening", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}
