import type { PageAction, Section } from "@okaeri/domain/permissions/actions";
import { CRM_OPTION_PERMISSION, CRM_SECTIONS, EVERYTHING, PAGE_ACTIONS } from "@okaeri/domain/permissions/actions";
import { withReads } from "@okaeri/domain/permissions/permission-list";
import { type RoleTemplate, templateRights } from "@okaeri/domain/permissions/role-templates";
import type { Membership, RightsOffer } from "../users.api.ts";

// The permission matrix as a person edits it: values of specification §6 in, values out.

export type Verb = Exclude<PageAction, "all">;
export const VERBS = PAGE_ACTIONS.filter((action): action is Verb => action !== "all");

/** Where a tick comes from when it is not the value itself. */
export type Source = "all" | "crm" | "write";
export type PermissionCell = { ticked: boolean; locked: boolean; from?: Source };

/** The sections in which something asks for a right. */
export function sectionsIn(offer: RightsOffer): Section[] {
  return [...new Set(offer.offered.filter((value) => value.includes("/")).map((value) => value.split("/")[0]))].map(
    (section) => section as Section,
  );
}

/** crm_option opens its sections only while the account's option runs; RFM is on offer exactly then. */
export function opensCrm(offer: RightsOffer, held: readonly string[], section: Section): boolean {
  const covers = (CRM_SECTIONS as readonly Section[]).includes(section);
  return covers && held.includes(CRM_OPTION_PERMISSION) && offer.allowed.includes("rfms/all");
}

/**
 * One tick of the matrix, null where nothing asks for the action; `locked`: the editor does not hold what would be given or taken
 * away, or a change of the section holds the reading in place.
 */
export function cellOf(
  offer: RightsOffer,
  held: readonly string[],
  section: Section,
  action: PageAction,
): PermissionCell | null {
  if (!offer.offered.includes(`${section}/${action}`)) return null;
  const all = `${section}/all`;
  const value = `${section}/${action}`;
  if (opensCrm(offer, held, section)) return { ticked: true, locked: true, from: "crm" };
  if (held.includes(all)) {
    const locked = !offer.grantable.includes(all);
    return action === "all" ? { ticked: true, locked } : { ticked: true, locked, from: "all" };
  }
  if (action === "read" && VERBS.some((verb) => verb !== "read" && held.includes(`${section}/${verb}`)))
    return { ticked: true, locked: true, from: "write" };
  // Giving a change gives the reading with it.
  const gives = withReads([value]).filter((each) => each === value || !held.includes(each));
  return { ticked: held.includes(value), locked: !gives.every((each) => offer.grantable.includes(each)) };
}

/** The list after a press on one tick. A single action taken out of "all" leaves the other three. */
export function pressed(offer: RightsOffer, held: readonly string[], section: Section, action: PageAction): string[] {
  const all = `${section}/all`;
  const value = `${section}/${action}`;
  if (cellOf(offer, held, section, action)?.locked !== false) return [...held];
  const givable = (entry: string) => offer.grantable.includes(entry);
  if (action === "all") {
    // Singles that cannot be taken away stay where they are.
    const rest = held.filter((entry) => !(entry.startsWith(`${section}/`) && givable(entry)));
    return held.includes(all) ? rest : [...rest, all];
  }
  if (held.includes(all)) {
    const others = VERBS.filter((verb) => verb !== action).map((verb) => `${section}/${verb}`);
    const left = others.filter((entry) => offer.offered.includes(entry) && givable(entry));
    return withReads([...held.filter((entry) => entry !== all && entry !== value), ...left]);
  }
  return held.includes(value) ? held.filter((entry) => entry !== value) : withReads([...held, value]);
}

/** "*" on, or the same spelled out so that single actions can be taken away. What is locked stays. */
export function withEverything(offer: RightsOffer, held: readonly string[], on: boolean): string[] {
  const locked = held.filter((value) => value !== EVERYTHING && !offer.grantable.includes(value));
  if (on) return [EVERYTHING, ...locked];
  const whole = sectionsIn(offer).flatMap((section) => {
    const all = `${section}/all`;
    return offer.offered.includes(all) ? [all] : offer.offered.filter((value) => value.startsWith(`${section}/`));
  });
  return [...locked, ...whole.filter((value) => offer.grantable.includes(value))].filter(once);
}

export function withCrm(held: readonly string[], on: boolean): string[] {
  const rest = held.filter((value) => value !== CRM_OPTION_PERMISSION);
  return on ? [...rest, CRM_OPTION_PERMISSION] : rest;
}

/** A template's rights in place of what is held, as far as the editor may give and take them. */
export function fromTemplate(offer: RightsOffer, held: readonly string[], template: RoleTemplate): string[] {
  const locked = held.filter((value) => !offer.grantable.includes(value));
  return [
    ...locked,
    ...templateRights(template, offer.offered).filter((value) => offer.grantable.includes(value)),
  ].filter(once);
}

/** The same template in every account on offer that the editor may fill; a switch of export stays as it is. */
export function filled(
  offers: readonly RightsOffer[],
  accounts: readonly Membership[],
  template: RoleTemplate,
  isNew: boolean,
): Membership[] {
  return offers
    .filter((offer) => canChangeMembership(offer, isNew))
    .map((offer) => {
      const now = accounts.find((entry) => entry.account_id === offer.id);
      const permissions = fromTemplate(offer, now?.permissions ?? [], template);
      return { account_id: offer.id, permissions, can_export: now?.can_export ?? false };
    });
}

/** Valid for the role, but nothing asks for it today. */
export function gatesNothing(offer: RightsOffer, held: readonly string[]): string[] {
  const covers = (value: string) =>
    value.endsWith("/all") && offer.offered.some((each) => each.split("/")[0] === value.split("/")[0]);
  return held.filter((value) => offer.allowed.includes(value) && !offer.offered.includes(value) && !covers(value));
}

/** Whether the editor may put people into this account or take them out of it. */
export function canChangeMembership(offer: RightsOffer, isNew: boolean): boolean {
  return offer.grantable.includes(isNew ? "users/create" : "users/edit");
}

/** Values the person holds that the editor does not, and so cannot take away. */
export function lockedValues(offer: RightsOffer, held: readonly string[]): string[] {
  return held.filter((value) => offer.allowed.includes(value) && !offer.grantable.includes(value));
}

/** What the role cannot hold there: it falls away with the next change of rights. */
export function fallingAway(offer: RightsOffer, held: readonly string[]): string[] {
  return held.filter((value) => !offer.allowed.includes(value));
}

/** The memberships that can be saved: accounts on offer, values that the role may hold there. */
export function savable(accounts: readonly Membership[], offers: readonly RightsOffer[]): Membership[] {
  return accounts.flatMap(({ permissions, ...entry }) => {
    const offer = offers.find((each) => each.id === entry.account_id);
    return offer ? [{ ...entry, permissions: permissions.filter((value) => offer.allowed.includes(value)) }] : [];
  });
}

/** One account's rights put into another one: as far as they may be given there, and nothing taken that may not be taken. */
export function copied(
  from: readonly string[],
  to: RightsOffer,
  held: readonly string[],
): { rights: string[]; left: string[] } {
  const lockedHeld = lockedValues(to, held);
  const given = from.filter((value) => to.grantable.includes(value) && to.allowed.includes(value));
  return {
    rights: [...lockedHeld, ...given].filter(once),
    left: from.filter((value) => !given.includes(value) && !lockedHeld.includes(value)),
  };
}

export type Branch<T> = T & { depth: number };

/** Accounts in the order of their hierarchy; one whose parent is not among them starts at the left. */
export function inTree<T extends { id: number; parent_id: number | null }>(accounts: readonly T[]): Branch<T>[] {
  const ids = new Set(accounts.map((account) => account.id));
  const below = (parent: number | null, depth: number): Branch<T>[] =>
    accounts
      .filter((account) => (parent === null ? !ids.has(account.parent_id ?? -1) : account.parent_id === parent))
      .flatMap((account) => [{ ...account, depth }, ...below(account.id, depth + 1)]);
  return below(null, 0);
}

/** Accounts beneath memberships that are no memberships themselves: an administrator reaches them, a user does not. */
export function reachedBelow(offers: readonly RightsOffer[], accounts: readonly Membership[]): RightsOffer[] {
  const member = new Set(accounts.map((account) => account.account_id));
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const isBelow = (offer: RightsOffer): boolean => {
    const parent = offer.parent_id === null ? undefined : byId.get(offer.parent_id);
    return parent !== undefined && (member.has(parent.id) || isBelow(parent));
  };
  return offers.filter((offer) => !member.has(offer.id) && isBelow(offer));
}

const once = (value: string, index: number, list: readonly string[]) => list.indexOf(value) === index;
