export type TreeAccount = {
  id: number;
  code: string;
  name: string;
  parent_id: number | null;
  depth: number;
  active_status: "active" | "inactive";
};

/** `context`: shown only to place those below it. */
export type TreeRow<T> = { account: T; context: boolean };

const plain = (text: string) => text.normalize("NFKC").toLowerCase();

/**
 * The accounts to choose from, in the order of their hierarchy: active ones and those already chosen, narrowed by words in name
 * or code. Whatever is found keeps the accounts above it as context.
 */
export function rowsToChoose<T extends TreeAccount>(
  accounts: readonly T[],
  chosen: ReadonlySet<number>,
  words: string,
): TreeRow<T>[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const wanted = plain(words.trim());
  const found = new Set(
    accounts
      .filter((account) => account.active_status === "active" || chosen.has(account.id))
      .filter((account) => wanted === "" || plain(`${account.name} ${account.code}`).includes(wanted))
      .map((account) => account.id),
  );
  const above = new Set<number>();
  for (const id of found) {
    let parent = byId.get(id)?.parent_id ?? null;
    while (parent !== null && !above.has(parent)) {
      above.add(parent);
      parent = byId.get(parent)?.parent_id ?? null;
    }
  }
  return accounts
    .filter((account) => found.has(account.id) || above.has(account.id))
    .map((account) => ({ account, context: !found.has(account.id) }));
}

/** The chosen ids after some were ticked or unticked, in the order of the hierarchy. */
export function withTicked(
  accounts: readonly TreeAccount[],
  chosen: readonly number[],
  ids: readonly number[],
  ticked: boolean,
): number[] {
  const next = new Set(chosen);
  for (const id of ids) {
    if (ticked) next.add(id);
    else next.delete(id);
  }
  const known = accounts.filter((account) => next.has(account.id)).map((account) => account.id);
  const unknown = chosen.filter((id) => next.has(id) && !known.includes(id));
  return [...known, ...unknown];
}
