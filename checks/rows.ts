import type { Field, Shape, Taken } from "../apps/server/src/test/answers.ts";
import type { Column } from "../apps/server/src/test/columns.ts";
import type { Declared } from "./declared-rows.ts";
import { stands } from "./statements.ts";

type Row = Required<Pick<Shape, "fields">>;

/**
 * Where a statement's row is declared otherwise than PostgreSQL answers it: a field that is not answered, one of another type, one that
 * may be null. `columns` are those of the tables, for what is not seen in the answers themselves.
 */
export function untrueRows(
  declared: readonly Declared[],
  taken: readonly Taken[],
  columns: readonly Column[],
): string[] {
  const columnOf = new Map(columns.map((column) => [`${column.table} ${column.number}`, column]));
  const tables = new Set(columns.map(({ of }) => of));
  const placesOf = placesByTemplate(declared.filter(({ isTemplate }) => isTemplate));
  const texts = declared.filter(({ isTemplate }) => !isTemplate);
  const compared = new Set<Declared>();
  const found = distinct(taken).flatMap(({ text, templates, fields = [] }) => {
    const reading: Reading = {
      text,
      outer: tablesJoinedOuter(text, tables),
      columnOf: ({ column }) => column && columnOf.get(`${column.table} ${column.number}`),
    };
    const groups =
      templates.length > 0
        ? templates.map((parts) => placesOf.get(keyOf(parts)) ?? [])
        : [texts.filter(({ parts }) => text.startsWith(parts[0] ?? "") && stands(parts, text))];
    return groups.flatMap((places) => {
      const each = places.map((place) => {
        compared.add(place);
        return against(place.row as Row & Shape, fields, reading).map((what) => `${place.place} ${what}`);
      });
      // Where the same words stand in several places, what was answered belongs to one of them.
      return each.some((wrong) => wrong.length === 0) ? [] : each.flat();
    });
  });
  const unseen = declared.filter((each) => each.isTemplate && !compared.has(each));
  return [...new Set(found), ...unseen.map(({ place }) => `${place} no test saw what it answers`)].toSorted();
}

/** Each file of tests reports what it saw; most of them saw the same. */
function distinct(taken: readonly Taken[]): Taken[] {
  const answered = taken.filter(({ fields }) => fields !== undefined);
  return [...new Map(answered.map((each) => [each.text + JSON.stringify(each.fields), each])).values()];
}

const keyOf = (parts: readonly string[]) => parts.join("\0");

function placesByTemplate(declared: readonly Declared[]): Map<string, Declared[]> {
  const places = new Map<string, Declared[]>();
  for (const each of declared) {
    const key = keyOf(each.parts);
    places.set(key, [...(places.get(key) ?? []), each]);
  }
  return places;
}

type Reading = { text: string; outer: ReadonlySet<string> | "any"; columnOf(field: Field): Column | undefined };

function against(row: Row, fields: readonly Field[], reading: Reading): string[] {
  const answered = new Map(fields.map((field) => [field.name, field]));
  return Object.entries(row.fields).flatMap(([name, declaredShape]) => {
    const field = answered.get(name);
    if (field === undefined) return declaredShape.optional ? [] : [`${name}: declared, but not answered`];
    const wrong = misfits(name, declaredShape, field.shape);
    const column = reading.columnOf(field);
    if (wrong.length > 0 || column === undefined || declaredShape.kinds.includes("any")) return wrong;
    return [...textsOmitted(declaredShape, column, reading.text), ...otherwiseNull(declaredShape, column, reading)].map(
      (what) => `${name}: ${column.of}.${column.name} ${what}, declared ${worded(declaredShape)}`,
    );
  });
}

/** What the column lets in, whether or not a test has put it there. */
function textsOmitted(declaredShape: Shape, column: Column, text: string): string[] {
  const missed = (column.texts ?? []).filter(
    (each) => declaredShape.texts !== undefined && !declaredShape.texts.includes(each),
  );
  return missed.length > 0 && !isAsked(column.name, text) && !/\bjoin\b/.test(text)
    ? [`may be ${missed.join(", ")}`]
    : [];
}

function otherwiseNull(declaredShape: Shape, column: Column, { text, outer }: Reading): string[] {
  const mayBeNull = declaredShape.kinds.includes("null");
  if (column.may_be_null === true && !mayBeNull && !isAsked(column.name, text)) return ["may be null"];
  const isOmitted = outer === "any" || outer.has(column.of);
  return column.may_be_null === false && mayBeNull && !isOmitted ? ["is never null"] : [];
}

/** Whether a condition asks for a column of this name, by which rows with some of its values, or with none, may be left out. */
function isAsked(name: string, text: string): boolean {
  const column = `\\b${name}\\b`;
  return new RegExp(`${column} ?(=|<|>|~|in\\b|is not null|between)|(=|<|>) ?(any ?\\( ?)?(\\w+\\.)?${column}`).test(
    text,
  );
}

function misfits(path: string, declaredShape: Shape, seen: Shape): string[] {
  if (declaredShape.kinds.includes("any")) return [];
  const kinds = seen.kinds.filter((kind) => !declaredShape.kinds.includes(kind));
  if (kinds.length > 0) return [`${path}: declared ${worded(declaredShape)}, answered ${kinds.join(" or ")}`];
  const texts = (seen.texts ?? []).filter(
    (text) => declaredShape.texts !== undefined && !declaredShape.texts.includes(text),
  );
  if (texts.length > 0) return [`${path}: declared ${worded(declaredShape)}, answered ${texts.join(", ")}`];
  const items = declaredShape.items && seen.items ? misfits(`${path}[]`, declaredShape.items, seen.items) : [];
  if (!declaredShape.fields || !seen.fields) return items;
  const answered = seen.fields;
  const fields = Object.entries(declaredShape.fields).flatMap(([name, each]) => {
    const found = answered[name];
    if (found === undefined) return each.optional ? [] : [`${path}.${name}: declared, but not answered`];
    if (found.optional && !each.optional) return [`${path}.${name}: declared, but not always answered`];
    return misfits(`${path}.${name}`, each, found);
  });
  return [...items, ...fields];
}

function worded({ kinds, texts }: Shape): string {
  return kinds
    .map((kind) => (kind === "string" && texts ? texts.map((text) => `"${text}"`).join(" | ") : kind))
    .join(" | ");
}

/** Tables whose rows an outer join may leave out, by which their columns may be null; `any` where it cannot be told which. */
function tablesJoinedOuter(text: string, tables: ReadonlySet<string>): ReadonlySet<string> | "any" {
  if (/\b(right|full)\s+(outer\s+)?join\b/.test(text)) return "any";
  const found = new Set<string>();
  for (const { index, 0: words } of text.matchAll(/\bleft\s+(outer\s+)?join\s+(lateral\s+)?/g)) {
    const rest = text.slice(index + words.length);
    const name = /^\w+/.exec(rest)?.[0];
    if (name !== undefined && !tables.has(name)) return "any";
    const inside = name ?? inBrackets(rest);
    for (const [word] of inside.matchAll(/\w+/g)) if (tables.has(word)) found.add(word);
  }
  return found;
}

function inBrackets(text: string): string {
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") open++;
    if (text[at] === ")" && --open === 0) return text.slice(0, at);
  }
  return text;
}
