import { type CoverageContext, type CoverageRow, mentions, writes } from "./reach.ts";
import { problemsOfReaders, shownTooEarly } from "./readers.ts";

/** Parts of the product that are not built; a blank row names the one that owes it. */
export const LATER = [
  "the stay of a send",
  "LINE",
  "mail templates and statistics",
  "notices on the home page",
  "registration cards",
] as const;

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;

export function readCoverageRows(markdown: string): { rows: CoverageRow[]; malformed: string[] } {
  const lines = markdown.split("\n").filter((line) => line.startsWith("|") && !/^\|[-| :]+\|$/.test(line));
  const cells = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const body = cells.filter((row) => row[0] !== "Entity");
  const rows = body
    .filter((row) => row.length === 6)
    .map(([entity = "", field = "", columns = "", writer = "", reader = "", test = ""]) => ({
      entity,
      field,
      columns,
      writer,
      reader,
      test,
    }));
  return { rows, malformed: body.filter((row) => row.length !== 6).map((row) => row.join(" | ")) };
}

/** Everything that is not true of the table, one sentence each. */
export function problemsOf(rows: readonly CoverageRow[], world: CoverageContext): string[] {
  const keys = rows.map((row) => `${row.entity}.${row.field}`);
  const asked = new Set(
    Object.entries(world.asked).flatMap(([entity, fields]) => fields.map((field) => `${entity}.${field}`)),
  );
  return [
    ...[...asked].filter((key) => !keys.includes(key)).map((key) => `${key}: the specification asks for it`),
    ...keys.filter((key) => !asked.has(key)).map((key) => `${key}: the specification does not know it`),
    ...keys.filter((key, i) => keys.indexOf(key) !== i).map((key) => `${key}: twice`),
    ...rows.flatMap((row) => problemsOfRow(row, world).map((problem) => `${row.entity}.${row.field}: ${problem}`)),
  ];
}

function problemsOfRow(row: CoverageRow, world: CoverageContext): string[] {
  const columns = row.columns.startsWith("(") ? [] : row.columns.split(/,\s*/);
  const missing = columns.filter((column) => !column.startsWith("*.") && !world.columns.has(column));
  const problems = missing.map((column) => `no column ${column}`);
  if (row.columns === "") problems.push("names no place");
  const [kind, rest = ""] = row.writer.split(/:\s*/, 2);
  const named = rest.split(/,\s*/);
  if (kind === "later") {
    if (!LATER.some((part) => part === rest)) problems.push(`no later part ${rest}`);
    if (row.test !== "") problems.push("a test of what nobody writes");
    if (row.reader !== "") problems.push("a reader of what nobody writes");
    return [...problems, ...shownTooEarly(row, columns, world)];
  }
  return [
    ...problems,
    ...problemsOfWriter(kind ?? "", named, columns, world),
    ...(kind === "file" ? [] : problemsOfReaders(row, columns, world)),
    ...problemsOfTests(row, columns, world),
  ];
}

function problemsOfWriter(
  kind: string,
  named: readonly string[],
  columns: readonly string[],
  world: CoverageContext,
): string[] {
  switch (kind) {
    case "call":
    case "job": {
      const unknown = named.filter((name) => !(kind === "call" ? world.calls : world.jobs).has(name));
      if (unknown.length > 0) return unknown.map((name) => `no ${kind} ${name} that writes`);
      return columns
        .filter((column) => !named.some((name) => writes(kind, name, column, world)))
        .map((column) => `${kind} does not write ${column}`);
    }
    case "database": {
      if (named.join() !== "default") return [`no writer database: ${named.join()}`];
      const line = (column: string) =>
        column.startsWith("*.")
          ? [...world.columns].find(([name]) => name.endsWith(column.slice(1)))?.[1]
          : world.columns.get(column);
      return columns
        .filter((column) => !/ default /.test(line(column) ?? ""))
        .map((column) => `${column} has no default`);
    }
    case "file":
      return named.filter((path) => world.textOf(path) === undefined).map((path) => `no file ${path}`);
    default:
      return [`no writer: ${kind || "blank"}`];
  }
}

function problemsOfTests(row: CoverageRow, columns: readonly string[], world: CoverageContext): string[] {
  if (row.test === "") return ["written, and no test"];
  return row.test.split(/,\s*/).flatMap((cell) => {
    const [, path = "", word] = /^(\S+)(?: \((.+)\))?$/.exec(cell) ?? [];
    const text = /\.(?:test|e2e)\.tsx?$/.test(path) ? world.textOf(path) : undefined;
    if (text === undefined) return [`no test ${cell}`];
    const own = row.field.split(".").at(-1) ?? "";
    // Words of its own only where the field has no spelling in code.
    if (word !== undefined && IDENTIFIER.test(own) && isSpelled(row)) return [`${path} must name ${own}`];
    const last = columns.map((column) => column.split(".")[1] ?? "");
    const names = word === undefined ? [own, ...(isEnumerated(row, world) ? [] : last)] : [word];
    if (word === undefined && !IDENTIFIER.test(own)) return [`${path} needs the words it names`];
    return names.some((name) => mentions(text, name)) ? [] : [`${path} does not name ${names[0]}`];
  });
}

/** Steps and what the screens do have no name in code. */
function isSpelled(row: CoverageRow): boolean {
  return !row.entity.endsWith(" step") && !row.columns.startsWith("(");
}

/** Values of enumerations share their column; their test must name the value itself. */
function isEnumerated(row: CoverageRow, world: CoverageContext): boolean {
  return row.columns !== "" && (world.asked[row.entity]?.length ?? 0) > 0 && !row.columns.endsWith(`.${row.field}`);
}
