import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { startMailCatcher } from "./catcher.ts";

const folder = mkdtempSync(join(tmpdir(), "okaeri-catcher-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("an installation without the demo's catcher says how to go on", async () => {
  // As if it had not been installed.
  const missing = `import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => next(name === "maildev" ? "maildev-that-is-not-there" : name, context) });`;
  vi.stubEnv("NODE_OPTIONS", `--import=data:text/javascript,${encodeURIComponent(missing)}`);
  try {
    await expect(startMailCatcher(folder, 0)).rejects.toThrow(/^SMTP_URL: .*maildev.*--omit=dev/);
  } finally {
    vi.unstubAllEnvs();
  }
});
