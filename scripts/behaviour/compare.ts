import { readFileSync } from "node:fs";
import type { Json } from "./json.ts";

const SHOWN = 20;

/** Prints the first differences between two files of `scripts/behaviour.ts`. Returns the exit code: 1 if there are differences. */
export function compare(beforeFile: string, afterFile: string, renamesFile: string | undefined): number {
  const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Record<string, Json>;
  const renames = (renamesFile === undefined ? {} : read(renamesFile)) as Record<string, string>;
  const before = rename(read(beforeFile), renames);
  const after = read(afterFile);
  const found = [...differences(before, after, "")];
  for (const one of found.slice(0, SHOWN)) console.log(one);
  console.log(found.length > 0 ? `${found.length} differences` : `equal: ${countsOf(after)}`);
  return found.length > 0 ? 1 : 0;
}

/** Number of entries of each section. */
export function countsOf(sections: Record<string, Json>): string {
  const size = (value: Json) => (value === null ? 0 : Object.keys(value).length);
  const count = ([name, value]: [string, Json]) => {
    if (name !== "tables") return `${size(value)} ${name}`;
    const rows = Object.values(value ?? {}).reduce((sum: number, one) => sum + size(one as Json), 0);
    return `${rows} rows in ${size(value)} tables`;
  };
  return Object.entries(sections).map(count).join(", ");
}

function rename(value: Json, renames: Record<string, string>, above: readonly string[] = []): Json {
  const nameOf = (word: string): string =>
    above.map((one) => renames[`${one}.${word}`]).findLast((one) => one !== undefined) ?? renames[word] ?? word;
  if (typeof value === "string") return nameOf(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((one) => rename(one, renames, above));
  const entries = Object.entries(value).map(([key, one]): [string, Json] => {
    const whole = nameOf(key);
    // Addresses and primary keys consist of several words.
    const renamed = whole === key ? key.split(/([/?&=])/).map(nameOf) : [whole];
    return [renamed.join(""), rename(one, renames, [...above, key])];
  });
  if (new Set(entries.map(([key]) => key)).size < entries.length)
    throw new Error(`RENAMES gives two keys below "${above.join(" › ")}" the same name`);
  return Object.fromEntries(entries);
}

function sorted(values: readonly Json[]): Json[] {
  const keyed = values.map((value) => ({ value, order: orderOf(value) }));
  return keyed.sort((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order))).map(({ value }) => value);
}

/** Text of a value that does not depend on the order of its keys. */
function orderOf(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(orderOf).join();
  const entries = Object.entries(value).map(([key, one]) => `${key}:${orderOf(one)}`);
  return entries.sort().join();
}

/**
 * Lists without an order: mails of one send, rows of a table without a primary key, and what happened at the same moment in the export of a
 * guest's data.
 */
const UNORDERED = /^ › (mails$|tables › [^›]+$|pages › \S+\/data › )/;

function* differences(before: Json | undefined, after: Json | undefined, path: string): Generator<string> {
  if (before === after) return;
  if (Array.isArray(before) && Array.isArray(after)) {
    const [was, is] = [sorted(before), sorted(after)];
    if (UNORDERED.test(path)) [before, after] = [was, is];
    else if (orderOf(before) !== orderOf(after) && orderOf(was) === orderOf(is)) {
      yield `${path.slice(3)}\n  the same entries in another order`;
      return;
    }
  }
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const [a, b] = [before as Record<string, Json>, after as Record<string, Json>];
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
      yield* differences(a[key], b[key], `${path} › ${key}`);
    return;
  }
  const [was, is] = [textOf(before), textOf(after)];
  const at = Math.max(0, [...was].findIndex((character, n) => character !== is[n]) - 40);
  yield `${path.slice(3)}\n  before: ${was.slice(at, at + 160)}\n  after:  ${is.slice(at, at + 160)}`;
}

const isBranch = (value: Json | undefined) => typeof value === "object" && value !== null;
const textOf = (value: Json | undefined) => (value === undefined ? "(missing)" : JSON.stringify(value));
