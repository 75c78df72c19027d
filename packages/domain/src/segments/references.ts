import { type ConditionNode, type ConditionRule, type ItemNode, isCounted, isGroup } from "./condition.ts";
import { type FactEntry, SEGMENT_FIELDS, type SegmentReference } from "./fields.ts";
import { itemOf, type SegmentList } from "./lists.ts";
import type { Target } from "./target.ts";

/** Records of the account that a target names, and where. */
export type Reference = { path: string; kind: SegmentReference; ids: readonly number[] };

/** Every record that a target names: groups, ranks, types, facilities. */
export const referencesOf = ({ tree }: Target): Reference[] => (tree === null ? [] : inNode(tree, "", null));

function inNode(node: ConditionNode | ItemNode, path: string, list: SegmentList | null): Reference[] {
  const at = (part: string) => (path === "" ? part : `${path}.${part}`);
  if (isGroup(node as ConditionNode))
    return (node as { rules: readonly ConditionNode[] }).rules.flatMap((rule, index) =>
      inNode(rule, at(`rules.${index}`), list),
    );
  if (isCounted(node)) return inNode(node.where, at("where"), node.of);
  const { field, operator, value } = node as ConditionRule;
  const entry: FactEntry | undefined = list === null ? SEGMENT_FIELDS[field] : itemOf(list, field);
  if (entry?.type !== "reference" || (operator !== "in" && operator !== "notIn")) return [];
  return [{ path: at("value"), kind: entry.reference, ids: value as readonly number[] }];
}
