import { type ConditionGroup, type ConditionNode, isGroup } from "@okaeri/domain/segments/condition";

/**
 * The rules for which a guest does not meet a target; `holds`: of each rule by its path. Of a group that is met none, also where one of its
 * rules does not hold; beneath a group that is turned round none: there it is not a rule that is missing.
 */
export function unmetRules(tree: ConditionGroup, holds: Readonly<Record<string, boolean>>): ConditionNode[] {
  return look(tree, "").unmet;

  function look(node: ConditionNode, path: string): { met: boolean; unmet: ConditionNode[] } {
    if (!isGroup(node)) return holds[path] === true ? { met: true, unmet: [] } : { met: false, unmet: [node] };
    const each = node.rules.map((one, at) => look(one, `${path === "" ? "" : `${path}.`}rules.${at}`));
    const all = each.every(({ met }) => met);
    const met = node.combinator === "and" || each.length === 0 ? all : each.some((one) => one.met);
    if (node.not) return { met: !met, unmet: [] };
    return { met, unmet: met ? [] : each.flatMap(({ unmet }) => unmet) };
  }
}
