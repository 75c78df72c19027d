import { defineConfig } from "vitest/config";

// css: the colour test reads the style sheet as it is.
export default defineConfig({
  test: { name: "web", include: ["src/**/*.test.{ts,tsx}"], css: true },
});
