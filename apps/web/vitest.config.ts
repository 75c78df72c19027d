import { defineConfig } from "vitest/config";
import { contractLines } from "./contract-lines.ts";

/** Sheets of thousands of font faces, which no document here shows. */
const noFonts = {
  name: "okaeri-no-fonts",
  resolveId: (source: string) => (source.startsWith("fonts:") ? `\0${source}` : undefined),
  load: (id: string) => (id.startsWith("\0fonts:") ? "" : undefined),
};

export default defineConfig({
  plugins: [contractLines(), noFonts],
  test: {
    name: "web",
    include: ["src/**/*.test.{ts,tsx}"],
    // The colour test reads that sheet. The others only cost time: a document asks all their rules at each look at a style.
    css: { include: [/tokens\.css/] },
    // Loading the product anew for each file took half of the time; each file clears away what it showed.
    isolate: false,
    maxWorkers: 2,
    setupFiles: ["src/test/each-file.ts"],
    testTimeout: 60_000,
  },
});
