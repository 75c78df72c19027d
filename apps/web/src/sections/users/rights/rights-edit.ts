import type { Membership, Offer, Offers } from "../users.api.ts";

export type RightsEdit = ReturnType<typeof rightsEdit>;

/** Memberships being edited: what is held where, and the ways to change it. */
export function rightsEdit(
  accounts: readonly Membership[],
  offered: Offers | undefined,
  change: (accounts: Membership[]) => void,
) {
  const offers = offered?.accounts ?? [];
  const put = (list: readonly Membership[]) => change(tidy(list));
  const setSeveral = (list: readonly Membership[]) => {
    const ids = new Set(list.map((entry) => entry.account_id));
    put([...accounts.filter((entry) => !ids.has(entry.account_id)), ...list]);
  };
  return {
    offers,
    /** Undefined where the person does not belong. */
    heldIn: (accountId: number) => accounts.find((entry) => entry.account_id === accountId)?.permissions,
    /** Whoever joins starts with the role's standard rights (specification §6: "*" for administrators), as far as they may be given. */
    setMember: (offer: Offer, joins: boolean) => {
      const standard = (offered?.default_permissions ?? []).filter((value) => offer.grantable.includes(value));
      const others = accounts.filter((entry) => entry.account_id !== offer.id);
      put(joins ? [...others, { account_id: offer.id, permissions: standard }] : others);
    },
    setRights: (accountId: number, permissions: string[]) => setSeveral([{ account_id: accountId, permissions }]),
    setSeveral,
  };
}

/** The same rights always in the same order, so that taking a change back leaves nothing changed. */
export function tidy(accounts: readonly Membership[]): Membership[] {
  return accounts
    .map(({ account_id, permissions }) => ({ account_id, permissions: permissions.toSorted() }))
    .toSorted((a, b) => a.account_id - b.account_id);
}
