import type { CallMeta } from "./call.ts";
import { contract } from "./contract.ts";

type Node = { "~orpc"?: { meta: CallMeta } };

/**
 * Every page action that some call asks for, such as `users/delete`. An action that is not in it opens nothing and is not offered to
 * anybody.
 */
export const neededActions: ReadonlySet<string> = new Set(actionsIn(contract));

function actionsIn(tree: object): string[] {
  return Object.values(tree).flatMap((node: Node & object) => {
    const needs = node["~orpc"]?.meta.needs;
    if (needs === undefined) return actionsIn(node);
    if (needs.kind === "row") return [needs.action];
    return needs.kind === "action" ? [needs.action, needs.or, needs.and].filter((action) => action !== undefined) : [];
  });
}
