import type { Problem } from "@okaeri/contract/problems/problems";

/** What is wrong, by dotted path of the input. */
export type Fields = Record<string, Problem | readonly Problem[]>;

/** An answer names no more wrong fields than this, and of names that nobody knows no more than that: who sends much is not told all of it. */
const MOST_FIELDS = 100;
const MOST_UNKNOWN = 20;
/** Letters of one name; the rest of a longer one is left out. */
const MAX_CHARACTERS = 200;

/** The first of these problems, one for each field. What is found after enough is not asked for. */
export function boundedFields(found: Iterable<readonly [string, Fields[string]]>): Fields {
  const fields: Fields = {};
  let count = 0;
  let unknown = 0;
  for (const [path, problem] of found) {
    const name = path.length > MAX_CHARACTERS ? `${path.slice(0, MAX_CHARACTERS).toWellFormed()}…` : path;
    if (Object.hasOwn(fields, name)) continue;
    if ("code" in problem && problem.code === "not_accepted" && ++unknown > MOST_UNKNOWN) continue;
    fields[name] = problem;
    if (++count === MOST_FIELDS) break;
  }
  return fields;
}
