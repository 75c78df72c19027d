import type { RoleTemplate } from "@okaeri/domain/permissions/role-templates";
import type { Membership, Offers, RightsOffer } from "../users.api.ts";
import { filled } from "./rights-draft.ts";

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
    /** Whether people's data may be taken out there; "*" implies it. */
    exportsIn: (accountId: number) => accounts.find((entry) => entry.account_id === accountId)?.can_export ?? false,
    setExport: (accountId: number, can_export: boolean) =>
      put(accounts.map((entry) => (entry.account_id === accountId ? { ...entry, can_export } : entry))),
    /** Whoever joins starts with the role's standard rights (specification §6: "*" for administrators), as far as they may be given. */
    setMember: (offer: RightsOffer, joins: boolean) => {
      const standard = (offered?.default_permissions ?? []).filter((value) => offer.grantable.includes(value));
      const others = accounts.filter((entry) => entry.account_id !== offer.id);
      put(joins ? [...others, { account_id: offer.id, permissions: standard, can_export: false }] : others);
    },
    setRights: (accountId: number, permissions: string[]) =>
      put(accounts.map((entry) => (entry.account_id === accountId ? { ...entry, permissions } : entry))),
    setSeveral,
    /** One template in every account at once. */
    fill: (template: RoleTemplate, isNew: boolean) => setSeveral(filled(offers, accounts, template, isNew)),
  };
}

/** The same rights always in the same order, so that taking a change back leaves nothing changed. */
export function tidy(accounts: readonly Membership[]): Membership[] {
  return accounts
    .map(({ permissions, ...entry }) => ({ ...entry, permissions: permissions.toSorted() }))
    .toSorted((a, b) => a.account_id - b.account_id);
}
