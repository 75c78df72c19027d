import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { openQuickFolder } from "../apps/server/src/test/quick-folder.ts";

export type RunningProduct = {
  origin: string;
  mailCatcher: string;
  dataDir: string;
  /** Everything it has printed until it was ready. */
  printed: string;
  /** The data folder goes with it unless it is kept. */
  stop(options?: { keep: boolean }): Promise<void>;
};

/** Starts the product as `npm start` does, on free ports, and on a new data folder unless one is given. */
export async function runProduct(
  settings: NodeJS.ProcessEnv = {},
  dataDir = openQuickFolder(),
): Promise<RunningProduct> {
  const port = await freePort();
  const catcher = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../apps/server/src/main/start.ts")], {
    env: {
      ...process.env,
      PORT: String(port),
      MAIL_CATCHER_PORT: String(catcher),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      NODE_ENV: "test",
      DRAIN_SECONDS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on("data", (data: Buffer) => {
      printed += data.toString();
      if (printed.includes("終わるときは")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the product ended with ${code}:\n${printed}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    mailCatcher: `http://127.0.0.1:${catcher}`,
    dataDir,
    printed,
    async stop({ keep } = { keep: false }) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      if (!keep) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
