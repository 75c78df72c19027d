import { defineConfig } from "vitest/config";
import { TEST_LANES } from "./e2e/lanes.ts";
import { LongestFirst } from "./e2e/longest-first.ts";

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      "apps/web",
      // Rules are pure functions: nothing of one file is there for the next.
      { test: { name: "domain", include: ["packages/*/src/**/*.test.ts"], isolate: false, maxWorkers: 2 } },
      {
        test: {
          name: "server",
          include: ["apps/server/src/**/*.test.ts", "checks/**/*.test.ts"],
          globalSetup: ["apps/server/src/test/global-setup.ts"],
          setupFiles: ["apps/server/src/test/record-statements.ts"],
          // Loading the server anew for each file took a quarter of the time; nothing of it is kept in a module.
          isolate: false,
          // The host stands where it is still yesterday when Japan's day begins. PostgreSQL plans each statement of a connection once.
          env: { TZ: "America/Los_Angeles", PLANNED_ONCE: "1" },
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
          // A worker waits for PostgreSQL three quarters of its time.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "long",
          include: [
            "apps/server/src/**/*.long.ts",
            "apps/server/src/http/{authorisation,hostile-input,hostile-administration}.test.ts",
          ],
          env: { WHOLE_MATRIX: "1" },
          globalSetup: ["apps/server/src/test/global-setup.ts"],
          testTimeout: 1_800_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        // The main job in a browser, on a database that was backed up and restored.
        test: {
          name: "restored",
          include: ["e2e/{sign-in,imports,customers,campaigns}.e2e.ts"],
          globalSetup: ["e2e/restored-product.ts"],
          setupFiles: ["e2e/each-file.ts"],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry: 1,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: TEST_LANES,
        },
      },
      {
        test: {
          name: "browser",
          include: ["e2e/**/*.e2e.ts"],
          globalSetup: ["e2e/product.ts"],
          setupFiles: ["e2e/each-file.ts"],
          // A lane keeps its browser and what it has loaded; each file closes its windows.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A hiccup of a busy machine does not sink the whole run; scripts/test.ts names what needed it.
          retry: 1,
          // Vitest would give up after one second.
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: TEST_LANES,
        },
      },
    ],
  },
});
