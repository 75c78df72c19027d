import { dirname, join } from "node:path";

// What a call or a job leads to, and what stands there.

/** One line of docs/coverage.md. */
export type CoverageRow = {
  entity: string;
  field: string;
  columns: string;
  writer: string;
  reader: string;
  test: string;
};

/** What the table is held against. */
export type CoverageContext = {
  /** Entity or enumeration → its fields or values, from checks/specification.ts. */
  asked: Record<string, readonly string[]>;
  /** `table.column` → its line in schema.sql. */
  columns: ReadonlyMap<string, string>;
  /** Calls that write, as `section.name`. */
  calls: ReadonlySet<string>;
  jobs: ReadonlySet<string>;
  /** Calls as `section.name` → every key of their answers. */
  answers: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same → what their input holds, as `within.key`, and `.key` at its top. */
  accepted: ReadonlyMap<string, ReadonlySet<string>>;
  /** Tables of which every row is owed by a later part. */
  laterTables: ReadonlySet<string>;
  /** Text of a file of the project; undefined when there is none. */
  textOf(path: string): string | undefined;
  /** Every file of the server's sections. */
  sections: readonly string[];
};

export function mentions(text: string, name: string): boolean {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![A-Za-z0-9_])${escaped}(?![A-Za-z0-9_])`).test(text);
}

const ACTION_KINDS = "apps/server/src/main/action-kinds.ts";
const PUSH_ENGINE = "apps/server/src/main/push-engine.ts";

/** Files in which a call or a job begins. */
export function entriesOf(kind: "call" | "job", name: string, { sections, textOf }: CoverageContext): string[] {
  if (kind === "job") {
    const begin = sections.filter(
      (path) => textOf(path)?.includes(`"${name}":`) && /Jobs\((app|engine)/.test(textOf(path) ?? ""),
    );
    // The engine of pushes is handed its channels and its campaigns where it is put together.
    return begin.some((path) => path.includes("/pushes/")) ? [...begin, PUSH_ENGINE] : begin;
  }
  const [section = ""] = name.split(".");
  const routes = sections.filter(
    (path) => path.endsWith(".routes.ts") && mentions(textOf(path) ?? "", `os.${section}`),
  );
  // What a campaign's actions can be, it is handed where the calls are bound.
  return section === "campaigns" ? [...routes, ACTION_KINDS] : routes;
}

type Source = { path: string; text: string };
type Known = { sources: Map<string, Source[]>; written: Map<string, boolean> };
const knownOf = new WeakMap<CoverageContext, Known>();

/** Whether what a call or a job leads to, however far, writes the column. */
export function writes(kind: "call" | "job", name: string, column: string, world: CoverageContext): boolean {
  const known = knownOf.get(world) ?? { sources: new Map(), written: new Map() };
  knownOf.set(world, known);
  const sources = known.sources.get(name) ?? reachedFrom(entriesOf(kind, name, world), world);
  known.sources.set(name, sources);
  const key = `${name} ${column}`;
  const written = known.written.get(key) ?? isWritten(column, sources);
  known.written.set(key, written);
  return written;
}

export function reachedFrom(entries: readonly string[], world: CoverageContext): Source[] {
  const seen = new Map<string, string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = world.textOf(path);
    if (text === undefined || seen.has(path)) continue;
    seen.set(path, text);
    for (const [, target = ""] of text.matchAll(/from "([.@][^"]+)"/g))
      waiting.push(
        target.startsWith(".")
          ? join(dirname(path), target)
          : `${target.replace(/^@okaeri\/(\w+)\//, "packages/$1/src/")}.ts`,
      );
  }
  return [...seen].map(([path, text]) => ({ path, text }));
}

/** Some file of the server writes the table, and the column is named in one that does. */
function isWritten(place: string, sources: readonly Source[]): boolean {
  const [table = "", column = ""] = place.split(".");
  if (table === "*") return sources.length > 0;
  // An insert or update, the query builder's, or the table's name as a part of one.
  const writing = new RegExp(`(?:insert into|update|copy) ${table}\\b|"${table}"|sql\`${table}\``, "i");
  const writers = sources.filter(({ path, text }) => path.startsWith("apps/server/") && writing.test(text));
  // Beside the table, or in the contract's fields that the call spreads into it.
  const named = sources.filter(({ text }) => mentions(text, table) || /z\.(?:strictObject|object)\(/.test(text));
  return writers.length > 0 && (column === "id" || named.some(({ text }) => mentions(text, column)));
}
