import { defineConfig } from "vitest/config";
import { contractLines } from "./contract-lines.ts";

/** Sheets of thousands of font faces, which no document here shows. */
const noFonts = {
  name: "okaeri-no-fonts",
  resolveId: (source: string) => (source.startsWith("fonts:") ? `\0${source}` : undefined),
  load: (id: string) => (id.startsWith("\0fonts:") ? "" : undefined),
};

// css: the colour test reads the style sheet as it is.
export default defineConfig({
  plugins: [contractLines(), noFonts],
  test: { name: "web", include: ["src/**/*.test.{ts,tsx}"], css: true, testTimeout: 60_000 },
});
