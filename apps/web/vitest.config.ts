import { defineConfig } from "vitest/config";
import { contractLines } from "./contract-lines.ts";

// css: the colour test reads the style sheet as it is.
export default defineConfig({
  plugins: [contractLines()],
  test: { name: "web", include: ["src/**/*.test.{ts,tsx}"], css: true },
});
