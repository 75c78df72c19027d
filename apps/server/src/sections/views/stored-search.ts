import type { List } from "@okaeri/contract/lists/list";
import { LISTS, type ListName, RECORDS, type RecordKind } from "@okaeri/contract/lists/lists";
import { listQuery } from "@okaeri/contract/paging";
import { z } from "zod";
import type { Fields } from "../../http/fields.ts";
import { issuesToTell, problemOfIssue } from "../../http/problem-of-issue.ts";

/** What a list keeps in its address: texts and numbers by parameter. */
export type Search = Record<string, string | number>;

/** Columns that are not shown, separated by commas; `-` is none. The first column always stays. */
function hiddenColumns(list: List) {
  const choosable = Object.keys(list.columns).slice(1);
  return z.string().refine((text) => text === "-" || text.split(",").every((name) => choosable.includes(name)));
}

const schemaOf = (name: ListName) => {
  const list: List = LISTS[name];
  return listQuery(list, { hide: hiddenColumns(list).optional() });
};
const SCHEMAS = new Map<ListName, ReturnType<typeof schemaOf>>();

function parse(name: ListName, search: Search) {
  const schema = SCHEMAS.get(name) ?? schemaOf(name);
  SCHEMAS.set(name, schema);
  const unknown = Object.keys(search).filter(
    (parameter) => parameter === "page" || !Object.hasOwn(schema.shape, parameter),
  );
  return { unknown, issues: schema.safeParse(search).error?.issues ?? [] };
}

/** What is wrong with a search that is to be kept, by `search.<parameter>`. */
export function searchProblems(name: ListName, search: Search): Fields {
  const { unknown, issues } = parse(name, search);
  return {
    ...Object.fromEntries(
      issuesToTell(issues).map((issue) => [`search.${String(issue.path[0])}`, problemOfIssue(issue)]),
    ),
    ...Object.fromEntries(unknown.map((parameter) => [`search.${parameter}`, { code: "not_accepted" as const }])),
  };
}

/** Ids that a search names, by what they are of. */
export function recordsIn(name: ListName, search: Search): [RecordKind, number[], string][] {
  return Object.entries((LISTS[name] as List).filters).flatMap(([parameter, filter]) => {
    const value = search[parameter];
    if (value === undefined || (filter.kind !== "record" && filter.kind !== "records")) return [];
    const ids = String(value).split(",").map(Number).filter(Number.isSafeInteger);
    return [[RECORDS[parameter as keyof typeof RECORDS], ids, parameter] satisfies [RecordKind, number[], string]];
  });
}

/**
 * What of a search that was kept still holds: lists change, and what a condition names goes. Of several ids those that are left stay.
 * `dropped` names every parameter that lost something.
 */
export function whatHolds(
  name: ListName,
  stored: Search,
  exists: (kind: RecordKind, id: number) => boolean,
): { search: Search; dropped: string[] } {
  const { unknown, issues } = parse(name, stored);
  const dropped = new Set([...unknown, ...issues.map((issue) => String(issue.path[0]))]);
  const search = Object.fromEntries(Object.entries(stored).filter(([parameter]) => !dropped.has(parameter)));
  for (const [kind, ids, parameter] of recordsIn(name, search)) {
    const left = ids.filter((id) => exists(kind, id));
    if (left.length === ids.length) continue;
    dropped.add(parameter);
    if (left.length === 0) delete search[parameter];
    else search[parameter] = left.join(",");
  }
  return { search, dropped: [...dropped] };
}
