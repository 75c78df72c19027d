import type { ClientAccount } from "./clients.api.ts";

/** Accounts in the order of their hierarchy, each with its depth; one whose parent is out of reach stands at the top. */
export function inTreeOrder(accounts: readonly ClientAccount[]): (ClientAccount & { depth: number })[] {
  const known = new Set(accounts.map((account) => account.id));
  const below = Map.groupBy(accounts, ({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : 0));
  const walk = (parent: number, depth: number): (ClientAccount & { depth: number })[] =>
    (below.get(parent) ?? []).flatMap((account) => [{ ...account, depth }, ...walk(account.id, depth + 1)]);
  return walk(0, 0);
}
