import { join } from "node:path";
import type { Taken } from "../apps/server/src/test/answers.ts";
import { templateKey } from "../apps/server/src/test/templates.ts";
import { type SqlPiece, sqlPieces } from "./statements.ts";
import { projectFiles, textOf } from "./tree.ts";

/** A statement is assembled if its fragments come from this many files. */
const FILES = 4;

/** The files that an assembled statement's fragments come from, the statement's own first, and the path of its snapshot. */
export type Assembled = { files: string[]; path: string };

/** Where each template of the program is, by its key. Templates of several files that have the same text belong to none of them. */
export function placesOfTemplates(program: readonly string[]): Map<string, string> {
  const pieces = program.flatMap((path) => sqlPieces(path, textOf(path)));
  const byKey = Map.groupBy(pieces, ({ parts }) => templateKey(parts));
  return new Map(
    [...byKey].flatMap(([key, [piece, ...others]]) => (others.length === 0 ? [[key, (piece as SqlPiece).place]] : [])),
  );
}

const fileOf = (place: string) => place.replace(/:\d+$/, "");

/** The function or constant around a line of a file, spelled as a file's name. */
function functionAt(place: string): string {
  const above = textOf(fileOf(place))
    .split("\n")
    .slice(0, Number(place.split(":")[1]));
  const names = above.flatMap(
    (line) => /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/.exec(line)?.[1] ?? [],
  );
  return (names.at(-1) as string).replace(/(?<=[a-z\d])(?=[A-Z])|_/g, "-").toLowerCase();
}

/**
 * The statement of these templates (keys, outermost first), if it is assembled. Each channel that adds fragments has a snapshot of its own.
 * Null too for a statement of a test, and for counts of lists, which begin in database/: the statement of the rows has the same conditions.
 */
export function assembledOf(keys: readonly string[], placesByKey: ReadonlyMap<string, string>): Assembled | null {
  const own = placesByKey.get(keys[0] ?? "");
  const places = keys.flatMap((key) => placesByKey.get(key) ?? []);
  const files = [...new Set(places.map(fileOf))];
  if (own === undefined || own.startsWith("apps/server/src/database/") || files.length < FILES) return null;
  const channel = /(\w+)-channel\.ts/.exec(places.join(" "))?.[1];
  return { files, path: join(fileOf(own), "..", `${functionAt(own)}${channel ? `.${channel}` : ""}.sql`) };
}

const withoutChannel = (path: string) => path.replace(/(?:\.\w+)?\.sql$/, "");

/** From this length on an assembled statement must have a snapshot, in characters. */
const LONG = 5_000;

/** Paths of snapshots that are missing for long statements among these. A test's own channel needs none. */
export function uncommitted(program: readonly string[], taken: readonly Pick<Taken, "text" | "fragments">[]): string[] {
  const placesByKey = placesOfTemplates(program);
  const committed = new Set(
    projectFiles()
      .filter((path) => path.endsWith(".sql"))
      .map(withoutChannel),
  );
  const long = taken.filter(({ text }) => text.length >= LONG);
  const paths = long.flatMap(({ fragments }) => assembledOf(fragments, placesByKey)?.path ?? []);
  return [...new Set(paths)].filter((path) => !committed.has(withoutChannel(path))).toSorted();
}
