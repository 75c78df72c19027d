import { type CoverageContext, type CoverageRow, entriesOf, mentions, reachedFrom } from "./reach.ts";

// Who reads what a row's writer writes. A field that is written and that nothing answers, asks or decides by is no field in force.

/** Rows that are one value of a column each; steps and what the session holds go by what they write. */
const VALUES = /^Role$|[ _](?:status|type|reason|definition|target|system|code|channel|action|ratio|size|unit|value)$/;
const isValueOf = ({ entity }: CoverageRow) => VALUES.test(entity);

/** Everything that is not true of the readers a row names. */
export function problemsOfReaders(row: CoverageRow, columns: readonly string[], world: CoverageContext): string[] {
  const isValue = isValueOf(row);
  if (row.reader === "") return ["written, and read by nobody"];
  const [kind, rest = ""] = row.reader.split(/:\s*/, 2);
  const named = rest.split(/,\s*/);
  const names = namesOf(row, columns);
  switch (kind) {
    case "call":
      return [
        ...named.flatMap((name) => problemsOfCall(name, isValue ? columnNames(columns) : names, columns, world)),
        ...(isEcho(row, named, columns, world) ? ["answered by the section that was told it, and by nobody else"] : []),
      ];
    case "rule":
      return named.flatMap((path) => problemsOfRule(path, row, columns, isValue, world));
    case "screen":
      return named.flatMap((path) => problemsOfScreen(path, isValue ? [row.field] : names, world));
    default:
      return [`no reader: ${kind || "blank"}`];
  }
}

/** Where a record stays because something may hang on it: that shows nothing. */
const GUARDS = ["apps/server/src/sections/imports/undo/undo-verdicts.ts"];

/** Of a part that is not built nothing is shown: its tables are read by no statement, its columns by none that reads their table. */
export function shownTooEarly(row: CoverageRow, columns: readonly string[], world: CoverageContext): string[] {
  if (isValueOf(row)) return [];
  return columns.flatMap((place) => {
    const [table = "", column = ""] = place.split(".");
    const readers = world.sections.filter((path) => {
      const text = world.textOf(path) ?? "";
      if (GUARDS.includes(path) || !tablesRead(text).has(table)) return false;
      return world.laterTables.has(table) || wordsRead(text).has(column.replaceAll('"', ""));
    });
    return readers.map((path) => `nobody writes ${place}, and ${path} reads it`);
  });
}

/** Names a field goes by: its own, that of its column, `as` another one where it says so. */
function namesOf({ field }: CoverageRow, columns: readonly string[]): string[] {
  return [field.split(".").at(-1) ?? "", ...columnNames(columns)];
}

const columnNames = (columns: readonly string[]) =>
  columns.map((place) => (place.split(".")[1] ?? "").replaceAll('"', ""));

/** The call answers it, and a statement that it leads to reads the column. */
function problemsOfCall(
  cell: string,
  names: readonly string[],
  columns: readonly string[],
  world: CoverageContext,
): string[] {
  const [, name = "", alias] = /^(\S+?)(?: \((\w+)\))?$/.exec(cell) ?? [];
  const answered = world.answers.get(name);
  if (answered === undefined) return [`no call ${name} that answers`];
  const wanted = alias === undefined ? names : [alias];
  if (!wanted.some((one) => answered.has(one))) return [`${name} does not answer ${wanted.join(" or ")}`];
  const sources = sourcesOf(name, world);
  return columns
    .filter((place) => !sources.some(({ text }) => reads(text, place)))
    .map((place) => `${name} reads ${place} nowhere`);
}

/** What a call's body holds of a table that is saved within another one. */
const WITHIN: Record<string, string> = {
  campaign_segments: "segments",
  campaign_actions: "actions",
  points: "point",
  coupons: "coupon",
  mails: "mail",
  rank_details: "details",
  rfm_details: "details",
  rfm_groups: "groups",
  account_options: "options",
};

/** A section that only returns the value it was given does not obey it: a field of an edit form that nobody else reads. */
function isEcho(
  row: CoverageRow,
  readers: readonly string[],
  columns: readonly string[],
  world: CoverageContext,
): boolean {
  const writers = /^call: (.*)$/.exec(row.writer)?.[1]?.split(/,\s*/) ?? [];
  const isAccepted = columns.some((place) => {
    const [table = "", column = ""] = place.split(".");
    return writers.some((name) => world.accepted.get(name)?.has(`${WITHIN[table] ?? ""}.${column}`));
  });
  const sections = new Set(writers.map(sectionOf));
  return isAccepted && readers.every((name) => sections.has(sectionOf(name)));
}

const sectionOf = (call: string) => call.split(".")[0] ?? "";

/** Code of the product, not of tests, in which the value decides or the column is read. */
function problemsOfRule(
  path: string,
  row: CoverageRow,
  columns: readonly string[],
  isValue: boolean,
  world: CoverageContext,
): string[] {
  const text = programOf(path, world);
  if (text === undefined) return [`no rule ${path}`];
  if (isValue)
    return new RegExp(`["'\`]${escaped(row.field)}["'\`]`).test(withoutTypes(text))
      ? []
      : [`${path} does not ask for ${row.field}`];
  const names = namesOf(row, columns);
  const domain = path.startsWith("packages/domain/");
  const read = domain
    ? names.some((name) => new RegExp(`(?:\\.|[{,] )${escaped(name)}\\b`).test(withoutTypes(text)))
    : columns.length === 0 || columns.some((place) => reads(text, place));
  return read ? [] : [`${path} does not read ${names[0]}`];
}

/** A page or its words. */
function problemsOfScreen(path: string, names: readonly string[], world: CoverageContext): string[] {
  const text = /^apps\/web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) ? world.textOf(path) : undefined;
  if (text === undefined) return [`no screen ${path}`];
  return names.some((name) => mentions(withoutTypes(text), name)) ? [] : [`${path} does not show ${names[0]}`];
}

/** Text of a file that is no test, fixture, demo or declaration; of the schema its functions. */
function programOf(path: string, world: CoverageContext): string | undefined {
  if (path === "apps/server/schema.sql")
    return [
      ...(world.textOf(path) ?? "").matchAll(/create or replace function[\s\S]*?\$function\$[\s\S]*?\$function\$/gi),
    ].join("\n");
  return isProgram(path) ? world.textOf(path) : undefined;
}

type Sources = readonly { path: string; text: string }[];
const sourcesKnown = new WeakMap<CoverageContext, Map<string, Sources>>();
/** Files of the server that a call leads to. */
function sourcesOf(call: string, world: CoverageContext): Sources {
  const known = sourcesKnown.get(world) ?? new Map<string, Sources>();
  sourcesKnown.set(world, known);
  const found =
    known.get(call) ??
    reachedFrom(entriesOf("call", call, world), world).filter(({ path }) => path.startsWith("apps/server/"));
  known.set(call, found);
  return found;
}

/** Memoised by text: many rows read the same files. */
function once<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? work(text);
    known.set(text, found);
    return found;
  };
}

function isProgram(path: string): boolean {
  return (
    /^(?:apps\/server\/src|packages\/domain\/src)\/.*\.ts$/.test(path) &&
    !/\.(?:test|fixture|long)\.ts$|\/(?:seed|test)\//.test(path)
  );
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A statement that names the table also reads the column: elsewhere than among what is inserted or set. */
function reads(text: string, place: string): boolean {
  const [table = "", quoted = ""] = place.split(".");
  const column = quoted.replaceAll('"', "");
  const words = wordsRead(text);
  return (table === "*" || words.has(table)) && words.has(column);
}

/** A file's text without what only writes or only declares: values, column lists of inserts, left sides of set, types, comments. */
const reading = once((text) =>
  withoutTypes(text)
    .replaceAll(/\$\{[^{}`]*\}/g, "")
    .replaceAll(/insert into \w+(?: as \w+)?\s*\([^)]*\)/g, "")
    .replaceAll(/copy \w+\s*\([^)]*\)/g, "")
    .replaceAll(/on conflict \([^)]*\)/g, "")
    .replaceAll(/(?<=(?:\bset|,)\s+)\w+(?= = )/g, "")
    .replaceAll(/\bexcluded\.\w+/g, "")
    .replaceAll(/\bas \w+ \([^)]*\)/g, ""),
);

const withoutTypes = once((text) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/(?<![:"'])\/\/.*$/gm, "")
    .replaceAll(/^[ \t]*(?:readonly )?\w+\??: [^,(\n]*;$/gm, "")
    .replaceAll(/^(?:export )?type .*;$/gm, ""),
);

const tablesRead = once(
  (text) => new Set([...reading(text).matchAll(/\b(?:from|join) (\w+)/g)].map((match) => match[1])),
);

/** Every word of what a file reads. */
const wordsRead = once((text) => new Set(reading(text).match(/[A-Za-z_][A-Za-z0-9_]*/g)));
