import type { CallMeta, Need } from "@okaeri/contract/call";
import { contract } from "@okaeri/contract/contract";
import { callOfList, LIST_NAMES, type ListName } from "@okaeri/contract/lists/lists";

type Node = { "~orpc"?: { route: { method?: string; path?: string }; meta: CallMeta } };

/** What the contract's call at this address needs. */
function needAt(tree: object, path: string): Need | undefined {
  for (const node of Object.values(tree) as (Node & object)[]) {
    const call = node["~orpc"];
    const found =
      call === undefined
        ? needAt(node, path)
        : call.route.method === "GET" && call.route.path === path
          ? call.meta.needs
          : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

const NEEDS = new Map<string, Need>();
for (const name of LIST_NAMES) {
  const need = needAt(contract, callOfList(name));
  if (need === undefined) throw new Error(`no call of the contract is the list ${name}`);
  NEEDS.set(name, need);
}

/** Who sees a list: what its own call needs. */
export function needOfList(name: ListName): Need {
  return NEEDS.get(name) as Need;
}
