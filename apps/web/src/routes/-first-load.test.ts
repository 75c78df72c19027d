import { describe, expect, it } from "vitest";

const routes = import.meta.glob<string>("./**/*.tsx", { query: "?raw", import: "default", eager: true });
const sections = import.meta.glob<string>("../sections/**/*.{api,search}.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

const lists = import.meta.glob<string>("../../../../packages/contract/src/lists/*.ts", {
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

  it.each([...Object.entries(routes), ...Object.entries(sections)])(
    "%s takes nothing but lists' descriptions from the contract, whose schemas would come along",
    (_, source) => {
      const wrong = valueImports(source).filter(({ from }) => /^@okaeri\/contract\/(?!lists\/)/.test(from));
      expect(wrong).toEqual([]);
    },
  );

  it.each(Object.entries(lists))("%s needs no schema library", (_, source) => {
    expect(valueImports(source).filter(({ from }) => !/^(\.\/|@okaeri\/domain\/)/.test(from))).toEqual([]);
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
