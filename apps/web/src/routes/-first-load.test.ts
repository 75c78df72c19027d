import { describe, expect, it } from "vitest";

const routes = import.meta.glob<string>("./**/*.tsx", { query: "?raw", import: "default", eager: true });
const sections = import.meta.glob<string>("../sections/**/*.{api,search}.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

const CONTRACT = "../../../../packages/contract/src";
const contract = import.meta.glob<string>("../../../../packages/contract/src/**/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const program = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.{test,fixture}.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});

type Import = { names: string[]; from: string };

/** Value imports of a source text; type-only ones vanish when built. */
function valueImports(source: string): Import[] {
  return [...source.matchAll(/^import (?!type )\{([^}]*)\} from "([^"]+)"/gms)].map(([, names = "", from = ""]) => ({
    names: names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type ")),
    from,
  }));
}

const isConstant = (name: string) => /^[A-Z][A-Z0-9_]*$/.test(name);

/**
 * The router loads every route file with the first page, and with it whatever its search schema needs. Components and
 * loaders are split off with what they call; a constant taken from a page's file would drag the whole page along (budget: 200 kB gzip).
 */
describe("what the sign-in page loads", () => {
  it.each(Object.entries(routes))(
    "%s takes only components from pages, constants from .api.ts or .search.ts",
    (_, source) => {
      const wrong = valueImports(source)
        .filter(({ from }) => from.includes("/sections/"))
        .filter(({ from, names }) => {
          if (/\.(api|search)\.ts$/.test(from)) return false;
          return names.some(isConstant);
        });
      expect(wrong).toEqual([]);
    },
  );

  it("no file takes a schema library along from the contract", () => {
    const withSchemas = new Set(["zod", "@orpc/contract"]);
    const reached = new Map<string, string>();
    const follow = (path: string, from: string) => {
      if (reached.has(path)) return;
      reached.set(path, from);
      const source = contract[`${CONTRACT}/${path}`];
      if (source === undefined) return;
      for (const { from: name, names } of valueImports(source))
        if (names.length > 0)
          follow(name.startsWith(".") ? new URL(name, `file:///${path}`).pathname.slice(1) : name, path);
    };
    for (const [path, source] of Object.entries(program))
      for (const { from, names } of valueImports(source))
        if (names.length > 0 && from.startsWith("@okaeri/contract/")) follow(`${from.slice(17)}.ts`, path);
    // Lists and problems are read in the browser; if nothing were reached, nothing would be shown.
    expect([...reached.keys()]).toEqual(expect.arrayContaining(["lists/customers.ts", "problems/problems.ts"]));
    expect([...reached].filter(([path]) => withSchemas.has(path))).toEqual([]);
  });

  it.each(Object.entries(sections))(
    "%s needs nothing of its section but other .api.ts and .search.ts files",
    (_, source) => {
      const wrong = valueImports(source).filter(
        ({ from }) => from.startsWith("./") && !/\.(api|search)\.ts$/.test(from),
      );
      expect(wrong).toEqual([]);
    },
  );
});
