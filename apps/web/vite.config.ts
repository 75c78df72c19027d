import { createRequire } from "node:module";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractLines } from "./contract-lines.ts";
import { fontSheets } from "./font-sheets.ts";

const require = createRequire(import.meta.url);

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
    fontSheets(require.resolve("@fontsource-variable/noto-sans-jp/index.css")),
  ],
  // Since version 18 React has itself what this brings along for older ones.
  resolve: {
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: "react" },
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: "use-sync-external-store/with-selector" },
    ],
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The policy is script-src 'self' and font-src 'self': nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The sign-in page carries the names of what its fellow pages need beside themselves: their styles, which come no other way.
      // Scripts are found by the page that imports them.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === "html" ? needed : needed.filter((path) => path.endsWith(".css") && !/\/base-/.test(path)),
    },
    rolldownOptions: {
      output: {
        // A letter less than usual: the sign-in page carries the names of all parts, and these letters do not compress.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:4][extname]",
        codeSplitting: {
          // Few, larger files: a request for a few hundred bytes costs more than the bytes, and they compress worse.
          groups: [
            {
              // What every page starts with: the libraries and the parts of Mantine on the sign-in page.
              name: "base",
              priority: 30,
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|@orpc|i18next|react-i18next|html-parse-stringify|void-elements|zod)\/|\/src\/shell\/(?:\w+\/)?(AppLink|BrandMark|BareFrame|ErrorDisplay|Footer|FullPageError|Header|LanguageSwitch|PendingPage|leave-guards|toasts|use-logout)\.|@mantine\/core\/esm\/(core|components\/(ActionIcon|Button|Input|InputBase|Loader|PasswordInput|TextInput|UnstyledButton))\//,
            },
            // All route files, which the router needs to know every path.
            { name: "routes", priority: 20, test: /\/src\/routes\/[^?]*$/ },
            {
              // What the frame of every signed-in page needs, with what lists are made of and small things that several pages show.
              name: "frame",
              priority: 10,
              test: /\/src\/shell\/(?:frame\/)?(AppFrame|ToastHost|use-may)\.tsx?$|\/src\/parts\/lists\/(ListPage|list-address|list-columns|list-filters)\.tsx?$|\/node_modules\/react-toastify\/|\/src\/ui\/(Card|ColumnChoice|DataTable|DataTableCards|EmptyState|ErrorState|FilterChips|ListTable|PageHeader|Pager|ReasonedButton|SearchBox|Stacked|Tag|filter-editors|format|values)\.tsx?$|\/src\/.*\/(ActivityButtons|ListExport|ContactTags|RankTag|StateTag|ShareBars|customer-columns|[a-z]+-(tags|refusals))\.tsx?$|\/_app\.tsx\?|\/@tabler\/icons-react\//,
            },
            {
              // What pages with forms share; dialogs are among them, so that one never opens later than its page.
              name: "forms",
              priority: 5,
              test: /\/src\/shell\/UnsavedGuard\.tsx$|\/src\/parts\/(edited-document|records)\/(RecordForm|EditNotices|RecordPage|UnsavedDraftOffer|field-rules|use-edited-document|use-record-form)\.tsx?$|\/src\/ui\/(fields\/|(CopyText|Dialog|ProgressPanel|Refusal|SaveBar|SummaryStrip|Tabs)\.tsx?$)|@mantine\/core\/esm\/components\/(Checkbox|NativeSelect|Textarea)\//,
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
