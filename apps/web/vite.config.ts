import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { minifyContractRouter } from "@orpc/contract";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const require = createRequire(import.meta.url);

/**
 * Name, method and path of every call, a line each, without the zod schemas: the browser needs only these
 * (src/api/contract-routes.ts), and the schemas would cost the sign-in page more than a quarter of its budget.
 */
function contractLines(): Plugin {
  const id = "virtual:contract-lines";
  return {
    name: "okaeri-contract-lines",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(resolved) {
      if (resolved !== `\0${id}`) return undefined;
      const { contract } = await import("@okaeri/contract/contract");
      const lines = linesOf(minifyContractRouter(contract), "");
      return `export const contractLines = ${JSON.stringify(lines.join("\n"))};`;
    },
  };
}

/** `customers.get GET /customers/{id}`; a call whose input is split into parts says so in a fourth word. */
function linesOf(router: object, name: string): string[] {
  return Object.entries(router).flatMap(([key, part]: [string, object]) => {
    if (key !== "~orpc") return linesOf(part, name === "" ? key : `${name}.${key}`);
    const { route } = part as { route: { method?: string; path?: string; inputStructure?: string } };
    return [[name, route.method, route.path, route.inputStructure].filter((word) => word !== undefined).join(" ")];
  });
}

/**
 * Noto Sans JP in two style sheets: `fonts:frequent` (everyday characters, all the sign-in page needs) and
 * `fonts:rare` (the long tail of kanji in names), which the signed-in shell loads.
 */
function fontSheets(): Plugin {
  const sheet = require.resolve("@fontsource-variable/noto-sans-jp/index.css");
  const folder = dirname(sheet);
  // Subsets are ordered by how often their characters occur; from this one on they cover the everyday 2,000 kanji.
  const firstFrequentSubset = 84;
  return {
    name: "okaeri-font-sheets",
    enforce: "pre",
    resolveId(source) {
      const half = /^fonts:(frequent|rare)$/.exec(source)?.[1];
      return half === undefined ? undefined : join(folder, `okaeri-${half}.css`);
    },
    load(id) {
      const half = /okaeri-(frequent|rare)\.css$/.exec(id)?.[1];
      if (half === undefined) return undefined;
      const faces = readFileSync(sheet, "utf8").match(/\/\*[^*]*\*\/\s*@font-face\s*\{[^}]*\}/g) ?? [];
      const wanted = faces.filter((face) => {
        const subset = /noto-sans-jp-\[(\d+)\]/.exec(face)?.[1];
        const frequent = subset === undefined || Number(subset) >= firstFrequentSubset;
        return frequent === (half === "frequent");
      });
      return wanted.join("\n");
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      // A page's loader travels with its page, so that the first load carries paths and search rules only.
      codeSplittingOptions: { defaultBehavior: [["loader", "component", "errorComponent", "notFoundComponent"]] },
      routesDirectory: "./src/routes",
      generatedRouteTree: "./src/routeTree.gen.ts",
      routeFileIgnorePrefix: "-",
      quoteStyle: "double",
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    contractLines(),
    fontSheets(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The policy is script-src 'self' and font-src 'self': nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few, larger files: a request for a few hundred bytes costs more than the bytes, and they compress worse.
          groups: [
            {
              // What every page starts with: the libraries and the parts of Mantine on the sign-in page.
              name: "base",
              priority: 30,
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|@orpc|i18next|react-i18next|html-parse-stringify|void-elements|zod)\/|\/src\/shell\/(AppLink|BrandMark|Footer|LanguageSwitch|leave-guards|toasts|use-logout)\.|@mantine\/core\/esm\/(core|components\/(ActionIcon|Button|Input|InputBase|Loader|PasswordInput|TextInput|UnstyledButton))\//,
            },
            // All route files, which the router needs to know every path.
            { name: "routes", priority: 20, test: /\/src\/routes\/[^?]*$/ },
            {
              // What the header and menu of every signed-in page need.
              name: "frame",
              priority: 10,
              test: /\/src\/shell\/AppFrame\.tsx$|\/src\/ui\/(Card|DataTable|EmptyState|ErrorState|PageHeader|Pager|Stacked|Tag|format|values)\.tsx?$/,
            },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 700,
  },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: { "/api": { target: process.env.API_ORIGIN ?? "http://127.0.0.1:3000", changeOrigin: false } },
  },
});
