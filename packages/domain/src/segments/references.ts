import { type ConditionNode, type ConditionRule, type ItemNode, isCounted, isGroup } from "./condition.ts";
import { type FactEntry, SEGMENT_FIELDS, type SegmentReference } from "./fields.ts";
import { itemOf, type SegmentList } from "./lists.ts";
import { recordsNamed } from "./lua/records-named.ts";
import type { Target } from "./target.ts";

/** A fact of records of the account that a target asks for, the records it names, and where; in a script with the place. */
export type Reference = {
  path: string;
  kind: SegmentReference;
  ids: readonly number[];
  at?: { line: number; character: number };
};

/** Everything of the account's records that a target asks for: groups, ranks, types, facilities. */
export const referencesOf = ({ stored }: Target): Reference[] =>
  "lua" in stored ? inScript(stored.lua) : inNode(stored, "", null);

const inScript = (script: string): Reference[] =>
  recordsNamed(script).map(({ kind, id, line, column }) => ({
    path: "",
    kind,
    ids: id === null ? [] : [id],
    at: { line, character: column },
  }));

function inNode(node: ConditionNode | ItemNode, path: string, list: SegmentList | null): Reference[] {
  const at = (part: string) => (path === "" ? part : `${path}.${part}`);
  if (isGroup(node as ConditionNode))
    return (node as { rules: readonly ConditionNode[] }).rules.flatMap((rule, index) =>
      inNode(rule, at(`rules.${index}`), list),
    );
  if (isCounted(node)) return inNode(node.where, at("where"), node.of);
  const { field, value } = node as ConditionRule;
  const entry: FactEntry | undefined = list === null ? SEGMENT_FIELDS[field] : itemOf(list, field);
  if (entry?.type !== "reference") return [];
  // Whether it is known is asked of no record in particular.
  return [{ path: at("value"), kind: entry.reference, ids: Array.isArray(value) ? (value as readonly number[]) : [] }];
}
