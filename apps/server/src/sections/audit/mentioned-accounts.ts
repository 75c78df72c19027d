const ONE = new Set(["account_id", "parent_id", "programme_account_id", "in_account_id"]);

/** Ids of the accounts that a line's values speak of, each once. */
export function mentionedAccounts(value: unknown): number[] {
  const found = new Set<number>();
  collect(value, found);
  return [...found];
}

function collect(value: unknown, found: Set<number>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (ONE.has(key) && typeof inner === "number") found.add(inner);
    else if (key === "account_ids" && Array.isArray(inner)) {
      for (const id of inner) if (typeof id === "number") found.add(id);
    } else collect(inner, found);
  }
}
